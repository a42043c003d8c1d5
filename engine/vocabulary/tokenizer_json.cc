// From tokenizer.json to a vocabulary.
#include "lockstep/engine/vocabulary/tokenizer_json.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "lockstep/engine/json/parser.h"
#include "lockstep/engine/vocabulary/builder.h"
#include "lockstep/engine/vocabulary/companion.h"
#include "lockstep/engine/vocabulary/piece_decoder.h"

namespace lockstep::engine {
namespace {

using json::Kind;

struct AddedToken {
  TokenId id;
  bool special;
  std::string_view content;
  json::Value place;
};

class TokenizerReader {
 public:
  TokenizerReader(const json::Document& document, const VocabularyOptions& options)
      : document_(document), options_(options), builder_("tokenizer.json", options) {}

  Result<Vocabulary> run() {
    if (!read_sections() || !read_added() || !read_pieces() || !check_added_names() || !add_remaining())
      return *error_;
    if (auto error = suggest_from_companions(options_, builder_)) return *error;
    return builder_.finish();
  }

 private:
  bool fail(const char* code, std::string message, const json::Value& place) {
    error_ = Error{code, std::move(message), place.span().begin, document_.pointer(place)};
    return false;
  }

  bool fail(Error error, const json::Value& place) {
    return fail(error.code.c_str(), std::move(error.message), place);
  }

  // Only what changes the text that a token spells is looked at; how text becomes tokens does not matter
  // here.
  bool read_sections() {
    const json::Value root = document_.root();
    if (!root.is(Kind::object)) return fail("bad_tokenizer", "a tokenizer.json is an object", root);
    model_ = root.find("model");
    if (!model_ || !model_->is(Kind::object)) return fail("bad_tokenizer", "there is no model", root);
    vocab_ = model_->find("vocab");
    if (!vocab_) return fail("bad_tokenizer", "the model has no vocab", *model_);
    const std::optional<json::Value> type = model_->find("type");
    // Files of the first releases leave out the type of BPE models.
    std::string name = model_->find("merges") ? "BPE" : "";
    if (type && type->is(Kind::string)) name = std::string(type->string());
    if (name != "BPE" && name != "Unigram") {
      return fail("unsupported_tokenizer", "model '" + name.substr(0, 80) + "'; BPE and Unigram are read",
                  *model_);
    }
    if (!vocab_->is(name == "BPE" ? Kind::object : Kind::array)) {
      return fail("bad_tokenizer", "the vocab of a " + name + " model has another type", *vocab_);
    }
    for (const char* affix : {"continuing_subword_prefix", "end_of_word_suffix"}) {
      const std::optional<json::Value> value = model_->find(affix);
      if (value && !value->is(Kind::null) && !(value->is(Kind::string) && value->string().empty())) {
        return fail("unsupported_tokenizer", std::string("a model with ") + affix, *value);
      }
    }
    const std::optional<json::Value> decoder = root.find("decoder");
    if (!decoder) return fail("unsupported_tokenizer", "no decoder: tokens would be joined by spaces", root);
    const Result<PieceDecoder> read = PieceDecoder::read(document_, *decoder);
    if (!read) {
      error_ = read.error();
      return false;
    }
    decoder_ = *read;
    return read_unknown();
  }

  bool read_unknown() {
    const std::optional<json::Value> token = model_->find("unk_token");
    if (token && token->is(Kind::string)) unknown_ = token->string();
    const std::optional<json::Value> id = model_->find("unk_id");
    if (!vocab_->is(Kind::array) || !id || id->is(Kind::null)) return true;
    if (!id->as_u64() || *id->as_u64() >= vocab_->size())
      return fail("bad_number", "unk_id is no token id", *id);
    unknown_id_ = static_cast<TokenId>(*id->as_u64());
    return true;
  }

  bool is_unknown(TokenId id, std::string_view content) const {
    return (unknown_ && *unknown_ == content) || (unknown_id_ && *unknown_id_ == id);
  }

  bool token_id(const std::optional<json::Value>& value, const json::Value& place, TokenId& out) {
    const std::optional<std::uint64_t> id = value ? value->as_u64() : std::nullopt;
    if (!id || *id >= 0xFFFFFFFFU)
      return fail("bad_number", "a token id is a whole number below 2^32 - 1", place);
    out = static_cast<TokenId>(*id);
    return true;
  }

  bool read_added() {
    const std::optional<json::Value> list = document_.root().find("added_tokens");
    if (!list || list->is(Kind::null)) return true;
    if (!list->is(Kind::array)) return fail("bad_tokenizer", "added_tokens is an array", *list);
    for (const json::Value entry : list->elements()) {
      if (!entry.is(Kind::object)) return fail("bad_tokenizer", "an added token is an object", entry);
      TokenId id = 0;
      if (!token_id(entry.find("id"), entry, id)) return false;
      const std::optional<json::Value> content = entry.find("content");
      const std::optional<json::Value> special = entry.find("special");
      if (!content || !content->is(Kind::string) || !special || !special->is(Kind::boolean)) {
        return fail("bad_tokenizer", "an added token has a content and says whether it is special", entry);
      }
      added_.push_back({id, special->boolean(), content->string(), entry});
    }
    std::sort(added_.begin(), added_.end(), [](const auto& a, const auto& b) {
      return a.id != b.id ? a.id < b.id : a.place.span().begin < b.place.span().begin;
    });
    for (std::size_t i = 1; i < added_.size(); ++i) {
      if (added_[i - 1].id == added_[i].id) {
        return fail("duplicate_id", "token id " + std::to_string(added_[i].id) + " is given twice",
                    added_[i].place);
      }
    }
    return true;
  }

