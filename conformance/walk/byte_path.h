// What a mask must be if the subject's own byte path is right: every token of the vocabulary by its bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "lockstep/conformance/walk/walk_subject.h"
#include "lockstep/engine/vocabulary/vocabulary.h"

namespace lockstep::conformance {

// Thread rules: immutable after construction.
class BytePath {
 public:
  explicit BytePath(const engine::Vocabulary& vocabulary);

  // The mask in the subject's own words but byte by byte: text tokens by accept_bytes and rollback, stop
  // tokens by can_stop, all else clear. The session is at the same place afterwards, unless its rollback is
  // wrong. Cost: one accept for each live node of the vocabulary's trie.
  std::vector<std::uint32_t> mask(WalkSession& session) const;

  const engine::Vocabulary& vocabulary() const { return vocabulary_; }

 private:
  engine::Vocabulary vocabulary_;
  std::vector<std::pair<std::string_view, std::uint32_t>> texts_;  // sorted
};

bool bit(const std::vector<std::uint32_t>& mask, std::size_t index);
std::size_t count_bits(const std::vector<std::uint32_t>& mask);

}  // namespace lockstep::conformance
