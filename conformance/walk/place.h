// Where in a JSON text a prefix ends, so that a run can say which places it has seen.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace lockstep::conformance {

enum class PrefixPlace : std::uint8_t {
  structure,     // between tokens
  name,          // inside a member's name, at a whole character
  string,        // inside a string value, at a whole character
  escape,        // after `\`, or inside `\uXXXX`
  partial_utf8,  // inside a character of several bytes
  number,        // the last byte belongs to a number, which may go on
  literal,       // inside true, false, null
};

inline constexpr std::size_t kPlaces = 7;
std::string_view name(PrefixPlace place);
std::array<PrefixPlace, kPlaces> all_places();

// Of a viable prefix; of other bytes it is some place.
PrefixPlace place_of(std::string_view prefix);

constexpr bool in_string(PrefixPlace place) {
  return place == PrefixPlace::name || place == PrefixPlace::string || place == PrefixPlace::escape ||
         place == PrefixPlace::partial_utf8;
}

}  // namespace lockstep::conformance
