// What a text being decoded remembers, advanced all together or not at all: step 12 of the norm.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "lockstep/engine/base/result.h"
#include "lockstep/engine/base/utf8_state.h"
#include "lockstep/engine/decode/sampler.h"
#include "lockstep/engine/vocabulary/vocabulary.h"

namespace lockstep::engine {

// Raw ids and bytes are the authoritative stream; nothing is repaired. Thread rules: one thread at a time.
class Decoding {
 public:
  explicit Decoding(Vocabulary vocabulary) : vocabulary_(std::move(vocabulary)) {}

  // `parser` takes the token or refuses it without having changed; it is asked first and exactly once. Error
  // codes, after which nothing has changed: token_out_of_range, after_stop, token_is_not_text (neither text
  // nor a stop token), token_refused.
  Result<bool> advance(TokenId token, const std::function<bool(TokenId)>& parser);

  const std::vector<TokenId>& tokens() const { return tokens_; }  // a stop token is the last one
  const std::string& bytes() const { return bytes_; }             // of the text tokens
  const TokenCounts& counts() const { return counts_; }
  const Utf8State& utf8() const { return utf8_; }
  bool stopped() const { return stopped_; }

 private:
  Vocabulary vocabulary_;
  std::vector<TokenId> tokens_;
  std::string bytes_;
  TokenCounts counts_;
  Utf8State utf8_;
  bool stopped_ = false;
};

}  // namespace lockstep::engine
