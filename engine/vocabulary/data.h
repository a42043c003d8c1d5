// What stands behind a Vocabulary handle: private to this folder.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "lockstep/engine/vocabulary/vocabulary.h"

namespace lockstep::engine {

inline constexpr TokenId kNoToken = 0xFFFFFFFFU;

struct Vocabulary::Data {
  std::string arena;                   // the bytes of all tokens in the order of ids
  std::vector<std::uint32_t> offsets;  // size + 1 of them
  std::vector<TokenKind> kinds;
  std::vector<TokenId> stops;
  std::array<TokenId, 256> byte_tokens{};
  std::uint32_t logit_width = 0;
  std::string identity;
  std::string format;
};

}  // namespace lockstep::engine
