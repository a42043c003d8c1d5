// The one error type of the engine. An error is a value: a stable code for machines, a sentence for people, a
// place.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace lockstep::engine {

// Thread rules: a plain value.
struct Error {
  std::string code;  // stable, snake_case, part of the public contract: "duplicate_id", "truncated_file", ...
  std::string message;                // one sentence: what is wrong and what would be right
  std::optional<std::size_t> offset;  // byte offset in the input, where the input is bytes
  std::string pointer;  // JSON pointer in the input, where the input is JSON; "" is the root or none
};

}  // namespace lockstep::engine
