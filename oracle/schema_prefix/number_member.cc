#include "lockstep/oracle/schema_prefix/number_member.h"

#include <algorithm>

#include "lockstep/oracle/json_text/digits.h"

namespace lockstep::oracle {
namespace {

// value / step, rounded down, for value not negative.
std::string whole_steps(const Decimal& value, const Decimal& step) {
  if (value.is_zero()) return "";
  const long zeros = std::stol(value.exponent) - std::stol(step.exponent);
  if (zeros >= 0)
    return quotient_of(value.digits + std::string(static_cast<std::size_t>(zeros), '0'), step.digits);
  const auto cut = static_cast<std::size_t>(-zeros);
  if (cut >= value.digits.size()) return "";
  return quotient_of(std::string_view(value.digits).substr(0, value.digits.size() - cut), step.digits);
}

// Two bounds that differ are at least 10^e apart, e the smaller of their exponents. Where that is less than
// the row, one of them has about as many digits as its quotient by the step, and it can be divided.
bool holds_row(const NumberSet& set, std::size_t row) {
  if (!set.high) return true;
  const std::string length = multiply_natural(set.step->digits, integer_of(row + 1));
  long least = std::stol(set.high->exponent);
  if (!set.low->is_zero()) least = std::min(least, std::stol(set.low->exponent));
  return least >= static_cast<long>(length.size()) + std::stol(set.step->exponent);
}

}  // namespace

long magnitude(const Decimal& value) {
  return static_cast<long>(value.digits.size()) + std::stol(value.exponent);
}

Decimal scaled(const std::string& digits, long exponent) {
  return parse_decimal((digits.empty() ? "0" : digits) + "e" + std::to_string(exponent));
}

// Among consecutive multiples those of one of the others come in equal distances of two or more. Ten such
// distances hide no 46 in a row (Jacobsthal's function), so each excluded number costs one more row.
std::size_t row_with(std::size_t wanted, std::size_t excluded) {
  constexpr std::size_t kRow = 48;
  return kRow * (wanted + excluded);
}

bool has_member(const NumberSet& set) { return count_members(set, 1) > 0; }

std::size_t count_members(const NumberSet& set, std::size_t cap) {
  std::size_t count = set.holds(*set.low) ? 1 : 0;
  if (count >= cap) return count;
  if (set.high && compare(*set.low, *set.high) >= 0) return count;
  // Between two decimals there are decimals of any number of digits; with enough of them they are no
  // multiples.
  if (!set.step) return cap;
  const auto hides = [&set](const Decimal& divisor) { return is_multiple_of(*set.step, divisor).is_yes(); };
  if (std::any_of(set.not_steps.begin(), set.not_steps.end(), hides)) return count;
  if (set.high && compare(*set.step, *set.high) > 0) return count;
  const std::size_t row = row_with(cap, set.excluded.size());
  if (holds_row(set, row)) return cap;
  const long unit = std::stol(set.step->exponent);
  std::string k = multiply_natural(add_natural(whole_steps(*set.low, *set.step), "1"), set.step->digits);
  for (std::size_t tries = row; tries > 0 && count < cap; --tries) {
    const Decimal value = scaled(k, unit);
    if (set.high && compare(value, *set.high) > 0) break;
    if (set.holds(value)) ++count;
    k = add_natural(k, set.step->digits);
  }
  return count;
}

}  // namespace lockstep::oracle
