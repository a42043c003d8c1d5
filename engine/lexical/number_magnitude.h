// Sizes of numbers as digits at decimal places, and what lies between two of them. Internal to this folder.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "lockstep/engine/lexical/decimal.h"

namespace lockstep::engine {

// digits * 10^exponent, not negative. No leading zero; trailing ones may be there; "" is zero. Does not own
// its digits. A place is a power of ten. Thread rules: a plain value.
struct Magnitude {
  std::string_view digits;
  std::int64_t exponent = 0;
  std::uint32_t rank = 0;  // of a point of a language: where its digits stand among those of all its points

  bool is_zero() const { return digits.empty(); }
  // The place of the first digit; not for zero.
  std::int64_t lead() const { return exponent + static_cast<std::int64_t>(digits.size()) - 1; }
  // From 0 to 9; 0 outside the digits.
  int digit(std::int64_t place) const;
  // Is a digit below the place other than 0?
  bool has_below(std::int64_t place) const;
};

struct OwnedMagnitude {
  std::string digits;
  std::int64_t exponent = 0;
  Magnitude view() const { return {digits, exponent, 0}; }
};

inline Magnitude magnitude(const Decimal& number) { return {number.digits(), number.exponent(), 0}; }

// By value. Cost: the digits of both.
std::strong_ordering compare(Magnitude a, Magnitude b);

// The least of the roundest numbers strictly between: as few decimal places as can be, its exponent the place
// of its last digit, which is not 0. For 0 < low < high. Cost: the digits of both.
OwnedMagnitude roundest_between(Magnitude low, Magnitude high);

// Is high > low + 10^place? For 0 < low < high, low a multiple of 10^(place + 1). Cost: the digits of both.
bool exceeds_by(Magnitude high, Magnitude low, std::int64_t place);

// number - 10^place, digits down to that place. `number` is a multiple of 10^(place + 1) and has as many
// digits less one.
OwnedMagnitude lowered(Magnitude number, std::int64_t place);

}  // namespace lockstep::engine
