#include "lockstep/engine/vocabulary/anomalies.h"

#include <algorithm>

#include "lockstep/engine/vocabulary/piece.h"

namespace lockstep::engine {

Anomalies find_anomalies(const Vocabulary& vocabulary, std::size_t examples) {
  Anomalies found;
  const auto note = [&](std::size_t& count, std::vector<TokenId>& list, TokenId id) {
    if (count++ < examples) list.push_back(id);
  };
  std::vector<TokenId> texts;
  for (TokenId id = 0; id < vocabulary.size(); ++id) {
    ++found.by_kind[static_cast<std::size_t>(vocabulary.kind(id))];
    if (!vocabulary.is_text(id)) {
      if (vocabulary.kind(id) == TokenKind::normal) note(found.empty, found.empty_examples, id);
      continue;
    }
    texts.push_back(id);
    if (!is_valid_utf8(vocabulary.bytes(id))) note(found.not_utf8, found.not_utf8_examples, id);
  }
  for (std::size_t byte = 0; byte < 256; ++byte) {
    if (!vocabulary.byte_token(static_cast<std::uint8_t>(byte))) ++found.missing_bytes;
  }

  const std::size_t longest = std::min(examples, texts.size());
  std::partial_sort(texts.begin(), texts.begin() + static_cast<std::ptrdiff_t>(longest), texts.end(),
                    [&](TokenId a, TokenId b) {
                      const std::size_t x = vocabulary.bytes(a).size();
                      const std::size_t y = vocabulary.bytes(b).size();
                      return x != y ? x > y : a < b;
                    });
  found.longest.assign(texts.begin(), texts.begin() + static_cast<std::ptrdiff_t>(longest));

  std::sort(texts.begin(), texts.end(), [&](TokenId a, TokenId b) {
    const int order = vocabulary.bytes(a).compare(vocabulary.bytes(b));
    return order != 0 ? order < 0 : a < b;
  });
  std::vector<Duplicate> duplicates;
  for (std::size_t i = 1, first = 0; i < texts.size(); ++i) {
    if (vocabulary.bytes(texts[i]) == vocabulary.bytes(texts[first])) {
      duplicates.push_back({texts[i], texts[first]});
    } else {
      first = i;
    }
  }
  std::sort(duplicates.begin(), duplicates.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  found.duplicates = duplicates.size();
  duplicates.resize(std::min(examples, duplicates.size()));
  found.duplicate_examples = duplicates;
  return found;
}

}  // namespace lockstep::engine
