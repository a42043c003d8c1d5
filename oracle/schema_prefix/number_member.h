// Is there a number in a set, whatever its spelling? Numbers are never written out to a common place: the
// work depends on the digits that the set's bounds and divisors have, not on their exponents. Thread rules:
// pure functions.
#pragma once

#include <cstddef>
#include <string>

#include "lockstep/oracle/schema_prefix/number_set.h"

namespace lockstep::oracle {

constexpr long kAnySize = 100'000'000'000'000'000;  // beyond every magnitude in reach

// 10^(that - 1) <= |value| < 10^that, for value not zero. Its exponent fits a long.
long magnitude(const Decimal& value);

// digits * 10^exponent; digits is natural.
Decimal scaled(const std::string& digits, long exponent);

// Of so many multiples of a divisor in a row at least `wanted` are multiples of none of ten others, of which
// none divides it, and none of `excluded` values.
std::size_t row_with(std::size_t wanted, std::size_t excluded);

// The set lies at and above 0: it has a low bound that is not negative. The integrality is in its step, and
// it has at most ten not_steps.
bool has_member(const NumberSet& set);

// How many members there are, counted up to `cap`; the same sets.
std::size_t count_members(const NumberSet& set, std::size_t cap);

}  // namespace lockstep::oracle