  const AddedToken* added(TokenId id) const {
    const auto at =
        std::lower_bound(added_.begin(), added_.end(), id, [](const auto& a, TokenId b) { return a.id < b; });
    return at != added_.end() && at->id == id ? &*at : nullptr;
  }

  // A piece of the model. Where an added token has the same id, it must be the same token, and it decides the
  // kind.
  bool add_piece(TokenId id, std::string_view piece, const json::Value& place) {
    const AddedToken* added_token = added(id);
    if (added_token != nullptr && added_token->content != piece) {
      return fail("duplicate_id",
                  "token id " + std::to_string(id) + " is a piece of the model and another added token",
                  place);
    }
    if (added_token != nullptr) return add_added(*added_token);
    if (is_unknown(id, piece)) return add(id, piece, TokenKind::special, place);
    const Result<DecodedPiece> decoded = decoder_->decode(piece);
    if (!decoded) {
      Error error = decoded.error();
      error.message = "token " + std::to_string(id) + ": " + error.message;
      return fail(std::move(error), place);
    }
    return add(id, decoded->bytes, decoded->kind, place);
  }

  bool add_added(const AddedToken& token) {
    if (is_unknown(token.id, token.content))
      return add(token.id, token.content, TokenKind::special, token.place);
    if (token.special) return add(token.id, token.content, TokenKind::control, token.place);
    if (decoder_->byte_level()) return add(token.id, token.content, TokenKind::normal, token.place);
    const Result<DecodedPiece> decoded = decoder_->decode(token.content);
    if (!decoded) return fail(decoded.error(), token.place);
    return add(token.id, decoded->bytes, decoded->kind, token.place);
  }

  bool add(TokenId id, std::string_view bytes, TokenKind kind, const json::Value& place) {
    if (auto error = builder_.add(id, bytes, kind)) return fail(std::move(*error), place);
    return true;
  }

  bool read_pieces() {
    if (vocab_->is(Kind::object)) {
      for (const json::Member member : vocab_->members()) {
        TokenId id = 0;
        if (!token_id(member.value, member.value, id) || !add_piece(id, member.name(), member.value))
          return false;
      }
      return true;
    }
    TokenId id = 0;  // Unigram: an array of [piece, score]; the position is the id
    for (const json::Value entry : vocab_->elements()) {
      const bool pair = entry.is(Kind::array) && entry.size() == 2;
      if (!pair || !(*entry.elements().begin()).is(Kind::string)) {
        return fail("bad_tokenizer", "an entry of a Unigram vocab is [piece, score]", entry);
      }
      if (!add_piece(id++, (*entry.elements().begin()).string(), entry)) return false;
    }
    return true;
  }

  // An added token outside the model must not have the name of a piece: the library would use the piece's id.
  bool check_added_names() {
    if (!vocab_->is(Kind::object)) return true;
    for (const AddedToken& token : added_) {
      const std::optional<json::Value> piece = vocab_->find(token.content);
      if (piece && piece->as_u64() != token.id) {
        return fail("added_token_mismatch", "the model has this token under id " + std::string(piece->raw()),
                    token.place);
      }
    }
    return true;
  }

  bool add_remaining() {
    for (const AddedToken& token : added_) {
      if (!builder_.has(token.id) && !add_added(token)) return false;
    }
    return true;
  }

  const json::Document& document_;
  const VocabularyOptions& options_;
  VocabularyBuilder builder_;
  std::optional<json::Value> model_;
  std::optional<json::Value> vocab_;
  std::optional<PieceDecoder> decoder_;
  std::optional<std::string_view> unknown_;
  std::optional<TokenId> unknown_id_;
  std::vector<AddedToken> added_;
  std::optional<Error> error_;
};

Error from_json(const Error& error) {
  if (error.code == "json_truncated")
    return {"truncated_file", "the file ends early: " + error.message, error.offset, ""};
  if (error.code == "json_too_large" || error.code == "json_too_many_values") {
    return {"oversized_file", error.message, error.offset, ""};
  }
  return {"bad_json", error.message + " (" + error.code + ")", error.offset, ""};
}

}  // namespace

Result<Vocabulary> read_tokenizer_json(std::string text, const VocabularyOptions& options) {
  if (!options.specials.empty()) {
    return Error{"bad_option", "a tokenizer.json names its special tokens itself", {}, ""};
  }
  json::Limits limits;
  limits.max_bytes = options.limits.max_file_bytes;
  limits.max_values = options.limits.max_json_values;
  const Result<json::Document> document = json::parse(std::move(text), limits);
  if (!document) return from_json(document.error());
  return TokenizerReader(*document, options).run();
}

}  // namespace lockstep::engine
