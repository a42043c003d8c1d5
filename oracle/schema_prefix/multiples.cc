#include "lockstep/oracle/schema_prefix/multiples.h"

#include <algorithm>

#include "lockstep/oracle/json_text/digits.h"

namespace lockstep::oracle {
namespace {

std::string greatest_common_divisor(std::string a, std::string b) {
  while (!b.empty()) {
    if (b == "1") return b;
    std::string rest = remainder_of(a, b);
    a = std::move(b);
    b = std::move(rest);
  }
  return a;
}

}  // namespace

// d has factors 2 or factors 5, never both, so gcd(d, 10^n) takes one prime at most n times.
std::vector<std::string> without_tens(const std::string& d) {
  std::vector<std::string> out = {d};
  const int last = d.back() - '0';
  if (last % 2 != 0 && last != 5) return out;
  const std::string prime = last == 5 ? "5" : "2";
  while (divides(prime, out.back(), 0)) out.push_back(quotient_of(out.back(), prime));
  return out;
}

// With e >= f: lcm(a 10^e, b 10^f) = lcm(a 10^(e - f), b) 10^f = lcm(a, b / gcd(b, 10^(e - f))) 10^e, prime
// by prime: of 2 and 5, the power in a and e - f together, or that in b where it is the greater.
Decimal least_common_multiple(const Decimal& a, const Decimal& b) {
  const bool above = compare_integer(a.exponent, b.exponent) >= 0;
  const Decimal& upper = above ? a : b;
  const Decimal& lower = above ? b : a;
  const std::string zeros = add_integer(upper.exponent, negate_integer(lower.exponent));
  const std::vector<std::string> rests = without_tens(lower.digits);
  const bool all = compare_integer(zeros, integer_of(rests.size())) >= 0;
  const std::string& rest = all ? rests.back() : rests[std::stoul(zeros)];
  const std::string other = quotient_of(rest, greatest_common_divisor(upper.digits, rest));
  return parse_decimal(multiply_natural(upper.digits, other) + "e" + upper.exponent);
}

// The divisor's digits divide value.digits * 10^n iff 10^n makes up for what they do not have in common.
std::optional<long> multiple_from(const Decimal& value, const Decimal& step) {
  const std::string missing = quotient_of(step.digits, greatest_common_divisor(step.digits, value.digits));
  const std::vector<std::string> rests = without_tens(missing);
  if (rests.back() != "1") return std::nullopt;
  return std::stol(step.exponent) - std::stol(value.exponent) + static_cast<long>(rests.size()) - 1;
}

}  // namespace lockstep::oracle
