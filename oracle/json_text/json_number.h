// The number production of RFC 8259 section 6.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "lockstep/oracle/answer.h"

namespace lockstep::oracle {

// Reads the longest number that begins at text[at] and moves `at` behind it; text[at] is `-` or a digit.
// Error: bad_number at the byte that cannot go on (a digit after a leading zero included), truncated at the
// end of the text.
std::optional<Error> read_number(std::string_view text, std::size_t& at);

// Is the whole text one number?
bool is_json_number(std::string_view text);

}  // namespace lockstep::oracle
