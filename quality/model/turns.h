// What a model is asked, in turns, and how the built-in models spell it.
#pragma once

#include <string>
#include <vector>

#include "lockstep/engine/vocabulary/vocabulary.h"
#include "lockstep/quality/model/longest_match.h"

namespace lockstep::quality {

// Thread rules: a plain value.
struct Turn {
  bool reply = false;  // else the user's
  std::string text{};
  bool operator==(const Turn&) const = default;
};
using Prompt = std::vector<Turn>;

// The chat template of the built-in models: a line break after the user, the last stop token after a reply.
// So a prompt that ends with the user ends where a reply begins.
std::vector<engine::TokenId> spell_turns(const LongestMatch& spelling, const engine::Vocabulary& vocabulary,
                                         const Prompt& prompt);

// SHA-256 over the turns.
std::string digest_of(const Prompt& prompt);

}  // namespace lockstep::quality
