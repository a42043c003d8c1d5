#include "lockstep/engine/mask/mask.h"

namespace lockstep::engine {
namespace {

constexpr std::size_t kStepsBetweenChecks = 4096;

bool cancelled(const Cancellation* cancellation) {
  return cancellation != nullptr && cancellation->cancelled();
}

void set(MaskWords& words, TokenId id) { words[id / 32] |= 1U << (id % 32); }

void set_stop_bits(MaskWords& words, const Vocabulary& vocabulary) {
  for (const TokenId id : vocabulary.stop_ids()) set(words, id);
}

}  // namespace

std::shared_ptr<const MaskWords> mask_by_tokens(Machine& machine, StateId state, const Vocabulary& vocabulary,
                                                const Cancellation* cancellation) {
  auto words = std::make_shared<MaskWords>(mask_words(vocabulary), 0);
  for (TokenId id = 0; id < vocabulary.size(); ++id) {
    if (id % kStepsBetweenChecks == 0 && cancelled(cancellation)) return nullptr;
    if (!vocabulary.is_text(id)) continue;
    StateId at = state;
    for (const char byte : vocabulary.bytes(id)) {
      at = machine.step(at, static_cast<std::uint8_t>(byte));
      if (at == kDeadState) break;
    }
    if (at != kDeadState) set(*words, id);
  }
  if (machine.can_stop(state)) set_stop_bits(*words, vocabulary);
  return words;
}

std::shared_ptr<const MaskWords> MaskMemo::walk(Machine& machine, StateId state,
                                                const Cancellation* cancellation) const {
  auto words = std::make_shared<MaskWords>(mask_words(vocabulary_), 0);
  const std::vector<TokenTrie::Node>& nodes = trie_->nodes();
  std::vector<StateId> path(trie_->longest() + 1);  // path[d]: the state after d bytes
  path[0] = state;
  std::size_t visited = 0;
  for (std::size_t i = 0; i + 1 < nodes.size();) {
    if (visited++ % kStepsBetweenChecks == 0 && cancelled(cancellation)) return nullptr;
    const TokenTrie::Node& node = nodes[i];
    const StateId next = machine.step(path[node.depth - 1], node.byte);
    if (next == kDeadState) {
      i = node.skip;
      continue;
    }
    path[node.depth] = next;
    for (std::uint32_t t = node.first_token; t < nodes[i + 1].first_token; ++t)
      set(*words, trie_->tokens()[t]);
    ++i;
  }
  if (machine.can_stop(state)) set_stop_bits(*words, vocabulary_);
  return words;
}

std::shared_ptr<const MaskWords> MaskMemo::mask(Machine& machine, StateId state,
                                                const Cancellation* cancellation) {
  if (const auto found = by_state_.find(state); found != by_state_.end()) {
    ++hits_;
    return found->second;
  }
  std::shared_ptr<const MaskWords> words = walk(machine, state, cancellation);
  if (words == nullptr) return nullptr;
  ++built_;
  if (const auto same = by_content_.find(*words); same != by_content_.end()) {
    words = same->second;
  } else {
    const std::size_t size = words->size() * sizeof(std::uint32_t);
    if (bytes_ + size > most_bytes_) return words;
    bytes_ += size;
    by_content_.emplace(*words, words);
  }
  by_state_.emplace(state, words);
  return words;
}

}  // namespace lockstep::engine
