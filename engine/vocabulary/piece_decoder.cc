#include "lockstep/engine/vocabulary/piece_decoder.h"

#include <utility>

#include "lockstep/engine/vocabulary/piece.h"

namespace lockstep::engine {
namespace {

Error error_at(const char* code, std::string message, const json::Document& document,
               const json::Value& value) {
  return {code, std::move(message), value.span().begin, document.pointer(value)};
}

// The text of a member, where it is there and a string.
std::optional<std::string_view> text_of(const json::Value& object, std::string_view name) {
  const std::optional<json::Value> value = object.find(name);
  if (!value || !value->is(json::Kind::string)) return std::nullopt;
  return value->string();
}

std::string strip(const std::string& text, const std::string& character, std::uint64_t start,
                  std::uint64_t stop) {
  std::string_view rest = text;
  while (start-- > 0 && rest.substr(0, character.size()) == character) rest.remove_prefix(character.size());
  while (stop-- > 0 && rest.size() >= character.size() &&
         rest.substr(rest.size() - character.size()) == character) {
    rest.remove_suffix(character.size());
  }
  return std::string(rest);
}

}  // namespace

Result<PieceDecoder> PieceDecoder::read(const json::Document& document, const json::Value& decoder) {
  if (decoder.is(json::Kind::null)) {
    return error_at("unsupported_tokenizer", "no decoder: tokens would be joined by spaces", document,
                    decoder);
  }
  PieceDecoder result;
  if (auto error = result.add(document, decoder)) return *error;
  return result;
}

std::optional<Error> PieceDecoder::add(const json::Document& document, const json::Value& decoder) {
  if (!decoder.is(json::Kind::object) || !text_of(decoder, "type")) {
    return error_at("bad_tokenizer", "a decoder is an object with a type", document, decoder);
  }
  const std::string type(*text_of(decoder, "type"));
  if (type == "Sequence") {
    const std::optional<json::Value> parts = decoder.find("decoders");
    if (!parts || !parts->is(json::Kind::array)) {
      return error_at("bad_tokenizer", "a Sequence has an array of decoders", document, decoder);
    }
    for (const json::Value part : parts->elements()) {
      if (auto error = add(document, part)) return error;
    }
    return std::nullopt;
  }
  if (type == "Fuse") {
    fused_ = true;
    return std::nullopt;
  }
  if (type == "Strip") return add_strip(document, decoder);
  // A step after Fuse sees the whole text, and what ByteFallback made of several tokens: not a matter of one
  // token.
  const bool after_bytes = !steps_.empty() && steps_.back().type == Step::Type::byte_fallback;
  if (fused_ || after_bytes) {
    return error_at("unsupported_tokenizer", "decoder " + type + " behind one that joins tokens", document,
                    decoder);
  }
  if (type == "ByteLevel") {
    if (!steps_.empty()) {
      return error_at("unsupported_tokenizer", "decoder ByteLevel behind another decoder", document, decoder);
    }
    steps_.push_back({Step::Type::byte_level, "", "", 0, 0});
    fused_ = true;  // it joins all tokens
    return std::nullopt;
  }
  if (type == "ByteFallback") {
    steps_.push_back({Step::Type::byte_fallback, "", "", 0, 0});
    return std::nullopt;
  }
  if (type == "Metaspace") {
    // The first token of a text may lose its space; a token behind another one never does.
    const std::optional<std::string_view> mark = text_of(decoder, "replacement");
    if (decoder.find("replacement") && (!mark || mark->empty())) {
      return error_at("bad_tokenizer", "replacement is one character", document, decoder);
    }
    steps_.push_back({Step::Type::replace, std::string(mark.value_or(kMetaspace)), " ", 0, 0});
    return std::nullopt;
  }
  if (type == "Replace") return add_replace(document, decoder);
  return error_at("unsupported_tokenizer", "decoder " + type.substr(0, 80), document, decoder);
}

std::optional<Error> PieceDecoder::add_replace(const json::Document& document, const json::Value& decoder) {
  const std::optional<json::Value> pattern = decoder.find("pattern");
  const std::optional<std::string_view> content = text_of(decoder, "content");
  if (!pattern || !pattern->is(json::Kind::object) || !content) {
    return error_at("bad_tokenizer", "a Replace has a pattern and a content", document, decoder);
  }
  const std::optional<std::string_view> from = text_of(*pattern, "String");
  if (!from)
    return error_at("unsupported_tokenizer", "decoder Replace with a pattern that is no String", document,
                    *pattern);
  if (from->empty()) return error_at("bad_tokenizer", "an empty pattern", document, *pattern);
  steps_.push_back({Step::Type::replace, std::string(*from), std::string(*content), 0, 0});
  return std::nullopt;
}

std::optional<Error> PieceDecoder::add_strip(const json::Document& document, const json::Value& decoder) {
  const std::optional<std::string_view> content = text_of(decoder, "content");
  const std::optional<json::Value> start = decoder.find("start");
  const std::optional<json::Value> stop = decoder.find("stop");
  if (!content || content->empty() || !start || !stop || !start->as_u64() || !stop->as_u64()) {
    return error_at("bad_tokenizer", "a Strip has content, start and stop", document, decoder);
  }
  if (fused_) {
    // At the beginning of the whole text only; at its end it would depend on what comes.
    if (*stop->as_u64() == 0) return std::nullopt;
    return error_at("unsupported_tokenizer", "decoder Strip at the end of the text", document, decoder);
  }
  if (!steps_.empty() && steps_.back().type == Step::Type::byte_fallback) {
    return error_at("unsupported_tokenizer", "decoder Strip behind ByteFallback without Fuse", document,
                    decoder);
  }
  steps_.push_back({Step::Type::strip, std::string(*content), "", *start->as_u64(), *stop->as_u64()});
  return std::nullopt;
}

bool PieceDecoder::byte_level() const {
  return !steps_.empty() && steps_.front().type == Step::Type::byte_level;
}

Result<DecodedPiece> PieceDecoder::decode(std::string_view piece) const {
  DecodedPiece result{std::string(piece), TokenKind::normal};
  for (const Step& step : steps_) {
    switch (step.type) {
      case Step::Type::replace:
        result.bytes = replace_all(result.bytes, step.from, step.to);
        break;
      case Step::Type::strip:
        result.bytes = strip(result.bytes, step.from, step.start, step.stop);
        break;
      case Step::Type::byte_level: {
        std::optional<std::string> bytes = decode_byte_level(result.bytes);
        if (!bytes)
          return Error{"unmappable_piece", "a character is outside the byte-level alphabet", {}, ""};
        result.bytes = std::move(*bytes);
        break;
      }
      case Step::Type::byte_fallback: {
        if (is_doubtful_byte_fallback(result.bytes)) {
          return Error{"unmappable_piece", "looks like a byte, but not all decoders read it as one", {}, ""};
        }
        const std::optional<std::uint8_t> byte = decode_byte_fallback(result.bytes);
        if (byte) result = {std::string(1, static_cast<char>(*byte)), TokenKind::byte};
        break;
      }
    }
  }
  return result;
}

}  // namespace lockstep::engine
