// Reading access; see builder.cc for how one is made.
#include "lockstep/engine/vocabulary/vocabulary.h"

#include <algorithm>

#include "lockstep/engine/base/check.h"
#include "lockstep/engine/vocabulary/data.h"

namespace lockstep::engine {

std::string_view name(TokenKind kind) {
  switch (kind) {
    case TokenKind::normal:
      return "normal";
    case TokenKind::byte:
      return "byte";
    case TokenKind::control:
      return "control";
    case TokenKind::special:
      return "special";
    case TokenKind::unused:
      return "unused";
  }
  return "?";
}

std::uint32_t Vocabulary::size() const { return static_cast<std::uint32_t>(data_->kinds.size()); }

std::uint32_t Vocabulary::logit_width() const { return data_->logit_width; }

std::string_view Vocabulary::bytes(TokenId id) const {
  LOCKSTEP_CHECK(id < size());
  const std::uint32_t begin = data_->offsets[id];
  return std::string_view(data_->arena).substr(begin, data_->offsets[id + 1] - begin);
}

TokenKind Vocabulary::kind(TokenId id) const {
  LOCKSTEP_CHECK(id < size());
  return data_->kinds[id];
}

bool Vocabulary::is_text(TokenId id) const {
  const TokenKind k = kind(id);
  return (k == TokenKind::normal || k == TokenKind::byte) && data_->offsets[id] != data_->offsets[id + 1];
}

const std::vector<TokenId>& Vocabulary::stop_ids() const { return data_->stops; }

bool Vocabulary::is_stop(TokenId id) const {
  return std::binary_search(data_->stops.begin(), data_->stops.end(), id);
}

std::optional<TokenId> Vocabulary::byte_token(std::uint8_t byte) const {
  const TokenId id = data_->byte_tokens[byte];
  return id == kNoToken ? std::nullopt : std::optional<TokenId>(id);
}

const std::string& Vocabulary::identity() const { return data_->identity; }

const std::string& Vocabulary::format() const { return data_->format; }

std::size_t Vocabulary::memory_bytes() const {
  return sizeof(Data) + data_->arena.capacity() + data_->offsets.capacity() * sizeof(std::uint32_t) +
         data_->kinds.capacity() * sizeof(TokenKind) + data_->stops.capacity() * sizeof(TokenId);
}

}  // namespace lockstep::engine
