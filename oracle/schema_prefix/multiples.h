// Arithmetic of multipleOf (Validation 6.2.1) over decimal strings: common multiples, and the multiples of
// one unit in an interval that avoid others. Thread rules: pure functions. Natural numbers as in digits.h.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lockstep/oracle/json_text/decimal.h"

namespace lockstep::oracle {

// The positive decimal whose multiples are the multiples of both; nullopt where their exponents are more than
// 5000 apart.
std::optional<Decimal> least_common_multiple(const Decimal& a, const Decimal& b);

// The natural number M for which k * 10^unit is a multiple of `step` iff k is one of M. The exponent of step
// fits a long.
std::string modulus_at(const Decimal& step, long unit);

// The exponents e from which on value * 10^e is a multiple of `step`, both positive; nullopt: none.
std::optional<long> multiple_from(const Decimal& value, const Decimal& step);

// Some k from low to high is a multiple of `modulus`, of none of `others` (at most ten), and none of
// `excluded`.
bool has_multiple(const std::string& low, const std::string& high, const std::string& modulus,
                  const std::vector<std::string>& others, const std::vector<std::string>& excluded);

}  // namespace lockstep::oracle
