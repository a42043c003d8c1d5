// Which digits to add to digits already written so that the number falls into a set. Internal to this folder.
//
// Where digits t are written and the place of the first is known, the numbers that can still be written are a
// block, [t, t + 1) * 10^unit. Blocks of one t at different places never meet.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lockstep/engine/lexical/divisors.h"
#include "lockstep/engine/lexical/number_magnitude.h"

namespace lockstep::engine {

// Where digits stand among those of the points of a language, sorted and each once, zeros behind them without
// end: the points from rank `low` to before `high` begin with these digits, the others are smaller or larger.
struct DigitSpot {
  std::uint32_t low = 0;
  std::uint32_t high = 0;
  bool operator==(const DigitSpot&) const = default;
};

// What counts of the digits written, from the first that is not 0; they themselves are forgotten, so that a
// number may be of any length. Thread rules: a plain value.
struct Significand {
  std::int64_t size = 0;
  std::int64_t trailing = 0;  // zeros at the end
  DigitSpot spot;
  Residues residues;  // where the language has divisors

  // The place of the last digit if that of the first is `lead`.
  std::int64_t unit(std::int64_t lead) const { return lead + 1 - size; }
  // The first digits of a point, as many as are written, against these.
  std::strong_ordering order_of(Magnitude point) const;
  // The digits of a point that are as these behind them.
  static std::string_view rest_of(Magnitude point, std::int64_t size);
  bool operator==(const Significand&) const = default;
};

// The numbers above `low` and, if bounded, below `high`: 0 <= low < high.
struct OpenCell {
  Magnitude low;
  Magnitude high;
  bool bounded = false;
};

// What of a block lies in a cell: numbers below `high` that are at least the block's first number or, if
// `above` is set, above `low`. Not empty. For the digits written stands a single 1.
struct Part {
  OwnedMagnitude low;
  OwnedMagnitude high;
  bool above = false;
  bool to_end = false;  // high is where the block ends
};

std::optional<Part> part_of(const Significand& written, std::int64_t unit, const OpenCell& cell);

// Digits to add: `head`, then zeros, then `last` if it is not '\0'; `size` in all.
struct Extension {
  std::int64_t size = 0;
  std::string head;
  char last = '\0';
};

// The fewest digits that reach `point`, not zero.
std::optional<Extension> extend_to(const Significand& written, Magnitude point);

// The fewest digits, but `at_least` of them, that reach a number of the cell that is (not) integral, with
// `lead` the place of the first digit written. If any are added the last is not 0. Cost: the digits of both.
std::optional<Extension> extend_to_integer(const Significand& written, std::int64_t lead,
                                           const OpenCell& cell, std::int64_t at_least);
std::optional<Extension> extend_to_fraction(const Significand& written, std::int64_t lead,
                                            const OpenCell& cell, std::int64_t at_least);

}  // namespace lockstep::engine
