// Which digits, point and exponent may still follow in a number: the search behind number_begins.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/oracle/schema_prefix/number_set.h"

namespace lockstep::oracle {

// Does the plain form of d * 10^k, d of n digits, have more than 32 digits (4.4)? k is an integer in decimal.
bool needs_exponent(std::size_t n, std::string_view k);

// The step of the set, if it has one, holds the integrality too.
// As number_begins, for numbers without sign. The set lies at and above 0: it has a low bound that is not
// negative. room: the longest spelling, nullopt without a bound.
bool magnitude_begins(std::string_view prefix, const NumberSet& set, NumberRule rule,
                      std::optional<std::size_t> room);

// exponent.cc. An integer interval; nullopt is infinite.
struct ExponentRange {
  std::optional<long> low;
  std::optional<long> high;
};
// Does an exponent in the range begin with `prefix` (what stands behind the `e`)? room: bytes that may
// follow. canonical: no `+`, no leading zeros, no -0.
bool exponent_begins(std::string_view prefix, const ExponentRange& range, std::optional<std::size_t> room,
                     bool canonical);
// All e for which value * 10^e is in the set; value is positive.
std::vector<ExponentRange> exponents_of(const Decimal& value, const NumberSet& set);

}  // namespace lockstep::oracle
