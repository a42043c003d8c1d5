// The tokenizer of the built-in models: at each place the longest token that fits.
#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "lockstep/engine/vocabulary/vocabulary.h"

namespace lockstep::quality {

// The vocabulary must have a token for every byte. Thread rules: const calls from any thread. Cost: a table
// of the vocabulary, once; a lookup for each length at each place.
class LongestMatch {
 public:
  explicit LongestMatch(engine::Vocabulary vocabulary);
  std::vector<engine::TokenId> encode(std::string_view text) const;

 private:
  engine::Vocabulary vocabulary_;
  std::map<std::string_view, engine::TokenId> by_bytes_;  // of equal bytes the smallest id
  std::size_t longest_ = 0;
};

}  // namespace lockstep::quality
