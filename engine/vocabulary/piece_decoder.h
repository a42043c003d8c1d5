// The decoder section of a tokenizer.json, reduced to what it does to a single token. Private to this folder.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/engine/base/result.h"
#include "lockstep/engine/json/document.h"
#include "lockstep/engine/vocabulary/vocabulary.h"

namespace lockstep::engine {

struct DecodedPiece {
  std::string bytes;
  TokenKind kind = TokenKind::normal;  // normal or byte
};

class PieceDecoder {
 public:
  // `decoder` is the value of the member "decoder". Errors (unsupported_tokenizer, bad_tokenizer) carry the
  // pointer.
  static Result<PieceDecoder> read(const json::Document& document, const json::Value& decoder);

  bool byte_level() const;

  // Errors: unmappable_piece, without a place.
  Result<DecodedPiece> decode(std::string_view piece) const;

 private:
  struct Step {
    enum class Type { replace, byte_level, byte_fallback, strip } type = Type::replace;
    std::string from;  // replace: the pattern; strip: the character
    std::string to;
    std::uint64_t start = 0;  // strip
    std::uint64_t stop = 0;
  };

  std::optional<Error> add(const json::Document& document, const json::Value& decoder);
  std::optional<Error> add_replace(const json::Document& document, const json::Value& decoder);
  std::optional<Error> add_strip(const json::Document& document, const json::Value& decoder);

  std::vector<Step> steps_;
  bool fused_ = false;  // what follows sees the whole text
};

}  // namespace lockstep::engine
