// What a mask must be if the subject's own byte path is right: every token of the vocabulary by its bytes.
#pragma once

#include <cstddef>
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

// Thread rules: immutable after construction. Memory: 20 bytes for each distinct beginning of a token, 24
// for each token.
class BytePath {
 public:
  explicit BytePath(const engine::Vocabulary& vocabulary);

  // The mask in the subject's own words but byte by byte: text tokens by accept_bytes of one byte and
  // rollback, stop tokens by can_stop, all else clear. The session is at the same place afterwards, unless
  // its rollback is wrong; empty where the rollback was refused. Cost: one accept for each beginning of a
  // token that is viable, and for each of its extensions by one byte.
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
  // Distinct beginnings of tokens.
  std::size_t beginnings() const { return steps_.size(); }

 private:
  void make_steps();

  // A beginning of some token, in the order of the bytes: whatever extends it follows it at once.
  struct Step {
    std::uint32_t length = 0;      // bytes of the beginning; the last one is `byte`
    std::uint32_t beyond = 0;      // the first step that does not extend it
    std::uint32_t first_text = 0;  // of the texts that are this beginning
    std::uint32_t text_count = 0;
    char byte = 0;
  };

  engine::Vocabulary vocabulary_;
  std::vector<Text> texts_;  // sorted
  std::vector<Step> steps_;
  RandomSpelling spelling_;
  std::vector<std::uint32_t> settable_;
};

bool bit(const std::vector<std::uint32_t>& mask, std::size_t index);
std::size_t count_bits(const std::vector<std::uint32_t>& mask);

}  // namespace lockstep::conformance
