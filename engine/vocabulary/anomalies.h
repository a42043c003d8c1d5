// What is legal in a vocabulary but worth knowing.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "lockstep/engine/vocabulary/vocabulary.h"

namespace lockstep::engine {

struct Duplicate {
  TokenId id = 0;     // a text token whose bytes ...
  TokenId first = 0;  // ... the text token with this smaller id has too
};

// Counts are exact; the lists hold the smallest ids, at most `examples` of them.
struct Anomalies {
  std::array<std::size_t, kTokenKinds> by_kind{};  // number of tokens, by TokenKind
  std::size_t duplicates = 0;
  std::vector<Duplicate> duplicate_examples;
  std::size_t empty = 0;  // normal tokens without bytes: never in a mask
  std::vector<TokenId> empty_examples;
  std::size_t not_utf8 =
      0;  // text tokens that are not well-formed UTF-8 alone; normal for byte-level vocabularies
  std::vector<TokenId> not_utf8_examples;
  std::size_t missing_bytes = 0;  // bytes that no text token spells alone
  std::vector<TokenId> longest;   // text tokens by length, longest first, then by id
};

// Time O(n log n) in the bytes of the vocabulary, 4 bytes of memory a token.
Anomalies find_anomalies(const Vocabulary& vocabulary, std::size_t examples = 8);

}  // namespace lockstep::engine
