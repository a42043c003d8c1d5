// The checks of the contract, and its identity.
#include "lockstep/engine/vocabulary/builder.h"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <utility>

#include "lockstep/engine/base/sha256.h"
#include "lockstep/engine/vocabulary/data.h"

namespace lockstep::engine {
namespace {

Error error_of(const char* code, std::string message) { return {code, std::move(message), {}, ""}; }

std::string hex_byte(std::size_t byte) {
  char text[8];
  std::snprintf(text, sizeof text, "0x%02X", static_cast<unsigned>(byte));
  return text;
}

// "0x00-0x1F, 0x80"
std::string byte_ranges(const std::vector<std::size_t>& bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes.size();) {
    std::size_t last = i;
    while (last + 1 < bytes.size() && bytes[last + 1] == bytes[last] + 1) ++last;
    if (!text.empty()) text += ", ";
    text += hex_byte(bytes[i]);
    if (last > i) text += "-" + hex_byte(bytes[last]);
    i = last + 1;
  }
  return text;
}

}  // namespace

VocabularyBuilder::VocabularyBuilder(std::string format, const VocabularyOptions& options)
    : format_(std::move(format)), options_(options) {}

bool VocabularyBuilder::has(TokenId id) const { return id < entries_.size() && entries_[id].present; }

std::optional<Error> VocabularyBuilder::add(TokenId id, std::string_view bytes, TokenKind kind) {
  const VocabularyLimits& limits = options_.limits;
  if (id >= limits.max_tokens) {
    return error_of("too_many_tokens", "token id " + std::to_string(id) + " is not below the limit of " +
                                           std::to_string(limits.max_tokens) + " tokens");
  }
  if (has(id)) return error_of("duplicate_id", "token id " + std::to_string(id) + " is given twice");
  if (bytes.size() > limits.max_token_bytes) {
    return error_of("oversized_token", "token " + std::to_string(id) + " has " +
                                           std::to_string(bytes.size()) + " bytes, the limit is " +
                                           std::to_string(limits.max_token_bytes));
  }
  const std::size_t room =
      std::min<std::size_t>(limits.max_total_bytes, std::numeric_limits<std::uint32_t>::max()) -
      arena_.size();
  if (bytes.size() > room) {
    return error_of("oversized_vocabulary", "all tokens together have more than " +
                                                std::to_string(limits.max_total_bytes) + " bytes");
  }
  if (kind == TokenKind::byte && bytes.size() != 1) {
    return error_of("bad_byte_token", "byte token " + std::to_string(id) + " must have exactly one byte");
  }
  if (id >= entries_.size()) entries_.resize(std::size_t{id} + 1);
  entries_[id] = {static_cast<std::uint32_t>(arena_.size()), static_cast<std::uint32_t>(bytes.size()),
                  static_cast<std::uint8_t>(kind), true};
  arena_.append(bytes);
  return std::nullopt;
}

std::optional<Error> VocabularyBuilder::fill_holes() {
  for (std::size_t id = 0; id < entries_.size(); ++id) {
    if (entries_[id].present) continue;
    if (options_.holes == Holes::refuse) {
      return error_of("id_hole", "no token has id " + std::to_string(id) +
                                     ", but larger ids exist; holes that are " +
                                     "meant must be allowed by the caller");
    }
    entries_[id] = {0, 0, static_cast<std::uint8_t>(TokenKind::unused), true};
  }
  if (entries_.empty()) return error_of("empty_vocabulary", "there is no token");
  return std::nullopt;
}

// A name is looked up among the markers first; a text token only where no marker has it.
std::optional<Error> VocabularyBuilder::add_stop_name(const std::string& wanted) {
  std::optional<TokenId> text;
  for (TokenId id = 0; id < entries_.size(); ++id) {
    const Entry& entry = entries_[id];
    const auto kind = static_cast<TokenKind>(entry.kind);
    if (entry.size != wanted.size() || kind == TokenKind::unused || bytes_of(entry) != wanted) continue;
    if (kind == TokenKind::control || kind == TokenKind::special) {
      stops_.push_back(id);
      return std::nullopt;
    }
    if (!text) text = id;
  }
  if (!text || wanted.empty())
    return error_of("unknown_stop", "no token is called '" + wanted + "', so it cannot stop");
  stops_.push_back(*text);
  return std::nullopt;
}

