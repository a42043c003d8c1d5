#include "lockstep/engine/lexical/pattern_strings.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <queue>
#include <tuple>
#include <unordered_set>

namespace lockstep::engine {
namespace {

constexpr std::size_t kMostFans = 4096;
// Of so many patterns every vector is put to the verdict; of more nothing is known about what they need.
constexpr std::size_t kMostPatternsAsked = 8;

std::uint64_t key_of(PatternSet::State state, std::uint64_t length) { return length << 32U | state; }

}  // namespace

PatternStrings::PatternStrings(std::shared_ptr<PatternSet> patterns, std::uint64_t settled, Verdict verdict,
                               const Limits& limits, Meter* meter)
    : patterns_(std::move(patterns)),
      settled_(settled),
      verdict_(std::move(verdict)),
      search_limit_(limits.pattern_search),
      meter_(meter) {}

const std::vector<LengthRange>& PatternStrings::ranges(State state) {
  const std::uint32_t outcome = patterns_->outcome(state);
  if (const auto known = ranges_.find(outcome); known != ranges_.end()) return known->second;
  std::vector<LengthRange> made = merged_ranges(verdict_(patterns_->matched(outcome)));
  return ranges_[outcome] = std::move(made);
}

bool PatternStrings::wanted(State state, std::uint64_t length) {
  if (state == PatternSet::kMissing) return false;
  return holds_length(ranges(state), length);
}

const std::vector<LengthRange>* PatternStrings::lengths_only(State state) {
  return state != PatternSet::kMissing && patterns_->settled(state) ? &ranges(state) : nullptr;
}

// The states after one more code point, each once, with a class that leads there; kMissing too.
std::vector<PatternStrings::Next> PatternStrings::successors(State state) {
  std::vector<Next> out;
  std::unordered_set<State> known;
  pass(meter_, patterns_->classes());
  for (PatternSet::Class c = 0; c < patterns_->classes(); ++c) {
    const State next = patterns_->step(state, c);
    if (known.insert(next).second) out.push_back({next, c});
  }
  return out;
}

// Which patterns match in the strings that are wanted: of such sets of patterns those that hold no other.
const std::vector<std::vector<std::size_t>>& PatternStrings::matches_needed(bool settled) {
  auto& known = needed_[settled ? 0 : 1];
  if (known) return *known;
  const std::size_t patterns = patterns_->patterns();
  std::vector<std::vector<std::size_t>> made;
  if (patterns > kMostPatternsAsked) return known.emplace(1);
  std::vector<std::size_t> all(std::size_t{1} << patterns);
  std::iota(all.begin(), all.end(), std::size_t{0});
  std::stable_sort(all.begin(), all.end(),
                   [](std::size_t a, std::size_t b) { return std::popcount(a) < std::popcount(b); });
  for (const std::size_t bits : all) {
    std::vector<bool> matched;
    std::vector<std::size_t> those;
    for (std::size_t i = 0; i < patterns; ++i) {
      matched.push_back((bits >> i & 1U) != 0);
      if (matched.back()) those.push_back(i);
    }
    pass(meter_, 1 + made.size());
    if (std::any_of(made.begin(), made.end(), [&](const auto& fewer) {
          return std::includes(those.begin(), those.end(), fewer.begin(), fewer.end());
        }))
      continue;
    const std::vector<LengthRange> ranges = merged_ranges(verdict_(matched));
    if (settled ? holds_length(ranges, settled_) : !ranges.empty()) made.push_back(std::move(those));
  }
  return known.emplace(std::move(made));
}

// No way from the state to a goal is shorter; kNever: there is none.
std::uint32_t PatternStrings::fewest(State state, bool settled) {
  std::uint32_t fewest = kNever;
  for (const std::vector<std::size_t>& those : matches_needed(settled)) {
    std::uint32_t needs = 0;
    for (const std::size_t pattern : those) needs = std::max(needs, patterns_->fewest(state, pattern));
    fewest = std::min(fewest, needs);
  }
  return fewest;
}

// The shortest way first (A*): of the states that were reached the one goes on from which the shortest way
// can lead to a goal, by what its patterns need at least.
class PatternStrings::Search {
 public:
  struct Seen {
    State state = 0;
    std::size_t before = 0;
    PatternSet::Class by = 0;
    std::uint32_t level = 0;
    bool done = false;
  };

