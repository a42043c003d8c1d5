#include "lockstep/conformance/subject/engine_drive.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>

#include "lockstep/engine/session/constraint.h"

namespace lockstep::conformance {
namespace {

// At the end of a text that was taken whole.
InstanceReply ended(engine::Session& session, const engine::Vocabulary& vocabulary, std::size_t size) {
  std::vector<std::uint32_t> words(session.mask_words());
  if (const auto masked = session.mask(words); !masked.ok())
    return {Validity::error, masked.error().code, size};
  for (const engine::TokenId stop : vocabulary.stop_ids()) {
    if (bit_of(words, stop) != session.can_stop())
      return {Validity::error, "a stop bit and can_stop disagree", size};
  }
  return {session.can_stop() ? Validity::valid : Validity::invalid, "", size};
}

}  // namespace

std::variant<engine::Constraint, engine::CompileFault> compile_with_engine(const EngineSettings& settings,
                                                                           const ValidateRequest& request) {
  engine::SchemaOptions options;
  options.assert_formats = request.assert_formats;
  options.openapi = settings.openapi;
  if (!request.dialect.empty()) options.default_dialect = request.dialect;
  static const Registry kNone;
  return engine::compile_schema(request.schema, request.registry ? *request.registry : kNone, options,
                                settings.policy, settings.limits);
}

RandomSpelling::RandomSpelling(engine::Vocabulary vocabulary) : vocabulary_(std::move(vocabulary)) {
  for (engine::TokenId id = 0; id < vocabulary_.size(); ++id) {
    if (!vocabulary_.is_text(id)) continue;
    by_bytes_[vocabulary_.bytes(id)].push_back(id);
    longest_ = std::max(longest_, vocabulary_.bytes(id).size());
  }
}

std::optional<std::vector<engine::TokenId>> RandomSpelling::spell(std::string_view text,
                                                                  std::uint64_t seed) const {
  std::mt19937_64 random(seed);
  std::vector<engine::TokenId> tokens;
  std::vector<engine::TokenId> fits;
  for (std::size_t at = 0; at < text.size();) {
    fits.clear();
    for (std::size_t size = 1; size <= std::min(longest_, text.size() - at); ++size) {
      const auto found = by_bytes_.find(text.substr(at, size));
      if (found != by_bytes_.end()) fits.insert(fits.end(), found->second.begin(), found->second.end());
    }
    if (fits.empty()) return std::nullopt;
    tokens.push_back(fits[random() % fits.size()]);
    at += vocabulary_.bytes(tokens.back()).size();
  }
  return tokens;
}

std::uint64_t hash_of_text(std::string_view text) {
  std::uint64_t hash = 14695981039346656037U;
  for (const char byte : text) hash = (hash ^ static_cast<unsigned char>(byte)) * 1099511628211U;
  return hash;
}

bool bit_of(const std::vector<std::uint32_t>& words, engine::TokenId id) {
  return id / 32 < words.size() && (words[id / 32] >> (id % 32) & 1U) != 0;
}

InstanceReply drive_bytes(engine::Session session, const engine::Vocabulary& vocabulary,
                          const std::string& text, const std::function<bool()>& stop) {
  std::vector<engine::TokenId> tokens;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<std::uint8_t>(text[i]);
    const std::optional<engine::TokenId> token = vocabulary.byte_token(byte);
    if (!token) return {Validity::error, fmt::format("the vocabulary has no token for byte {:02X}", byte), i};
    tokens.push_back(*token);
  }
  return drive_tokens(std::move(session), vocabulary, text, tokens, stop);
}

InstanceReply drive_tokens(engine::Session session, const engine::Vocabulary& vocabulary,
                           const std::string& text, const std::vector<engine::TokenId>& tokens,
                           const std::function<bool()>& stop) {
  std::vector<std::uint32_t> words(session.mask_words());
  std::size_t at = 0;
  for (const engine::TokenId token : tokens) {
    if (stop && stop()) return {Validity::hang, "was stopped", at};
    if (const auto masked = session.mask(words); !masked.ok())
      return {Validity::error, masked.error().code, at};
    const bool taken = session.accept(token).ok();
    if (bit_of(words, token) != taken) return {Validity::error, "the mask and accept disagree", at};
    const std::string_view bytes = vocabulary.bytes(token);
    if (!taken) {
      const auto died = session.accept_bytes(bytes);
      if (died.ok()) return {Validity::error, "a token and its bytes disagree", at};
      return {Validity::invalid, "died", at + died.error().offset.value_or(0)};
    }
    at += bytes.size();
  }
  return ended(session, vocabulary, text.size());
}

std::optional<std::vector<engine::TokenId>> ids_after(engine::Session session, std::string_view bytes) {
  if (!session.accept_bytes(bytes).ok()) return std::nullopt;
  std::vector<std::uint32_t> words(session.mask_words());
  if (!session.mask(words).ok()) return std::nullopt;
  std::vector<engine::TokenId> ids;
  for (std::size_t word = 0; word < words.size(); ++word) {
    for (std::uint32_t rest = words[word]; rest != 0; rest &= rest - 1) {
      ids.push_back(
          static_cast<engine::TokenId>(word * 32 + static_cast<std::size_t>(std::countr_zero(rest))));
    }
  }
  return ids;
}

}  // namespace lockstep::conformance