std::optional<Error> VocabularyBuilder::resolve_stops() {
  const bool told = !options_.stop_ids.empty() || !options_.stop_names.empty();
  stops_ = told ? options_.stop_ids : suggested_stops_;
  for (const std::string& wanted : told ? options_.stop_names : suggested_names_) {
    if (auto error = add_stop_name(wanted)) return error;
  }
  std::sort(stops_.begin(), stops_.end());
  stops_.erase(std::unique(stops_.begin(), stops_.end()), stops_.end());
  for (const TokenId id : stops_) {
    if (id >= entries_.size()) {
      return error_of("unknown_stop", "stop id " + std::to_string(id) + " is not in the vocabulary of " +
                                          std::to_string(entries_.size()) + " tokens");
    }
    const auto kind = static_cast<TokenKind>(entries_[id].kind);
    if (kind == TokenKind::byte || kind == TokenKind::unused) {
      return error_of("bad_stop", "stop id " + std::to_string(id) + " is of kind " + std::string(name(kind)));
    }
    if (kind == TokenKind::normal) entries_[id].kind = static_cast<std::uint8_t>(TokenKind::control);
  }
  return std::nullopt;
}

std::optional<Error> VocabularyBuilder::choose_width() {
  const std::uint64_t wanted =
      options_.logit_width != 0 ? options_.logit_width : suggested_width_.value_or(0);
  const std::uint64_t width = wanted != 0 ? wanted : entries_.size();
  // The model has no output for ids from the width on. Markers among them, such as an image token, are left
  // out; text there means that the width is wrong.
  for (std::size_t id = width; id < entries_.size(); ++id) {
    const auto kind = static_cast<TokenKind>(entries_[id].kind);
    const bool text = kind == TokenKind::normal || kind == TokenKind::byte;
    if (!text && !std::binary_search(stops_.begin(), stops_.end(), static_cast<TokenId>(id))) continue;
    return error_of("logit_width_too_small", "the logit width " + std::to_string(width) + " leaves out " +
                                                 (text ? "text token " : "stop id ") + std::to_string(id));
  }
  if (width < entries_.size()) entries_.resize(static_cast<std::size_t>(width));
  if (width > options_.limits.max_tokens) {
    return error_of("logit_width_too_large", "the logit width " + std::to_string(width) +
                                                 " is above the limit of " +
                                                 std::to_string(options_.limits.max_tokens));
  }
  width_ = static_cast<std::uint32_t>(width);
  return std::nullopt;
}

std::optional<Error> VocabularyBuilder::check_bytes(const Vocabulary& vocabulary) const {
  std::vector<std::size_t> missing;
  for (std::size_t byte = 0; byte < 256; ++byte) {
    if (byte == 0xC0 || byte == 0xC1 || byte >= 0xF5) continue;  // in no well-formed UTF-8, so in no output
    if (!vocabulary.byte_token(static_cast<std::uint8_t>(byte))) missing.push_back(byte);
  }
  if (missing.empty() || options_.allow_missing_bytes) return std::nullopt;
  return error_of("missing_byte_coverage", "no token spells exactly these bytes: " + byte_ranges(missing));
}

namespace {

std::string identity_of(const Vocabulary& vocabulary) {
  Sha256 hash;
  hash.update("lockstep-vocabulary-1\n");
  hash.update_u32(vocabulary.size());
  hash.update_u32(vocabulary.logit_width());
  hash.update_u32(static_cast<std::uint32_t>(vocabulary.stop_ids().size()));
  for (const TokenId id : vocabulary.stop_ids()) hash.update_u32(id);
  for (TokenId id = 0; id < vocabulary.size(); ++id) {
    const char kind = static_cast<char>(vocabulary.kind(id));
    hash.update({&kind, 1});
    hash.update_u32(static_cast<std::uint32_t>(vocabulary.bytes(id).size()));
    hash.update(vocabulary.bytes(id));
  }
  return hash.hex();
}

}  // namespace

Result<Vocabulary> VocabularyBuilder::finish() {
  if (auto error = fill_holes()) return *error;
  if (auto error = resolve_stops()) return *error;
  if (auto error = choose_width()) return *error;
  auto data = std::make_shared<Vocabulary::Data>();
  data->format = format_;
  data->logit_width = width_;
  data->stops = stops_;
  data->arena.reserve(arena_.size());
  data->offsets.reserve(entries_.size() + 1);
  data->kinds.reserve(entries_.size());
  for (const Entry& entry : entries_) {
    data->offsets.push_back(static_cast<std::uint32_t>(data->arena.size()));
    data->kinds.push_back(static_cast<TokenKind>(entry.kind));
    data->arena.append(bytes_of(entry));
  }
  data->offsets.push_back(static_cast<std::uint32_t>(data->arena.size()));
  data->byte_tokens.fill(kNoToken);
  const Vocabulary vocabulary(data);
  for (TokenId id = vocabulary.size(); id-- > 0;) {
    if (!vocabulary.is_text(id) || vocabulary.bytes(id).size() != 1) continue;
    data->byte_tokens[static_cast<unsigned char>(vocabulary.bytes(id)[0])] = id;
  }
  if (auto error = check_bytes(vocabulary)) return *error;
  data->identity = identity_of(vocabulary);
  return vocabulary;
}

}  // namespace lockstep::engine
