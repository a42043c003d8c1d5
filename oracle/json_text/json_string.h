// The string production of RFC 8259 section 7, decoded.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "lockstep/oracle/answer.h"

namespace lockstep::oracle {

// Reads the string whose opening quote is text[at], appends its characters as UTF-8 to `decoded` and moves
// `at` behind the closing quote. Codes: truncated, control_character, bad_escape, lone_surrogate,
// invalid_utf8; the offset is that of the first byte that no string could have there.
std::optional<Error> read_string(std::string_view text, std::size_t& at, std::string& decoded);

}  // namespace lockstep::oracle
