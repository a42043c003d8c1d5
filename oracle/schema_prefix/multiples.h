// Arithmetic of multipleOf (Validation 6.2.1) over decimal strings. A factor 10^n of a number is never
// written out, so that exponents of any size cost nothing. Thread rules: pure functions. Natural numbers as
// in digits.h.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lockstep/oracle/json_text/decimal.h"

namespace lockstep::oracle {

// The positive decimal whose multiples are the multiples of both.
Decimal least_common_multiple(const Decimal& a, const Decimal& b);

// d / gcd(d, 10^n) for n = 0, 1, 2, ... up to the last that is new; d does not end in zero.
std::vector<std::string> without_tens(const std::string& d);

// The exponents e from which on value * 10^e is a multiple of `step`, both positive; nullopt: none. Their
// exponents fit a long.
std::optional<long> multiple_from(const Decimal& value, const Decimal& step);

}  // namespace lockstep::oracle
