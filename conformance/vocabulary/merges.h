// Byte-pair merges: which two neighbouring tokens become one, and which of them first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "lockstep/engine/vocabulary/vocabulary.h"

namespace lockstep::conformance {

// Thread rules: const calls from any thread.
class MergeTable {
 public:
  void reserve(std::size_t merges) { merges_.reserve(merges); }

  // A smaller rank is merged first. False where the pair has a merge already.
  bool add(engine::TokenId left, engine::TokenId right, std::uint32_t rank, engine::TokenId merged);

  // Merges while any pair has a merge: always one of the smallest rank, of these the leftmost. Source:
  // Sennrich, Haddow, Birch, "Neural Machine Translation of Rare Words with Subword Units", algorithm 1, with
  // the tie rule of the tokenizers. Cost: n log n.
  void apply(std::vector<engine::TokenId>& tokens) const;

  std::size_t size() const { return merges_.size(); }

 private:
  struct Merge {
    std::uint32_t rank = 0;
    engine::TokenId merged = 0;
  };
  const Merge* find(engine::TokenId left, engine::TokenId right) const;

  std::unordered_map<std::uint64_t, Merge> merges_;  // left << 32 | right
};

}  // namespace lockstep::conformance
