#include "lockstep/engine/mask/mask.h"

#include <algorithm>
#include <string_view>

namespace lockstep::engine {
namespace {

void set(MaskWords& words, TokenId id) { words[id / 32] |= 1U << (id % 32); }

void set_stop_bits(MaskWords& words, const Vocabulary& vocabulary) {
  for (const TokenId id : vocabulary.stop_ids()) set(words, id);
}

// Is the caller's wish to stop there already?
bool look(Machine& machine) {
  machine.metered([](Meter& meter) { meter.look(); });
  return !machine.interrupted().empty();
}

// FNV-1a over words: cheap, and equal hashes are compared in full.
std::uint64_t hash_of(const MaskWords& words) {
  std::uint64_t hash = 14695981039346656037U;
  for (const std::uint32_t word : words) hash = (hash ^ word) * 1099511628211U;
  return hash;
}

}  // namespace

std::shared_ptr<const MaskWords> mask_by_tokens(Machine& machine, StateId state,
                                                const Vocabulary& vocabulary) {
  auto words = std::make_shared<MaskWords>(mask_words(vocabulary), 0);
  const Machine::Mark before = machine.mark();
  if (look(machine)) return nullptr;
  for (TokenId id = 0; id < vocabulary.size(); ++id) {
    if (!vocabulary.is_text(id)) continue;
    StateId at = state;
    for (const char byte : vocabulary.bytes(id)) {
      at = machine.step(at, static_cast<std::uint8_t>(byte));
      if (at == kDeadState) break;
    }
    machine.release(before);
    if (at != kDeadState) set(*words, id);
    if (at == kDeadState && !machine.interrupted().empty()) return nullptr;
  }
  if (machine.can_stop(state)) set_stop_bits(*words, vocabulary);
  return machine.interrupted().empty() ? words : nullptr;
}

// One mask in the making.
struct MaskMemo::Walk {
  Machine& machine;
  const TokenTrie& trie;
  MaskWords& words;
  std::size_t most_scratch;
  struct Point {
    StateId state = kDeadState;
    Machine::Mark after;  // what is beyond it, the states above do not need
  };
  std::vector<Point> path;  // path[d]: after d bytes

  // One byte from path[depth - 1]. kDeadState also when the machine was interrupted.
  StateId step(std::size_t depth, std::uint8_t byte) {
    const Machine::Mark now = machine.mark();
    if (now.states + now.frames + now.texts - path[0].after.states - path[0].after.frames -
            path[0].after.texts >
        most_scratch)
      machine.release(path[depth - 1].after);
    const StateId next = machine.step(path[depth - 1].state, byte);
    if (next == kDeadState) return next;
    if (depth >= path.size()) path.resize(depth + 1);
    path[depth] = {next, machine.mark()};
    return next;
  }

  // The nodes [first, last), which are whole subtrees; the path above them is filled in. False when
  // interrupted.
  bool nodes(std::uint32_t first, std::uint32_t last) {
    const std::vector<TokenTrie::Node>& all = trie.nodes();
    for (std::uint32_t i = first; i < last;) {
      const TokenTrie::Node& node = all[i];
      if (step(node.depth, node.byte) == kDeadState) {
        if (!machine.interrupted().empty()) return false;
        i = node.skip;
        continue;
      }
      for (std::uint32_t t = node.first_token; t < all[i + 1].first_token; ++t) set(words, trie.tokens()[t]);
      ++i;
    }
    return true;
  }
};

// Tokens that stay inside come from `tokens_`; from each closing quote on the machine decides.
bool MaskMemo::walk_string(Walk& walk, const Machine::StringSpot& spot) {
  std::shared_ptr<const InsideString> inside;
  walk.machine.metered([&](Meter& meter) { inside = tokens_->inside(spot, meter); });
  if (inside == nullptr) return false;
  walk.words = inside->words;
  std::string_view last;
  for (const std::uint32_t node : inside->closing) {
    const TokenTrie::Node& quote = walk.trie.nodes()[node];
    // Every node lies on the way to a token, the first one that is not before it.
    const std::string_view way =
        vocabulary_.bytes(walk.trie.tokens()[quote.first_token]).substr(0, quote.depth - 1);
    const auto shared = std::mismatch(last.begin(), last.end(), way.begin(), way.end()).first - last.begin();
    for (auto depth = static_cast<std::size_t>(shared); depth < way.size(); ++depth) {
      // Alive, as the automaton took it.
      if (walk.step(depth + 1, static_cast<std::uint8_t>(way[depth])) == kDeadState) return false;
    }
    last = way;
    if (!walk.nodes(node, quote.skip)) return false;
  }
  return true;
}

std::shared_ptr<const MaskWords> MaskMemo::build(Machine& machine, StateId state) {
  if (look(machine)) return nullptr;
  auto words = std::make_shared<MaskWords>(mask_words(vocabulary_), 0);
  const Machine::Mark before = machine.mark();
  Walk walk{machine, tokens_->trie(), *words, most_scratch_, {{state, before}}};
  const std::optional<Machine::StringSpot> spot = machine.in_string(state);
  const auto end = static_cast<std::uint32_t>(walk.trie.nodes().size() - 1);
  const bool whole = spot ? walk_string(walk, *spot) : walk.nodes(0, end);
  machine.release(before);
  if (!whole || !machine.interrupted().empty()) return nullptr;
  if (machine.can_stop(state)) set_stop_bits(*words, vocabulary_);
  return machine.interrupted().empty() ? words : nullptr;
}

// The one copy of these words: an equal one that is kept already, else these if there is room. Null: no room.
std::shared_ptr<const MaskWords> MaskMemo::keep(std::shared_ptr<const MaskWords> words) {
  const std::uint64_t hash = hash_of(*words);
  const auto [first, last] = by_content_.equal_range(hash);
  for (auto same = first; same != last; ++same) {
    if (*same->second == *words) return same->second;
  }
  const std::size_t size = words->size() * sizeof(std::uint32_t);
  if (size > most_bytes_ - bytes_) return nullptr;
  bytes_ += size;
  by_content_.emplace(hash, words);
  return words;
}

std::shared_ptr<const MaskWords> MaskMemo::mask(Machine& machine, StateId state) {
  if (const auto found = by_state_.find(state); found != by_state_.end()) {
    ++hits_;
    return found->second;
  }
  std::shared_ptr<const MaskWords> words = build(machine, state);
  if (words == nullptr) return nullptr;
  ++built_;
  const std::shared_ptr<const MaskWords> kept = keep(words);
  if (kept == nullptr) return words;
  by_state_.emplace(state, kept);
  return kept;
}

}  // namespace lockstep::engine
