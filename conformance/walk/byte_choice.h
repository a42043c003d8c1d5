// Which of the allowed bytes a random walk takes: structure first, so that walks reach keys, escapes and
// numbers instead of white space and long strings.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lockstep/conformance/generate/choices.h"

namespace lockstep::conformance {

// Nullopt where no byte is allowed.
std::optional<std::uint8_t> choose_byte(const std::vector<bool>& allowed, Choices& choices);

}  // namespace lockstep::conformance
