#include "lockstep/oracle/json_text/decimal.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "lockstep/oracle/json_text/digits.h"
#include "lockstep/oracle/json_text/json_number.h"

namespace lockstep::oracle {
namespace {

// Digit steps (digits of the dividend times digits of the divisor) that a division may take; a second or so.
// Only numbers of thousands of digits each get there. Exponents cost nothing: see is_multiple_of.
constexpr std::size_t kDivisionSteps = 200'000'000;

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "lockstep oracle, decimal: %s\n", what);
  std::abort();
}

// The place of the first digit: 10^(that - 1) <= |value| < 10^that.
std::string magnitude(const Decimal& value) {
  return add_integer(integer_of(value.digits.size()), value.exponent);
}

std::strong_ordering compare_magnitudes(const Decimal& a, const Decimal& b) {
  if (const auto order = compare_integer(magnitude(a), magnitude(b)); order != 0) return order;
  // Both begin at the same place and neither ends in a zero, so the order of the texts is that of the values.
  return a.digits.compare(b.digits) <=> 0;
}

int sign(const Decimal& value) { return value.is_zero() ? 0 : value.negative ? -1 : 1; }

}  // namespace

bool Decimal::is_integer() const { return exponent.front() != '-'; }

// number = [ minus ] int [ frac ] [ exp ], RFC 8259 section 6
Decimal parse_decimal(std::string_view text) {
  require(is_json_number(text), "parse_decimal takes a JSON number");
  Decimal value;
  value.negative = text.front() == '-';
  if (value.negative) text.remove_prefix(1);

  const std::size_t e = std::min(text.find_first_of("eE"), text.size());
  const std::string_view exponent = e < text.size() ? text.substr(e + 1) : "0";
  const std::string_view coefficient = text.substr(0, e);
  const std::size_t point = std::min(coefficient.find('.'), coefficient.size());
  const std::string_view fraction = coefficient.substr(std::min(point + 1, coefficient.size()));

  value.digits = natural(std::string(coefficient.substr(0, point)) + std::string(fraction));
  if (value.is_zero()) return {};
  const std::size_t kept = value.digits.find_last_not_of('0') + 1;
  const std::size_t trailing_zeros = value.digits.size() - kept;
  value.digits.resize(kept);
  value.exponent = add_integer(parse_integer(exponent), integer_of(trailing_zeros));
  value.exponent = add_integer(value.exponent, negate_integer(integer_of(fraction.size())));
  return value;
}

std::strong_ordering compare(const Decimal& a, const Decimal& b) {
  if (sign(a) != sign(b)) return sign(a) <=> sign(b);
  if (a.is_zero()) return std::strong_ordering::equal;
  return a.negative ? compare_magnitudes(b, a) : compare_magnitudes(a, b);
}

// With value = a 10^e and divisor = b 10^f: does b divide a 10^g, g = e - f?
// g < 0: no. It would take that b 10^-g divides a, but a, in lowest form, is no multiple of 10.
// g >= 0: 10^g brings twos and fives alone, and b, below 2^(10/3 |b|) as 10 < 2^(10/3), holds fewer than 10/3
// |b| of either. So a larger g answers as g = 10/3 |b| does, and no exponent is out of reach.
Answer is_multiple_of(const Decimal& value, const Decimal& divisor) {
  require(!divisor.is_zero(), "is_multiple_of takes a divisor that is not zero");
  if (value.is_zero()) return Answer::yes();
  const std::string gap = add_integer(value.exponent, negate_integer(divisor.exponent));
  if (gap.front() == '-') return Answer::no();

  const std::size_t enough = divisor.digits.size() * 10 / 3 + 1;
  const bool is_short = compare_integer(gap, integer_of(enough)) < 0;
  const std::size_t zeros = is_short ? static_cast<std::size_t>(std::stoull(gap)) : enough;
  if ((value.digits.size() + zeros) > kDivisionSteps / divisor.digits.size()) {
    return Answer::unknown("decimal_budget: " + std::to_string(kDivisionSteps) + " digit steps");
  }
  return Answer::of(divides(divisor.digits, value.digits, zeros));
}

std::optional<unsigned long long> to_count(const Decimal& value) {
  constexpr std::string_view kGreatest = "9223372036854775807";  // 2^63 - 1
  if (value.is_zero()) return 0;
  if (value.negative || !value.is_integer()) return std::nullopt;
  if (compare_integer(magnitude(value), integer_of(kGreatest.size())) > 0) return std::nullopt;
  const std::string digits = value.digits + std::string(std::stoul(value.exponent), '0');
  if (compare_natural(digits, kGreatest) > 0) return std::nullopt;
  return std::stoull(digits);
}

}  // namespace lockstep::oracle
