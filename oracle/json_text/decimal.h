// Exact decimals over the text of JSON numbers: no binary floating point anywhere, exponents of any size.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

#include "lockstep/oracle/answer.h"

namespace lockstep::oracle {

// sign * digits * 10^exponent in lowest form: digits has no leading and no trailing zero; zero is {false, "",
// "0"}. The exponent is itself a decimal string, so that 1e99999999999999999999 is a value like any other.
struct Decimal {
  bool negative = false;
  std::string digits;
  std::string exponent = "0";

  bool is_zero() const { return digits.empty(); }
  bool is_integer() const;
  bool operator==(const Decimal&) const = default;  // equality by value, as the form is unique
};

// `text` must match the number production of RFC 8259.
Decimal parse_decimal(std::string_view text);

std::strong_ordering compare(const Decimal& a, const Decimal& b);

// Is value / divisor an integer? divisor is not zero. Exact; unknown only where an exponent gap is beyond any
// arithmetic (stated in decimal.cc).
Answer is_multiple_of(const Decimal& value, const Decimal& divisor);

// The value as a non-negative count, as for minLength; nullopt when it is negative, no integer, or above 2^63
// - 1.
std::optional<unsigned long long> to_count(const Decimal& value);

}  // namespace lockstep::oracle
