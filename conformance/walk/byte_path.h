// What a mask must be if the subject's own byte path is right: every token of the vocabulary by its bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "lockstep/conformance/subject/engine_drive.h"
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

  using Text = std::pair<std::string_view, std::uint32_t>;  // bytes and id of a text token
  // By bytes, then by id: the tokens that begin with these bytes, and those that are these bytes.
  std::span<const Text> beginning_with(std::string_view bytes) const;
  std::span<const Text> equal_to(std::string_view bytes) const;

  // Tokens that spell a text, at random; nullopt where it got stuck.
  std::optional<std::vector<std::uint32_t>> spell(std::string_view text, std::uint64_t seed) const {
    return spelling_.spell(text, seed);
  }

  // The bits that may ever be set: of text tokens and of stop tokens.
  const std::vector<std::uint32_t>& settable() const { return settable_; }

 private:
  engine::Vocabulary vocabulary_;
  std::vector<Text> texts_;  // sorted
  RandomSpelling spelling_;
  std::vector<std::uint32_t> settable_;
};

bool bit(const std::vector<std::uint32_t>& mask, std::size_t index);
std::size_t count_bits(const std::vector<std::uint32_t>& mask);

}  // namespace lockstep::conformance
