// Which of the allowed bytes a random walk takes: structure first, so that walks reach keys, escapes and
// numbers instead of white space and long strings.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lockstep/conformance/generate/choices.h"

namespace lockstep::conformance {

// Nullopt where no byte is allowed. `dwell`: strings and numbers are left late instead of early.
std::optional<std::uint8_t> choose_byte(const std::vector<bool>& allowed, Choices& choices,
                                        bool dwell = false);

// Nothing but white space may follow: where the text is complete, it is over.
bool only_white_space(const std::vector<bool>& allowed);

}  // namespace lockstep::conformance
