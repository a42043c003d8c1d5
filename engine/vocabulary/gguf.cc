// From GGUF metadata to a vocabulary.
#include "lockstep/engine/vocabulary/gguf.h"

#include <string>
#include <utility>

#include "lockstep/engine/vocabulary/builder.h"
#include "lockstep/engine/vocabulary/gguf_metadata.h"
#include "lockstep/engine/vocabulary/piece.h"

namespace lockstep::engine {
namespace {

// llama_token_type of llama.cpp's include/llama.h.
enum PieceType : std::int64_t { kNormal = 1, kUnknown, kControl, kUserDefined, kUnused, kByte };

enum class Spelling { metaspace, byte_level };

Result<Spelling> spelling_of(const GgufMetadata& metadata) {
  const Result<std::string_view> model = metadata.string("tokenizer.ggml.model");
  if (!model) return model.error();
  if (*model == "llama" || *model == "gemma4") return Spelling::metaspace;
  if (*model != "gpt2") {
    return Error{
        "unsupported_tokenizer",
        "tokenizer model '" + std::string(model->substr(0, 80)) + "'; llama, gpt2 and gemma4 are read",
        metadata.find("tokenizer.ggml.model")->begin, ""};
  }
  if (metadata.find("tokenizer.ggml.pre") == nullptr) return Spelling::byte_level;
  const Result<std::string_view> pre = metadata.string("tokenizer.ggml.pre");
  if (!pre) return pre.error();
  const bool metaspace = *pre == "gemma4" || *pre == "granite-embed-multi-311m" || *pre == "sarvam-moe";
  return metaspace ? Spelling::metaspace : Spelling::byte_level;
}

// The bytes and kind of one piece.
std::optional<Error> add_piece(TokenId id, std::string_view piece, std::int64_t type, Spelling spelling,
                               VocabularyBuilder& builder) {
  const auto unmappable = [&](const char* why) {
    return Error{"unmappable_piece",
                 "token " + std::to_string(id) + " '" + std::string(piece.substr(0, 80)) + "' " + why,
                 {},
                 ""};
  };
  switch (type) {
    case kNormal: {
      if (spelling == Spelling::metaspace)
        return builder.add(id, replace_all(piece, kMetaspace, " "), TokenKind::normal);
      const std::optional<std::string> bytes = decode_byte_level(piece);
      if (!bytes) return unmappable("has a character outside the byte-level alphabet");
      return builder.add(id, *bytes, TokenKind::normal);
    }
    case kUnknown:
      return builder.add(id, piece, TokenKind::special);
    case kControl:
      return builder.add(id, piece, TokenKind::control);
    case kUserDefined:
      return builder.add(id, piece, TokenKind::normal);
    case kUnused:
      return builder.add(id, piece, TokenKind::unused);
    case kByte: {
      const std::optional<std::uint8_t> byte = decode_byte_fallback(piece);
      if (!byte) return unmappable("is of type byte but not written as <0xXX>");
      const char c = static_cast<char>(*byte);
      return builder.add(id, {&c, 1}, TokenKind::byte);
    }
    default:
      return Error{
          "bad_token_type", "token " + std::to_string(id) + " has type " + std::to_string(type), {}, ""};
  }
}

std::optional<Error> suggest(const GgufMetadata& metadata, VocabularyBuilder& builder) {
  for (const char* key :
       {"tokenizer.ggml.eos_token_id", "tokenizer.ggml.eot_token_id", "tokenizer.ggml.eom_token_id"}) {
    const Result<std::optional<std::uint64_t>> id = metadata.integer(key);
    if (!id) return id.error();
    if (!id->has_value()) continue;
    if (**id >= 0xFFFFFFFFU)
      return Error{"bad_number", std::string(key) + " is out of range", metadata.find(key)->begin, ""};
    builder.suggest_stop(static_cast<TokenId>(**id));
  }
  if (metadata.find("general.architecture") == nullptr) return std::nullopt;
  const Result<std::string_view> architecture = metadata.string("general.architecture");
  if (!architecture) return architecture.error();
  const Result<std::optional<std::uint64_t>> width =
      metadata.integer(std::string(*architecture) + ".vocab_size");
  if (!width) return width.error();
  if (width->has_value()) builder.suggest_logit_width(**width);
  return std::nullopt;
}

}  // namespace

Result<Vocabulary> read_gguf(std::string_view bytes, const VocabularyOptions& options, bool complete) {
  if (!options.specials.empty())
    return Error{"bad_option", "a GGUF file names its special tokens itself", {}, ""};
  const Result<GgufMetadata> metadata =
      read_gguf_metadata(bytes.substr(0, options.limits.max_file_bytes), options.limits,
                         complete && bytes.size() <= options.limits.max_file_bytes);
  if (!metadata) return metadata.error();
  const Result<Spelling> spelling = spelling_of(*metadata);
  if (!spelling) return spelling.error();
  const GgufEntry* list = metadata->find("tokenizer.ggml.tokens");
  if (list != nullptr && list->count > options.limits.max_tokens) {
    return Error{
        "too_many_tokens",
        std::to_string(list->count) + " tokens, the limit is " + std::to_string(options.limits.max_tokens),
        list->begin, ""};
  }
  const Result<std::vector<std::string_view>> pieces = metadata->strings("tokenizer.ggml.tokens");
  if (!pieces) return pieces.error();
  const Result<std::vector<std::int64_t>> types = metadata->integers("tokenizer.ggml.token_type");
  if (!types) return types.error();
  const bool typed = metadata->find("tokenizer.ggml.token_type") != nullptr;
  if (typed ? types->size() != pieces->size() : *spelling == Spelling::metaspace) {
    return Error{"missing_key",
                 "tokenizer.ggml.token_type must have one entry for each of the " +
                     std::to_string(pieces->size()) + " tokens",
                 {},
                 ""};
  }
  VocabularyBuilder builder("gguf", options);
  for (std::size_t i = 0; i < pieces->size(); ++i) {
    const std::int64_t type = typed ? (*types)[i] : std::int64_t{kNormal};
    if (auto error = add_piece(static_cast<TokenId>(i), (*pieces)[i], type, *spelling, builder)) {
      error->offset = static_cast<std::size_t>((*pieces)[i].data() - bytes.data());
      return *error;
    }
  }
  if (auto error = suggest(*metadata, builder)) return *error;
  return builder.finish();
}

}  // namespace lockstep::engine
