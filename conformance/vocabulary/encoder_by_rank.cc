#include <algorithm>
#include <bit>
#include <numeric>
#include <string_view>
#include <unordered_map>

#include "lockstep/conformance/vocabulary/encoder_parts.h"
#include "lockstep/engine/vocabulary/gguf_metadata.h"

namespace lockstep::conformance {

using engine::TokenId;
using engine::TokenKind;

EncoderParts parts_by_rank(const engine::Vocabulary& vocabulary, const std::vector<std::uint32_t>& ranks,
                           bool by_character) {
  EncoderParts parts;
  parts.by_character = by_character;
  std::unordered_map<std::string_view, TokenId> by_bytes;
  for (TokenId id = 0; id < vocabulary.size(); ++id) {
    const std::string_view bytes = vocabulary.bytes(id);
    if (vocabulary.kind(id) == TokenKind::normal) by_bytes.try_emplace(bytes, id);
    const TokenKind single = by_character ? TokenKind::byte : TokenKind::normal;
    if (vocabulary.kind(id) == single && bytes.size() == 1)
      parts.bytes[static_cast<unsigned char>(bytes.front())] = id;
  }
  for (const auto& [bytes, id] : by_bytes) {
    if (by_character) parts.characters.emplace(bytes, id);  // longer ones are never asked for
    for (std::size_t cut = 1; cut < bytes.size(); ++cut) {
      const auto left = by_bytes.find(bytes.substr(0, cut));
      const auto right = by_bytes.find(bytes.substr(cut));
      if (left != by_bytes.end() && right != by_bytes.end())
        parts.merges.add(left->second, right->second, ranks[id], id);
    }
    if (!by_character) parts.whole.emplace(bytes, id);
  }
  return parts;
}

std::vector<std::uint32_t> ranks_by_id(const engine::Vocabulary& vocabulary) {
  std::vector<std::uint32_t> ranks(vocabulary.size());
  std::iota(ranks.begin(), ranks.end(), 0U);
  return ranks;
}

engine::Result<std::vector<std::uint32_t>> ranks_of_gguf(std::string_view bytes, std::size_t tokens) {
  const auto metadata = engine::read_gguf_metadata(bytes, {}, true);
  if (!metadata) return metadata.error();
  const engine::GgufEntry* entry = metadata->find("tokenizer.ggml.scores");
  if (entry == nullptr || entry->type != engine::GgufType::array || entry->element != engine::GgufType::f32 ||
      entry->count != tokens) {
    return engine::Error{"tokens_canonical", "the file has no score for each token", {}, ""};
  }
  std::vector<float> scores;
  for (std::size_t at = 0; at < entry->payload.size(); at += 4) {
    std::uint32_t raw = 0;
    for (std::size_t i = 4; i-- > 0;) raw = raw << 8U | static_cast<unsigned char>(entry->payload[at + i]);
    scores.push_back(std::bit_cast<float>(raw));
  }
  std::vector<float> sorted = scores;
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  std::vector<std::uint32_t> ranks;
  for (const float score : scores) {
    const auto place = std::lower_bound(sorted.begin(), sorted.end(), score, std::greater<>());
    ranks.push_back(static_cast<std::uint32_t>(place - sorted.begin()));
  }
  return ranks;
}

}  // namespace lockstep::conformance
