// Which digits to add to digits already written so that the number falls into a set. Internal to this folder.
//
// Where digits t are written and the place of the first is known, the numbers that can still be written are a
// block, [t, t + 1) * 10^unit. Blocks of one t at different places never meet.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "lockstep/engine/lexical/divisors.h"
#include "lockstep/engine/lexical/number_magnitude.h"

namespace lockstep::engine {

// Digits written, the first of them not 0. Thread rules: a plain value.
struct Significand {
  // `divisors`: nullptr where nothing asks for residues.
  explicit Significand(std::string written, const Divisors* divisors = nullptr);

  std::int64_t size() const { return static_cast<std::int64_t>(digits.size()); }
  // The place of the last digit if that of the first is `lead`.
  std::int64_t unit(std::int64_t lead) const { return lead + 1 - size(); }

  std::string digits;
  std::string next;           // digits + 1
  std::int64_t trailing = 0;  // zeros at the end of digits
  Residues residues;
};

// The numbers above `low` and, if bounded, below `high`: 0 <= low < high.
struct OpenCell {
  Magnitude low;
  Magnitude high;
  bool bounded = false;
};

// What of a block lies in a cell: numbers below `high` that are at least the block's first number or, if
// `above` is set, above `low`. Not empty.
struct Part {
  Magnitude low;
  Magnitude high;
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
