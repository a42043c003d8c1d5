#include "lockstep/engine/mask/string_tokens.h"

#include <algorithm>

namespace lockstep::engine {
namespace {

constexpr std::size_t kStepsBetweenChecks = 4096;

}  // namespace

// Lengths are counted from the state on. A token sees those up to its own, plus one code point that it leaves
// unfinished; of all beyond it only whether there are any.
StringTokens::Key StringTokens::key_of(const Machine::StringSpot& spot) const {
  const std::uint64_t horizon = trie_->longest() + 2;
  const std::uint64_t length = spot.state.length;
  std::vector<std::uint64_t> seen;
  for (const LengthRange& range : spot.language->lengths()) {
    if (range.high < length) continue;
    const std::uint64_t low = std::min(std::max(range.low, length) - length, horizon + 1);
    const std::uint64_t high =
        range.high == kNoLimit || range.high - length > horizon ? kNoLimit : range.high - length;
    if (!seen.empty() && seen.back() == kNoLimit) break;  // two ranges beyond the horizon are one
    seen.push_back(low);
    seen.push_back(high);
  }
  return {spot.state.phase, spot.state.first, spot.state.last, std::move(seen)};
}

std::shared_ptr<const InsideString> StringTokens::walk(const Machine::StringSpot& spot,
                                                       const Cancellation* cancellation) const {
  const StringAutomaton automaton(*spot.language, spot.escapes);
  auto inside = std::make_shared<InsideString>();
  inside->words.assign(mask_words(vocabulary_), 0);
  const std::vector<TokenTrie::Node>& nodes = trie_->nodes();
  std::vector<StringState> path(trie_->longest() + 1);  // path[d]: the state after d bytes
  path[0] = spot.state;
  std::size_t visited = 0;
  for (std::uint32_t i = 0; i + 1 < nodes.size();) {
    if (visited++ % kStepsBetweenChecks == 0 && cancellation != nullptr && cancellation->cancelled())
      return nullptr;
    const TokenTrie::Node& node = nodes[i];
    const StringState& at = path[node.depth - 1];
    if (node.byte == '"' && automaton.can_close(at)) {
      inside->closing.push_back(i);
      i = node.skip;
      continue;
    }
    const std::optional<StringState> next = automaton.step(at, node.byte);
    if (!next) {
      i = node.skip;
      continue;
    }
    path[node.depth] = *next;
    for (std::uint32_t t = node.first_token; t < nodes[i + 1].first_token; ++t) {
      const TokenId id = trie_->tokens()[t];
      inside->words[id / 32] |= 1U << (id % 32);
    }
    ++i;
  }
  return inside;
}

std::shared_ptr<const InsideString> StringTokens::inside(const Machine::StringSpot& spot, std::size_t& room,
                                                         const Cancellation* cancellation) {
  if (spot.state.low < spot.state.high) return walk(spot, cancellation);
  Key key = key_of(spot);
  if (const auto found = known_.find(key); found != known_.end()) return found->second;
  std::shared_ptr<const InsideString> inside = walk(spot, cancellation);
  if (inside == nullptr) return nullptr;
  const std::size_t size = (inside->words.size() + inside->closing.size()) * sizeof(std::uint32_t);
  if (size > room) return inside;
  room -= size;
  known_.emplace(std::move(key), inside);
  return inside;
}

}  // namespace lockstep::engine