  Search(PatternStrings& strings, const Ways& ways, bool settled)
      : strings_(strings), ways_(ways), settled_(settled) {}

  // The place in seen() of the end of a shortest way, and what is known to follow.
  std::optional<std::pair<std::size_t, std::uint32_t>> run(State from) {
    reach(from, 0, 0, 0);
    while (!open_.empty()) {
      const Open best = open_.top();
      open_.pop();
      Seen& here = seen_[best.at];
      if (here.done || best.level != here.level) continue;
      here.done = true;
      const std::uint32_t rest = known_way(ways_, here.state);
      if (rest != kUnknown) return std::pair(best.at, rest);
      if (strings_.is_goal(here.state, settled_)) return std::pair(best.at, 0U);
      if (seen_.size() > strings_.search_limit_) {
        limited_ = true;
        return std::nullopt;
      }
      const std::uint32_t level = here.level + 1;
      for (const Next& next : strings_.successors(here.state)) reach(next.state, best.at, next.by, level);
    }
    return std::nullopt;
  }

  const std::vector<Seen>& seen() const { return seen_; }
  bool limited() const { return limited_; }

 private:
  struct Open {
    std::uint64_t total = 0;  // of the shortest way through it, at least
    std::uint32_t level = 0;
    std::size_t at = 0;
    bool operator<(const Open& other) const {  // a later one
      return std::tuple(other.total, level, other.at) < std::tuple(total, other.level, at);
    }
  };

  void reach(State state, std::size_t before, PatternSet::Class by, std::uint32_t level) {
    const auto [place, added] = index_.emplace(state, seen_.size());
    if (!added && seen_[place->second].level <= level) return;
    const std::uint32_t known = known_way(ways_, state);
    limited_ = limited_ || known == kRefused;
    const std::uint32_t rest = known != kUnknown ? known : strings_.fewest(state, settled_);
    if (added) seen_.push_back({state, before, by, level});
    Seen& one = seen_[place->second];
    one.before = before;
    one.by = by;
    one.level = level;
    if (rest < kRefused) open_.push({std::uint64_t{level} + rest, level, place->second});
  }

