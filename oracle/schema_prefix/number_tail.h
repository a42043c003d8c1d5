// Which digits, point and exponent may still follow in a number: what number_begins is about, without the
// sign.
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

// As number_begins, for numbers without sign. The set lies at and above 0: it has a low bound that is not
// negative; its step, if it has one, holds the integrality too. room: the longest spelling, nullopt without a
// bound. Unknown where that is long and a number may need many digits.
Answer magnitude_begins(std::string_view prefix, const NumberSet& set, NumberRule rule,
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
