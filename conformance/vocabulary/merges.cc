#include "lockstep/conformance/vocabulary/merges.h"

#include <queue>
#include <tuple>

namespace lockstep::conformance {
namespace {

using engine::TokenId;

constexpr std::size_t kNone = SIZE_MAX;

// A token of the text in a doubly linked list; merging keeps the left one's place.
struct Node {
  TokenId token = 0;
  std::size_t before = kNone;
  std::size_t after = kNone;
  bool gone = false;
};

// A pair that may be merged, as it was when it was found: stale when either token has changed since.
struct Candidate {
  std::uint32_t rank = 0;
  std::size_t at = 0;
  TokenId left = 0;
  TokenId right = 0;
  TokenId merged = 0;

  bool operator>(const Candidate& other) const { return std::tie(rank, at) > std::tie(other.rank, other.at); }
};

std::uint64_t key_of(TokenId left, TokenId right) { return std::uint64_t{left} << 32U | right; }

}  // namespace

bool MergeTable::add(TokenId left, TokenId right, std::uint32_t rank, TokenId merged) {
  return merges_.try_emplace(key_of(left, right), Merge{rank, merged}).second;
}

const MergeTable::Merge* MergeTable::find(TokenId left, TokenId right) const {
  const auto found = merges_.find(key_of(left, right));
  return found == merges_.end() ? nullptr : &found->second;
}

void MergeTable::apply(std::vector<TokenId>& tokens) const {
  std::vector<Node> nodes(tokens.size());
  std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> queue;
  const auto offer = [&](std::size_t at) {
    if (at == kNone || nodes[at].after == kNone) return;
    const TokenId left = nodes[at].token;
    const TokenId right = nodes[nodes[at].after].token;
    if (const Merge* merge = find(left, right)) queue.push({merge->rank, at, left, right, merge->merged});
  };
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    nodes[i] = {tokens[i], i == 0 ? kNone : i - 1, i + 1 == nodes.size() ? kNone : i + 1, false};
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) offer(i);
  while (!queue.empty()) {
    const Candidate best = queue.top();
    queue.pop();
    Node& left = nodes[best.at];
    if (left.gone || left.token != best.left || left.after == kNone) continue;
    Node& right = nodes[left.after];
    if (right.token != best.right) continue;
    left.token = best.merged;
    left.after = right.after;
    right.gone = true;
    if (left.after != kNone) nodes[left.after].before = best.at;
    offer(best.at);
    offer(left.before);
  }
  tokens.clear();
  for (const Node& node : nodes) {
    if (!node.gone) tokens.push_back(node.token);
  }
}

}  // namespace lockstep::conformance