  PatternStrings& strings_;
  const Ways& ways_;
  bool settled_;
  std::vector<Seen> seen_;
  std::unordered_map<State, std::size_t> index_;
  std::priority_queue<Open> open_;
  bool limited_ = false;
};

// States on the shortest way, or all of them where there is none, are remembered. Where a limit came a "no"
// is not known to hold, and stays the answer for `from` alone; no way leads through a state with such an
// answer.
std::uint32_t PatternStrings::explore(Ways& ways, State from, bool settled) {
  Search search(*this, ways, settled);
  const auto found = search.run(from);
  ways.resize(std::max(ways.size(), patterns_->states()));
  const auto remember = [&ways](State state, Way way) {
    if (ways[state].steps == kUnknown) ways[state] = way;
  };
  const auto& seen = search.seen();
  if (!found && search.limited()) {
    ++overruns_;
    ways[from].steps = kRefused;
    return kNever;
  }
  if (!found) {
    for (const auto& one : seen) remember(one.state, {kNever, 0});
    return kNever;
  }
  const auto& [last, rest] = *found;
  const std::uint32_t best = seen[last].level + rest;
  remember(seen[last].state, {rest, 0});
  for (std::size_t at = last; at != 0; at = seen[at].before) {
    const auto& before = seen[seen[at].before];
    remember(before.state, {best - before.level, seen[at].by});
  }
  return best;
}

bool PatternStrings::live(State state, std::uint64_t length) {
  if (length >= settled_) return distance(to_settled_, state, true) != kNever;
  return live_below(state, length);
}

// What is known without a search below the settled length.
std::optional<PatternStrings::Short> PatternStrings::known_below(State state, std::uint64_t length) {
  if (state == PatternSet::kMissing) return Short{false, false, true, 0};
  const auto settled = [&] {
    const bool live = distance(to_settled_, state, true) != kNever;
    return Short{live, false, known_way(to_settled_, state) == kRefused, 0};
  };
  if (length >= settled_) return settled();
  if (const auto known = below_.find(key_of(state, length)); known != below_.end()) return known->second;
  if (wanted(state, length)) return below_[key_of(state, length)] = Short{true, true, false, 0};
  const std::uint32_t any = distance(to_any_, state, false);
  if (any != kNever && length + any < settled_) return std::nullopt;
  // Too far from every wanted string: the way leads beyond the settled length, and from there nowhere.
  Short beyond = settled();
  if (beyond.live) return std::nullopt;
  beyond.limited = beyond.limited || known_way(to_any_, state) == kRefused;
  return below_[key_of(state, length)] = beyond;
}

struct PatternStrings::Visit {
  State state = 0;
  std::uint64_t length = 0;
  std::vector<Next> next;  // still to be tried, the best one last
  bool limited = false;    // one that was tried
};

PatternStrings::Visit PatternStrings::visit(State state, std::uint64_t length) {
  std::vector<std::pair<std::uint32_t, Next>> far;
  for (const Next& next : successors(state)) far.emplace_back(distance(to_any_, next.state, false), next);
  std::stable_sort(far.begin(), far.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  Visit made{state, length, {}};
  for (const auto& [unused, next] : far) made.next.push_back(next);
  return made;
}

// Depth first: every step makes the text longer, so the search cannot come back to where it is. Where a limit
// came "no" stays the answer, as every other does.
bool PatternStrings::live_below(State state, std::uint64_t length) {
  if (const auto known = known_below(state, length)) return known->live;
  std::vector<Visit> path;
  path.push_back(visit(state, length));
  std::size_t visited = 0;
  while (!path.empty()) {
    Visit& top = path.back();
    if (top.next.empty()) {
      const bool limited = top.limited;
      below_[key_of(top.state, top.length)] = Short{false, false, limited, 0};
      path.pop_back();
      if (path.empty()) overruns_ += limited ? 1 : 0;
      continue;
    }
    const Next next = top.next.back();
    const std::optional<Short> known = known_below(next.state, top.length + 1);
    if (known && known->live) break;
    if (!known && ++visited > search_limit_) {
      ++overruns_;
      below_[key_of(state, length)] = Short{false, false, true, 0};
      return false;
    }
    if (known) {
      top.limited = top.limited || known->limited;
      top.next.pop_back();
    } else {
      path.push_back(visit(next.state, top.length + 1));
    }
  }
  for (const Visit& one : path)
    below_[key_of(one.state, one.length)] = Short{true, false, false, one.next.back().by};
  return !path.empty();
}

const PatternStrings::Fan& PatternStrings::fan(State state, std::uint64_t length) {
  if (const auto known = fans_.find(key_of(state, length)); known != fans_.end()) return known->second;
  std::vector<bool> live_after(patterns_->classes());
  pass(meter_, live_after.size() + patterns_->spans().size());
  std::uint64_t missing = 0;
  for (PatternSet::Class c = 0; c < live_after.size(); ++c) {
    const State next = patterns_->step(state, c);
    missing += next == PatternSet::kMissing ? 1 : 0;
    live_after[c] = live(next, std::min(length + 1, settled_));
  }
  if (missing > 0 && cut_.insert(key_of(state, length)).second) overruns_ += missing;
  Fan made = {0};
  for (const PatternSet::Span& span : patterns_->spans())
    made.push_back(made.back() + (live_after[span.of] ? 1 : 0));
  if (fans_.size() >= kMostFans) fans_.clear();
  return fans_[key_of(state, length)] = std::move(made);
}

bool PatternStrings::live_through(State state, std::uint64_t length, std::uint32_t first,
                                  std::uint32_t last) {
  const auto& spans = patterns_->spans();
  const std::size_t begin = patterns_->span_at(first);
  std::size_t end = patterns_->span_at(last);
  if (end < spans.size() && spans[end].first <= last) ++end;
  if (begin >= end) return false;
  const Fan& before = fan(state, length);
  return before[end] > before[begin];
}

std::optional<PatternSet::Class> PatternStrings::toward(State state, std::uint64_t length) {
  if (wanted(state, length) || !live(state, length)) return std::nullopt;
  if (length >= settled_) return to_settled_.at(state).next;
  return below_.at(key_of(state, length)).next;
}

}  // namespace lockstep::engine
