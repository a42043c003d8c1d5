// The vocabulary contract: token id -> exact bytes and kind. Every mask, session and proof rests on it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::engine {

using TokenId = std::uint32_t;

// What a token is for. The numbers are part of the identity: never renumber.
enum class TokenKind : std::uint8_t {
  normal = 0,   // spells text: its bytes, which need not be well-formed UTF-8 alone
  byte = 1,     // the tokenizer's fallback for one byte ("<0x0A>"); exactly one byte long
  control = 2,  // a marker between model and runtime (begin, end, turn, reserved); never text
  special = 3,  // the unknown token: stands for text that the tokenizer could not spell; never text
  unused = 4,   // an id that the model never means: a hole that the caller allowed, or so marked in the file
};

inline constexpr std::size_t kTokenKinds = 5;

// "normal", "byte", "control", "special", "unused".
std::string_view name(TokenKind kind);

// Immutable. A copy is a shared handle (one pointer). Ids run from 0 to size() - 1 without a gap.
//
// For kinds that are text, bytes() is what the token adds to the output. For the others it is the token's
// name
// ("<|eot_id|>"), for display and lookup; it never enters a mask. A mask has logit_width() bits: those from
// size() on are padding of the model's output layer and always clear.
//
// Memory: the bytes of all tokens + 5 bytes a token. Thread rules: any number of threads may read one object.
class Vocabulary {
 public:
  std::uint32_t size() const;
  std::uint32_t logit_width() const;  // >= size()

  // `id` must be below size(): anything else is a programming error and ends the process.
  std::string_view bytes(TokenId id) const;
  TokenKind kind(TokenId id) const;

  // Normal or byte, with at least one byte: the tokens that a mask may allow for what they spell.
  bool is_text(TokenId id) const;

  const std::vector<TokenId>& stop_ids() const;  // ascending; control or special, never text; may be empty
  bool is_stop(TokenId id) const;

  // The smallest id of a text token that is exactly this byte. Every byte has one unless the caller allowed
  // gaps.
  std::optional<TokenId> byte_token(std::uint8_t byte) const;

  // SHA-256 in 64 lower-case hexadecimal digits over, all integers little endian: the 22 bytes
  // "lockstep-vocabulary-1\n"; u32 size; u32 logit width; u32 number of stop ids; each stop id as u32,
  // ascending; then for each id from 0: u8 kind, u32 length, the bytes. Two files of different formats with
  // the same contract have the same identity.
  const std::string& identity() const;

  // "builtin", "tiktoken", "tokenizer.json", "gguf", or what the builder was told. Not part of the identity.
  const std::string& format() const;

  std::size_t memory_bytes() const;

 private:
  friend class VocabularyBuilder;
  struct Data;
  explicit Vocabulary(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
  std::shared_ptr<const Data> data_;
};

}  // namespace lockstep::engine
