// The prefix tree of a vocabulary: what a mask walk follows.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "lockstep/engine/base/meter.h"
#include "lockstep/engine/vocabulary/vocabulary.h"

namespace lockstep::engine {

// Nodes in pre-order, so that a walk is one loop: a dead node is left by jumping to `skip`. Built once for a
// vocabulary and shared by every constraint. Memory: 16 bytes a node, 4 a token. Thread rules: immutable.
class TokenTrie {
 public:
  // Passes an operation for each node and for each two tokens compared.
  explicit TokenTrie(const Vocabulary& vocabulary, Meter* meter = nullptr);

  struct Node {
    std::uint32_t skip = 0;         // the node after this one's subtree
    std::uint32_t first_token = 0;  // tokens that end here: [first_token, first_token of the next node)
    std::uint32_t depth = 0;        // bytes up to and with this node: a token of 100 kB is legal
    std::uint8_t byte = 0;
  };

  // nodes().back() is an end mark: no byte, first_token past the last token.
  const std::vector<Node>& nodes() const { return nodes_; }
  // Token ids in the order of their nodes; equal byte strings stand side by side.
  const std::vector<TokenId>& tokens() const { return tokens_; }
  // The node of these bytes, with which some token begins. Cost: the siblings on the way.
  std::optional<std::uint32_t> find(std::string_view bytes) const;
  // The longest token in bytes: how deep a walk can go.
  std::size_t longest() const { return longest_; }
  std::size_t memory_bytes() const;

 private:
  std::vector<Node> nodes_;
  std::vector<TokenId> tokens_;
  std::array<std::uint32_t, 256> first_bytes_{};  // the node of each; where there is none, the end mark
  std::size_t longest_ = 0;
};

}  // namespace lockstep::engine
