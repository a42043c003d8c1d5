// A vocabulary that nobody would train: everything that the token-byte contract permits and that masks can
// get wrong.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "lockstep/engine/vocabulary/vocabulary.h"

namespace lockstep::conformance {

// Ids in random order: the 256 bytes; pieces of JSON texts cut anywhere, so also inside characters, escapes
// and numbers; pieces glued across the borders of JSON tokens; bytes that are no UTF-8 in any context; equal
// bytes under several ids; tokens without bytes; tokens of up to 100,000 bytes (letters, characters of four
// bytes, brackets, digits, white space, escapes), some of which end inside a character or close a string;
// control, special and unused tokens whose names are JSON; several stop tokens; a logit width past the last
// id. About 3,000 tokens. Deterministic in the seed on every machine. Cost: some ten milliseconds.
engine::Vocabulary hostile_vocabulary(std::uint64_t seed);

// "hostile" is seed 1, "hostile:7" seed 7; nullopt for any other name.
std::optional<std::uint64_t> hostile_seed(std::string_view name);

// Of hostile_vocabulary(1).
inline constexpr std::string_view kHostileIdentity =
    "bebde86f63f032f733269ecfd896ea62ce97302fb7df2e01c5e8a44f0f80a783";

}  // namespace lockstep::conformance
