// A tokenizer's own spelling of a text: the ids that the pinned vocabularies' encoders give.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/engine/base/result.h"
#include "lockstep/engine/vocabulary/vocabulary.h"

namespace lockstep::conformance {

// What is canonical. builtin: one byte each. o200k, cl100k: OpenAI's tiktoken, encode_ordinary. gpt-2: the
// same over its ranks. llama-3, qwen-3, gemma-3: the normalizer, added tokens, pre-tokenizer and merges of
// the pinned tokenizer.json. llama-2: SentencePiece's pair merging with byte fallback, without the space that
// it puts before a prompt. No marker is added, and a marker's name in a text is text: what a model writes in
// the middle of its output.
//
// Exact or refused: proved equal to other people's encoders in conformance/second_source/vocabulary.
// Thread rules: const calls from any thread.
class Encoder {
 public:
  // `name`: of a pinned vocabulary, `vocabulary` that one. Errors: tokens_canonical (names what has no
  // encoder here: another file, or a tokenizer.json with a step that is not exactly understood),
  // file_unreadable. Cost: 2 s and 0.5 GB in passing for gemma-3, less than 1 s for the others.
  static engine::Result<Encoder> open(const std::string& name, const std::string& deps,
                                      const engine::Vocabulary& vocabulary);

  // The ids, whose bytes are the text. Errors, each with what the text has that a tokenizer would not spell
  // so: not_utf8, unassigned_character (see PreTokenizer), text_changed (the tokenizer writes another text:
  // characters that are not composed, or U+2581 for a space), encoder_limit.
  engine::Result<std::vector<engine::TokenId>> encode(std::string_view text) const;

 private:
  struct Parts;
  explicit Encoder(std::shared_ptr<const Parts> parts) : parts_(std::move(parts)) {}
  std::shared_ptr<const Parts> parts_;
};

}  // namespace lockstep::conformance
