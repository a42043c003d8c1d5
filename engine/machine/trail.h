// The open values of a half-written text, outermost first, with the parts that are complete.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep::engine {

struct OpenValue {
  std::string pointer;   // in the instance
  std::size_t from = 0;  // offset of its first byte
  enum class Kind : unsigned char { object, array, string, other } kind = Kind::other;
  std::vector<std::pair<std::string, std::string_view>> members;  // of an object; names are decoded
  std::vector<std::string_view> items;                            // of an array
  std::vector<std::string> names;        // of an object, also that of the member being written
  std::optional<std::size_t> name_from;  // of an object: where a name is being written, its quote
};

// `text` is the beginning of a JSON text; `ended`: the byte after it ends a number or literal. Cost: linear.
std::vector<OpenValue> trail_of(std::string_view text, bool ended);

}  // namespace lockstep::engine
