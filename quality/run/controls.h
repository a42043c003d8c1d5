// Two texts that must be the same, compared step by step.
#pragma once

#include <optional>
#include <string>

#include "lockstep/engine/vocabulary/vocabulary.h"
#include "lockstep/quality/run/generation.h"

namespace lockstep::quality {

// Where two texts part: the first index at which one has another token, or none.
std::optional<std::size_t> first_difference(const Generation& a, const Generation& b);

// Empty where the second is the first again: tokens, ending, rows of logits, and, with `masks`, masks. Else
// the first thing that is not, with its step.
std::string difference(const Generation& a, const Generation& b, bool masks);

// What a mask took from a greedy text: "mask_overconstrained at step 7 after 7b22: the mask has no
// bit for token 48 (bytes 30)".
std::string removed_token(const Generation& free, std::size_t step, const engine::Vocabulary& vocabulary);

// Bytes as hexadecimal digits.
std::string hex_of(std::string_view bytes);

}  // namespace lockstep::quality
