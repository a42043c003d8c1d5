#include "lockstep/oracle/schema_prefix/multiples.h"

#include <algorithm>

#include "lockstep/oracle/json_text/digits.h"

namespace lockstep::oracle {
namespace {

constexpr long kFarthest = 5000;

std::string greatest_common_divisor(std::string a, std::string b) {
  while (!b.empty()) {
    std::string rest = remainder_of(a, b);
    a = std::move(b);
    b = std::move(rest);
  }
  return a;
}

// d / gcd(d, 10^zeros), for d that does not end in zero: factors 2, or factors 5, never both.
std::string without_tens(std::string d, long zeros) {
  for (const char* prime : {"2", "5"}) {
    for (long left = zeros; left > 0 && divides(prime, d, 0); --left) d = quotient_of(d, prime);
  }
  return d;
}

}  // namespace

std::optional<Decimal> least_common_multiple(const Decimal& a, const Decimal& b) {
  if (a.exponent.size() > 6 || b.exponent.size() > 6) return std::nullopt;
  const long least = std::min(std::stol(a.exponent), std::stol(b.exponent));
  const auto zeros = [least](const Decimal& d) { return std::stol(d.exponent) - least; };
  if (zeros(a) > kFarthest || zeros(b) > kFarthest) return std::nullopt;
  const std::string x = a.digits + std::string(static_cast<std::size_t>(zeros(a)), '0');
  const std::string y = b.digits + std::string(static_cast<std::size_t>(zeros(b)), '0');
  const std::string product = multiply_natural(x, quotient_of(y, greatest_common_divisor(x, y)));
  return parse_decimal(product + "e" + std::to_string(least));
}

std::string modulus_at(const Decimal& step, long unit) {
  const long over = unit - std::stol(step.exponent);
  if (over < 0) return step.digits + std::string(static_cast<std::size_t>(-over), '0');
  return without_tens(step.digits, over);
}

std::optional<long> multiple_from(const Decimal& value, const Decimal& step) {
  const long level = std::stol(step.exponent) - std::stol(value.exponent);  // where the units are the same
  const auto enough = static_cast<long>(4 * step.digits.size());            // 2^n has more than n / 4 digits
  for (long over = 0; over <= enough; ++over) {
    if (divides(step.digits, value.digits, static_cast<std::size_t>(over))) return level + over;
  }
  return std::nullopt;
}

// Among consecutive multiples of `modulus` those of one of the others come in equal distances of two or more.
// Ten such distances hide no 46 in a row (Jacobsthal's function), so each excluded number costs one more row.
bool has_multiple(const std::string& low, const std::string& high, const std::string& modulus,
                  const std::vector<std::string>& others, const std::vector<std::string>& excluded) {
  constexpr std::size_t kRow = 48;
  if (compare_natural(low, high) > 0) return false;
  for (const std::string& other : others) {
    if (divides(other, modulus, 0)) return false;
  }
  std::string k = low;
  const std::string rest = remainder_of(low, modulus);
  if (!rest.empty()) k = add_natural(low, subtract_natural(modulus, rest));
  for (std::size_t tries = kRow * (excluded.size() + 1); tries > 0; --tries) {
    if (compare_natural(k, high) > 0) return false;
    const bool hidden = std::find(excluded.begin(), excluded.end(), k) != excluded.end() ||
                        std::any_of(others.begin(), others.end(),
                                    [&k](const std::string& other) { return divides(other, k, 0); });
    if (!hidden) return true;
    k = add_natural(k, modulus);
  }
  return false;
}

}  // namespace lockstep::oracle
