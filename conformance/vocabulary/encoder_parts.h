// What an encoder is made of, and the two ways to make it. Private to this folder.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lockstep/conformance/vocabulary/merges.h"
#include "lockstep/conformance/vocabulary/pre_tokenizer.h"
#include "lockstep/engine/base/result.h"
#include "lockstep/engine/vocabulary/vocabulary.h"

namespace lockstep::conformance {

struct EncoderParts {
  // The tokens that a piece starts from: its bytes, or its characters with fallback to bytes.
  std::array<engine::TokenId, 256> bytes{};
  bool by_character = false;
  std::unordered_map<std::string, engine::TokenId> characters;  // UTF-8, a space as a space

  MergeTable merges;
  // Pieces that are one token without any merging; empty where merging alone decides.
  std::unordered_map<std::string, engine::TokenId> whole;
  std::optional<PreTokenizer> pieces;  // none: the text is one piece
  // Cut out of the text before all else; by their first byte, the longest first.
  std::array<std::vector<std::pair<std::string, engine::TokenId>>, 256> added;
  bool composes = false;   // the text is brought to NFC first
  bool metaspace = false;  // U+2581 is a space
};

// A merge is allowed where its text is a token, and a token of a smaller rank comes first; `ranks` has one
// for each id. tiktoken's byte_pair_merge works so with the ids themselves, and SentencePiece with its
// scores.
EncoderParts parts_by_rank(const engine::Vocabulary& vocabulary, const std::vector<std::uint32_t>& ranks,
                           bool by_character);

// 0, 1, 2, ...
std::vector<std::uint32_t> ranks_by_id(const engine::Vocabulary& vocabulary);

// From the scores in a GGUF file of `tokens` tokens: the higher the earlier, and equal ones are equal.
// Errors: those of read_gguf_metadata, tokens_canonical where the scores are not there.
engine::Result<std::vector<std::uint32_t>> ranks_of_gguf(std::string_view bytes, std::size_t tokens);

// From the text of a tokenizer.json. Error: tokens_canonical, with the step that is not understood.
engine::Result<EncoderParts> parts_of_tokenizer_json(const std::string& text);

}  // namespace lockstep::conformance
