#include "lockstep/engine/mask/token_trie.h"

#include <algorithm>
#include <string_view>

namespace lockstep::engine {

TokenTrie::TokenTrie(const Vocabulary& vocabulary, Meter* meter) {
  for (TokenId id = 0; id < vocabulary.size(); ++id) {
    if (vocabulary.is_text(id)) tokens_.push_back(id);
  }
  std::sort(tokens_.begin(), tokens_.end(), [&](TokenId a, TokenId b) {
    pass_bytes(meter, std::min(vocabulary.bytes(a).size(), vocabulary.bytes(b).size()) / 8);
    const int order = vocabulary.bytes(a).compare(vocabulary.bytes(b));
    return order != 0 ? order < 0 : a < b;
  });
  std::vector<std::uint32_t> path;  // nodes from the root to the last token
  std::string_view before;
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    const std::string_view bytes = vocabulary.bytes(tokens_[i]);
    pass(meter, 1 + bytes.size() / 4);
    longest_ = std::max(longest_, bytes.size());
    const auto shared = static_cast<std::size_t>(
        std::mismatch(before.begin(), before.end(), bytes.begin(), bytes.end()).first - before.begin());
    const auto here = static_cast<std::uint32_t>(nodes_.size());
    for (; path.size() > shared; path.pop_back()) nodes_[path.back()].skip = here;
    for (std::size_t depth = shared; depth < bytes.size(); ++depth) {
      path.push_back(static_cast<std::uint32_t>(nodes_.size()));
      nodes_.push_back({0, static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(depth + 1),
                        static_cast<std::uint8_t>(bytes[depth])});
    }
    before = bytes;
  }
  for (; !path.empty(); path.pop_back()) nodes_[path.back()].skip = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back(
      {static_cast<std::uint32_t>(nodes_.size()), static_cast<std::uint32_t>(tokens_.size()), 0, 0});
  first_bytes_.fill(static_cast<std::uint32_t>(nodes_.size() - 1));
  for (std::uint32_t i = 0; i + 1 < nodes_.size(); i = nodes_[i].skip) first_bytes_[nodes_[i].byte] = i;
}

std::optional<std::uint32_t> TokenTrie::find(std::string_view bytes) const {
  if (bytes.empty()) return std::nullopt;
  const auto last = static_cast<std::uint32_t>(nodes_.size() - 1);
  std::uint32_t at = first_bytes_[static_cast<std::uint8_t>(bytes[0])];
  for (std::size_t depth = 1; at != last && depth < bytes.size(); ++depth) {
    const std::uint32_t end = nodes_[at].skip;
    std::uint32_t child = at + 1;
    while (child < end && nodes_[child].byte != static_cast<std::uint8_t>(bytes[depth]))
      child = nodes_[child].skip;
    if (child >= end) return std::nullopt;
    at = child;
  }
  return at == last ? std::nullopt : std::optional(at);
}

std::size_t TokenTrie::memory_bytes() const {
  return nodes_.size() * sizeof(Node) + tokens_.size() * sizeof(TokenId);
}

}  // namespace lockstep::engine
