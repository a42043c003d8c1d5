#include "lockstep/engine/mask/mask.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace lockstep::engine {
namespace {

void set_stop_bits(MaskWords& words, const Vocabulary& vocabulary) {
  for (const TokenId id : vocabulary.stop_ids()) set_token(words, id);
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
    if (at != kDeadState) set_token(*words, id);
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

  // The nodes [first, last), which are whole subtrees; the path above them is filled in. Each token that is
  // allowed is given to `found`. False when interrupted.
  template <typename Found>
  bool nodes(std::uint32_t first, std::uint32_t last, const Found& found) {
    const std::vector<TokenTrie::Node>& all = trie.nodes();
    for (std::uint32_t i = first; i < last;) {
      const TokenTrie::Node& node = all[i];
      if (step(node.depth, node.byte) == kDeadState) {
        if (!machine.interrupted().empty()) return false;
        i = node.skip;
        continue;
      }
      for (std::uint32_t t = node.first_token; t < all[i + 1].first_token; ++t) found(trie.tokens()[t]);
      ++i;
    }
    return true;
  }

  bool nodes(std::uint32_t first, std::uint32_t last) {
    return nodes(first, last, [this](TokenId id) { set_token(words, id); });
  }
};

// Tokens that may come with a quote that closes, by the node of the quote: the same for all states of one
// string.
struct MaskMemo::Closed {
  struct Quote {
    std::uint32_t node = 0;
    std::uint32_t first = 0, last = 0;  // of `tokens`
    bool apart = false;                 // a token may reach the next name: it is followed for each state
    bool operator<(const Quote& other) const { return node < other.node; }
  };
  std::vector<Quote> quotes;  // ascending
  std::vector<TokenId> tokens;

  std::size_t bytes() const { return quotes.size() * sizeof(Quote) + tokens.size() * sizeof(TokenId); }
};

// Each of these quotes by itself, from the text on.
bool MaskMemo::walk_quotes(Walk& walk, std::vector<std::uint32_t> quotes) {
  std::sort(quotes.begin(), quotes.end());
  std::string_view last;
  for (const std::uint32_t node : quotes) {
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

// Adds those of the quotes that are not there. False when interrupted.
bool MaskMemo::extend(Walk& walk, bool name, const std::vector<std::uint32_t>& quotes, Closed& closed) {
  std::vector<Closed::Quote> missing;
  auto known = closed.quotes.begin();
  for (const std::uint32_t node : quotes) {
    while (known != closed.quotes.end() && known->node < node) ++known;
    if (known == closed.quotes.end() || known->node != node) missing.push_back({node});
  }
  if (missing.empty()) return true;
  const StateId after = walk.machine.after_quote(walk.path[0].state);
  if (after == kDeadState) return false;
  const Machine::Mark mark = walk.machine.mark();
  const std::vector<TokenTrie::Node>& all = walk.trie.nodes();
  for (Closed::Quote& one : missing) {
    const TokenTrie::Node& quote = all[one.node];
    walk.path.resize(std::max<std::size_t>(walk.path.size(), quote.depth + 1));
    walk.path[quote.depth] = {after, mark};
    one.first = static_cast<std::uint32_t>(closed.tokens.size());
    for (std::uint32_t t = quote.first_token; t < all[one.node + 1].first_token; ++t)
      closed.tokens.push_back(walk.trie.tokens()[t]);
    if (!walk.nodes(one.node + 1, quote.skip, [&](TokenId id) { closed.tokens.push_back(id); })) return false;
    one.last = static_cast<std::uint32_t>(closed.tokens.size());
    for (std::uint32_t t = quote.first_token; name && t < all[quote.skip].first_token; ++t) {
      const std::string_view bytes = vocabulary_.bytes(walk.trie.tokens()[t]);
      one.apart = one.apart || bytes.find(',', quote.depth) != std::string_view::npos;
    }
  }
  closed.quotes.insert(closed.quotes.end(), missing.begin(), missing.end());
  std::sort(closed.quotes.begin(), closed.quotes.end());
  return true;
}

// Of the quotes those that may close a text that the spot has apart: plainly spelled ones are looked for, and
// any text with an escape may be one.
std::vector<std::uint32_t> MaskMemo::quotes_apart(const Machine::StringSpot& spot,
                                                  const std::vector<std::uint32_t>& quotes) {
  std::vector<std::uint32_t> apart;
  if (spot.apart.empty()) return apart;
  for (const std::string& rest : spot.apart) {
    if (const auto node = tokens_->trie().find(rest + '"');
        node && std::binary_search(quotes.begin(), quotes.end(), *node))
      apart.push_back(*node);
  }
  const std::vector<std::uint32_t>& escaped = tokens_->quotes_behind_escapes();
  std::set_intersection(quotes.begin(), quotes.end(), escaped.begin(), escaped.end(),
                        std::back_inserter(apart));
  std::sort(apart.begin(), apart.end());
  return apart;
}

// Quotes behind which it does not matter what was closed. Those where it does are added to `apart`.
bool MaskMemo::follow_closed(Walk& walk, const Machine::StringSpot& spot,
                             const std::vector<std::uint32_t>& quotes, std::vector<std::uint32_t>& apart) {
  const std::vector<std::uint32_t> own = quotes_apart(spot, quotes);
  std::vector<std::uint32_t> alike;
  std::set_difference(quotes.begin(), quotes.end(), own.begin(), own.end(), std::back_inserter(alike));
  apart.insert(apart.end(), own.begin(), own.end());
  std::shared_ptr<Closed>& known = closed_[*spot.closed];
  if (known == nullptr) known = std::make_shared<Closed>();
  const std::shared_ptr<Closed> closed = known;
  const std::size_t before = closed->bytes();
  const bool whole = extend(walk, spot.name, alike, *closed);
  if (!whole || closed->bytes() - before > most_bytes_ - bytes_) {
    bytes_ -= before;
    closed_.erase(*spot.closed);
  } else {
    bytes_ += closed->bytes() - before;
  }
  if (!whole) return false;
  auto at = closed->quotes.begin();
  for (const std::uint32_t node : alike) {
    while (at->node != node) ++at;
    if (at->apart) apart.push_back(node);
    for (std::uint32_t t = at->first; !at->apart && t < at->last; ++t)
      set_token(walk.words, closed->tokens[t]);
  }
  return true;
}

// Tokens that stay inside come from `tokens_`; from each closing quote on the machine decides.
bool MaskMemo::walk_string(Walk& walk, const Machine::StringSpot& spot) {
  std::shared_ptr<const InsideString> inside;
  walk.machine.metered([&](Meter& meter) { inside = tokens_->inside(spot, meter); });
  if (inside == nullptr) return false;
  walk.words = inside->words;
  std::vector<std::uint32_t> apart = inside->closing;
  if (!spot.closed || inside->unlisted.empty()) {
    apart.insert(apart.end(), inside->unlisted.begin(), inside->unlisted.end());
  } else if (!follow_closed(walk, spot, inside->unlisted, apart)) {
    return false;
  }
  return walk_quotes(walk, std::move(apart));
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
