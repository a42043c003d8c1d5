#include "lockstep/engine/lexical/decimal.h"

#include <algorithm>
#include <utility>

#include "lockstep/engine/base/check.h"
#include "lockstep/engine/lexical/number_magnitude.h"
#include "lockstep/engine/lexical/number_prefix.h"

namespace lockstep::engine {

namespace {

constexpr std::size_t kAtOnce = std::size_t{1} << 16U;

std::size_t last_not_zero(std::string_view digits, Meter* meter) {
  for (std::size_t end = digits.size(); end > 0;) {
    const std::size_t begin = end > kAtOnce ? end - kAtOnce : 0;
    const std::size_t found = digits.substr(begin, end - begin).find_last_not_of('0');
    if (found != std::string_view::npos) return begin + found;
    pass_bytes(meter, end - begin);
    end = begin;
  }
  return std::string_view::npos;
}

}  // namespace

Decimal Decimal::from_parts(bool negative, std::string digits, std::int64_t exponent, Meter* meter) {
  Decimal out;
  const std::size_t last = last_not_zero(digits, meter);
  if (last == std::string::npos) return out;
  exponent += static_cast<std::int64_t>(digits.size() - 1 - last);
  digits.resize(last + 1);
  digits.erase(0, digits.find_first_not_of('0'));
  out.negative_ = negative;
  out.digits_ = std::move(digits);
  out.exponent_ = exponent;
  return out;
}

Decimal Decimal::saturating(std::string_view text, Meter* meter) {
  NumberPrefix number;
  std::string digits;
  for (std::size_t at = 0; at < text.size(); at += kAtOnce) {
    const std::string_view part = text.substr(at, kAtOnce);
    for (const char c : part) {
      bool significant = false;
      const bool taken = number.take(c, significant);
      LOCKSTEP_CHECK(taken);
      if (!number.has_exponent() && c >= '0' && c <= '9') digits.push_back(c);
    }
    pass_bytes(meter, 4 * part.size());
  }
  LOCKSTEP_CHECK(number.is_number());
  return from_parts(number.negative, std::move(digits), number.signed_exponent() - number.fraction_digits,
                    meter);
}

Result<Decimal> Decimal::parse(std::string_view text, Meter* meter) {
  Decimal out = saturating(text, meter);
  const bool small = -kLargestExponent <= out.exponent_ && out.exponent_ <= kLargestExponent;
  if (small && out.digits_.size() <= kMostCoefficientDigits) return out;
  return Error{"limit_number",
               "A number of a schema has at most 100,000 digits and an exponent from -10^9 to 10^9, zeros at "
               "either end "
               "of its digits left out.",
               std::nullopt,
               {}};
}

std::strong_ordering Decimal::operator<=>(const Decimal& other) const {
  if (negative_ != other.negative_) {
    return negative_ ? std::strong_ordering::less : std::strong_ordering::greater;
  }
  return negative_ ? compare(magnitude(other), magnitude(*this))
                   : compare(magnitude(*this), magnitude(other));
}

}  // namespace lockstep::engine
