#include "lockstep/engine/mask/string_tokens.h"

#include <algorithm>
#include <deque>

#include "lockstep/engine/mask/pattern_walk.h"

namespace lockstep::engine {
namespace {

constexpr std::size_t kMostFreeBytes = std::size_t{16}
                                       << 20U;  // kept for one vocabulary; beyond it, computed each time
constexpr std::size_t kVocabulariesKept = 4;

void clear(MaskWords& words, TokenId id) { words[id / 32] &= ~(1U << (id % 32)); }

// Any text; but with a bound that no text reaches, so that the automaton counts.
const StringLanguage& counted_text() {
  static const StringLanguage language({}, {{0, kNoLimit - 1}});
  return language;
}

bool unfinished(const StringState& state) { return state.phase != StringState{}.phase; }

}  // namespace

StringTokens::StringTokens(Vocabulary vocabulary, Meter* meter)
    : vocabulary_(std::move(vocabulary)), trie_(vocabulary_, meter) {
  const std::vector<TokenTrie::Node>& nodes = trie_.nodes();
  std::uint32_t escaped_until = 0;  // nodes before it are below a backslash
  for (std::uint32_t i = 0; i + 1 < nodes.size(); ++i) {
    pass(meter);
    if (i >= escaped_until && nodes[i].byte == '\\') escaped_until = nodes[i].skip;
    if (i < escaped_until && nodes[i].byte == '"') quotes_behind_escapes_.push_back(i);
  }
}

std::size_t StringTokens::memory_bytes() const {
  const std::lock_guard guard(lock_);
  return trie_.memory_bytes() + quotes_behind_escapes_.size() * sizeof(std::uint32_t) + bytes_;
}

std::shared_ptr<const StringTokens::FreeString> StringTokens::walk_free(const Machine::StringSpot& spot,
                                                                        Meter& meter) const {
  const StringAutomaton automaton(counted_text(), spot.escapes);
  auto free = std::make_shared<FreeString>();
  free->words.assign(mask_words(vocabulary_), 0);
  const std::vector<TokenTrie::Node>& nodes = trie_.nodes();
  std::vector<StringState> path(trie_.longest() + 1);  // path[d]: the state after d bytes
  path[0].phase = spot.state.phase;
  path[0].first = spot.state.first;
  path[0].last = spot.state.last;
  for (std::uint32_t i = 0; i + 1 < nodes.size();) {
    meter.pass();
    const TokenTrie::Node& node = nodes[i];
    const StringState& at = path[node.depth - 1];
    const bool closes = node.byte == '"' && automaton.can_close(at);
    if (closes) free->closing.push_back({i, static_cast<std::uint32_t>(at.text.length)});
    const std::optional<StringState> next = closes ? std::nullopt : automaton.step(at, node.byte);
    if (!next) {
      i = node.skip;
      continue;
    }
    path[node.depth] = *next;
    const auto need = static_cast<std::uint32_t>(next->text.length + (unfinished(*next) ? 1 : 0));
    for (std::uint32_t t = node.first_token; t < nodes[i + 1].first_token; ++t) {
      free->needs.push_back({need, trie_.tokens()[t]});
      set_token(free->words, trie_.tokens()[t]);
    }
    ++i;
  }
  std::stable_sort(free->needs.begin(), free->needs.end(), [&meter](const auto& a, const auto& b) {
    meter.pass();
    return a.code_points > b.code_points;
  });
  return free;
}

std::shared_ptr<const StringTokens::FreeString> StringTokens::free_string(const Machine::StringSpot& spot,
                                                                          Meter& meter) {
  const Key key{spot.escapes, spot.state.phase, spot.state.first, spot.state.last};
  {
    const std::lock_guard guard(lock_);
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
  }
  // Not under the lock: others go on meanwhile, at worst two find the same.
  std::shared_ptr<const FreeString> free = walk_free(spot, meter);
  const std::size_t size = free->words.size() * sizeof(std::uint32_t) +
                           free->needs.size() * sizeof(FreeString::Need) +
                           free->closing.size() * sizeof(FreeString::Closing);
  const std::lock_guard guard(lock_);
  if (bytes_ + size <= kMostFreeBytes && known_.emplace(key, free).second) bytes_ += size;
  return free;
}

// `inside` holds the free string's words. Follows the listed texts; where they are left behind, the free
// string holds.
void StringTokens::walk_listed(const Machine::StringSpot& spot, const FreeString& free, InsideString& inside,
                               Meter& meter) const {
  const StringAutomaton automaton(*spot.language, spot.escapes);
  const std::vector<LengthRange>& lengths = *spot.language->lengths_only(spot.state.text.pattern);
  const std::vector<TokenTrie::Node>& nodes = trie_.nodes();
  std::vector<StringState> path(trie_.longest() + 1);
  path[0] = spot.state;
  auto closing = free.closing.begin();
  for (std::uint32_t i = 0; i + 1 < nodes.size();) {
    meter.pass();
    const TokenTrie::Node& node = nodes[i];
    const StringState& at = path[node.depth - 1];
    const bool closes = node.byte == '"' && automaton.can_close(at);
    if (closes) inside.closing.push_back(i);
    const std::optional<StringState> next = closes ? std::nullopt : automaton.step(at, node.byte);
    if (next && next->low < next->high) {
      for (std::uint32_t t = node.first_token; t < nodes[i + 1].first_token; ++t)
        set_token(inside.words, trie_.tokens()[t]);
      path[node.depth] = *next;
      ++i;
      continue;
    }
    if (next) {
      while (closing != free.closing.end() && closing->node < i) ++closing;
      for (; closing != free.closing.end() && closing->node < node.skip; ++closing) {
        if (holds_length(lengths, spot.state.text.length + closing->length))
          inside.unlisted.push_back(closing->node);
      }
    } else {
      for (std::uint32_t t = node.first_token; t < nodes[node.skip].first_token; ++t) {
        clear(inside.words, trie_.tokens()[t]);
      }
    }
    i = node.skip;
  }
}

std::shared_ptr<const InsideString> StringTokens::inside(const Machine::StringSpot& spot, Meter& meter) {
  const std::vector<LengthRange>* only = spot.language->lengths_only(spot.state.text.pattern);
  if (only == nullptr) {
    auto inside = std::make_shared<InsideString>();
    inside->words.assign(mask_words(vocabulary_), 0);
    PatternWalk(spot, trie_).run(*inside, meter);
    return inside;
  }
  const std::vector<LengthRange>& lengths = *only;
  const std::shared_ptr<const FreeString> free = free_string(spot, meter);
  auto inside = std::make_shared<InsideString>();
  if (lengths.empty() || lengths.back().high < spot.state.text.length) {
    inside->words.assign(free->words.size(), 0);
  } else {
    const std::uint64_t high = lengths.back().high;
    const std::uint64_t room = high == kNoLimit ? kNoLimit : high - spot.state.text.length;
    inside->words = free->words;
    for (const FreeString::Need& need : free->needs) {
      if (need.code_points <= room) break;
      clear(inside->words, need.token);
    }
  }
  if (spot.state.low < spot.state.high) {
    walk_listed(spot, *free, *inside, meter);
    return inside;
  }
  for (const FreeString::Closing& closing : free->closing) {
    if (holds_length(lengths, spot.state.text.length + closing.length))
      inside->unlisted.push_back(closing.node);
  }
  return inside;
}

std::shared_ptr<StringTokens> string_tokens_of(const Vocabulary& vocabulary, Meter* meter) {
  static std::mutex lock;
  static std::deque<std::shared_ptr<StringTokens>> kept;
  const auto take = [&](std::shared_ptr<StringTokens> made) -> std::shared_ptr<StringTokens> {
    const std::lock_guard guard(lock);
    const auto found = std::find_if(kept.begin(), kept.end(), [&](const std::shared_ptr<StringTokens>& one) {
      return one->vocabulary().identity() == vocabulary.identity();
    });
    if (found == kept.end() && made == nullptr) return nullptr;
    if (found != kept.end()) {
      made = *found;
      kept.erase(found);
    }
    kept.push_front(made);
    if (kept.size() > kVocabulariesKept) kept.pop_back();
    return made;
  };
  if (auto known = take(nullptr)) return known;
  // Not under the lock, so that who waits for one can be cancelled too; at worst two make the same.
  return take(std::make_shared<StringTokens>(vocabulary, meter));
}

}  // namespace lockstep::engine
