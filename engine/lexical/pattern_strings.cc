#include "lockstep/engine/lexical/pattern_strings.h"

#include <algorithm>

namespace lockstep::engine {
namespace {

constexpr std::size_t kMostFans = 4096;

std::uint64_t key_of(PatternSet::State state, std::uint64_t length) { return length << 32U | state; }

}  // namespace

PatternStrings::PatternStrings(std::shared_ptr<PatternSet> patterns, std::uint64_t settled, Verdict verdict,
                               const Limits& limits)
    : patterns_(std::move(patterns)),
      settled_(settled),
      verdict_(std::move(verdict)),
      search_limit_(limits.pattern_search) {}

const std::vector<LengthRange>& PatternStrings::ranges(State state) {
  const std::uint32_t outcome = patterns_->outcome(state);
  const auto [place, added] = ranges_.try_emplace(outcome);
  if (added) place->second = merged_ranges(verdict_(patterns_->matched(outcome)));
  return place->second;
}

bool PatternStrings::wanted(State state, std::uint64_t length) {
  if (state == PatternSet::kMissing) return false;
  return holds_length(ranges(state), length);
}

const std::vector<LengthRange>* PatternStrings::lengths_only(State state) {
  return state != PatternSet::kMissing && patterns_->settled(state) ? &ranges(state) : nullptr;
}

// The states after one more code point, each once, with a class that leads there.
std::vector<std::pair<PatternStrings::State, PatternSet::Class>> PatternStrings::successors(State state) {
  std::vector<std::pair<State, PatternSet::Class>> out;
  for (PatternSet::Class c = 0; c < patterns_->classes(); ++c) {
    const State next = patterns_->step(state, c);
    const bool known =
        std::any_of(out.begin(), out.end(), [next](const auto& one) { return one.first == next; });
    if (next != PatternSet::kMissing && !known) out.emplace_back(next, c);
  }
  return out;
}

// Breadth first, until no shorter way can come. States on the shortest way, or all of them where there is
// none, are remembered.
std::uint32_t PatternStrings::explore(Ways& ways, State from, bool settled) {
  struct Seen {
    State state;
    std::size_t before;
    PatternSet::Class by;
    std::uint32_t level;
  };
  std::vector<Seen> queue = {{from, 0, 0, 0}};
  std::unordered_map<State, std::size_t> seen = {{from, 0}};
  std::uint32_t best = kNever;
  std::size_t last = 0;
  for (std::size_t at = 0; at < queue.size(); ++at) {
    const Seen here = queue[at];
    if (here.level >= best) break;
    std::uint32_t rest = known_way(ways, here.state);
    if (rest == kUnknown && is_goal(here.state, settled)) rest = 0;
    if (rest < kNever && here.level + rest < best) {
      best = here.level + rest;
      last = at;
    }
    if (rest != kUnknown) continue;
    if (queue.size() > search_limit_) {
      ++overruns_;
      if (best == kNever) return kNever;
      break;
    }
    for (const auto& [next, by] : successors(here.state)) {
      if (seen.emplace(next, queue.size()).second) queue.push_back({next, at, by, here.level + 1});
    }
  }
  ways.resize(std::max(ways.size(), patterns_->states()));
  const auto remember = [&ways](State state, Way way) {
    if (ways[state].steps == kUnknown) ways[state] = way;
  };
  if (best == kNever) {
    // What a missing state would have led to is not known: such a "no" is only for this once.
    if (patterns_->overrun()) {
      ++overruns_;
    } else {
      for (const Seen& one : queue) remember(one.state, {kNever, 0});
    }
    return kNever;
  }
  remember(queue[last].state, {best - queue[last].level, 0});
  for (std::size_t at = last; at != 0; at = queue[at].before) {
    const Seen& before = queue[queue[at].before];
    remember(before.state, {best - before.level, queue[at].by});
  }
  return best;
}

bool PatternStrings::live(State state, std::uint64_t length) {
  if (length >= settled_) return distance(to_settled_, state, true) != kNever;
  return live_below(state, length);
}

// What is known without a search below the settled length.
std::optional<PatternStrings::Short> PatternStrings::known_below(State state, std::uint64_t length) {
  if (state == PatternSet::kMissing) return Short{};
  if (length >= settled_) return Short{distance(to_settled_, state, true) != kNever, false, 0};
  if (const auto known = below_.find(key_of(state, length)); known != below_.end()) return known->second;
  if (wanted(state, length)) return below_[key_of(state, length)] = Short{true, true, 0};
  const std::uint32_t any = distance(to_any_, state, false);
  // Too far from every wanted string: the way leads beyond the settled length, and from there nowhere.
  const bool beyond = any == kNever || length + any >= settled_;
  if (beyond && distance(to_settled_, state, true) == kNever) return below_[key_of(state, length)] = Short{};
  return std::nullopt;
}

struct PatternStrings::Visit {
  State state = 0;
  std::uint64_t length = 0;
  std::vector<std::pair<State, PatternSet::Class>> next;  // still to be tried, the best one last
};

// Depth first: every step makes the text longer, so the search cannot come back to where it is.
bool PatternStrings::live_below(State state, std::uint64_t length) {
  if (const auto known = known_below(state, length)) return known->live;
  std::vector<Visit> path;
  const auto enter = [&](State at, std::uint64_t n) {
    Visit visit{at, n, successors(at)};
    std::stable_sort(visit.next.begin(), visit.next.end(), [this](const auto& a, const auto& b) {
      return distance(to_any_, a.first, false) > distance(to_any_, b.first, false);
    });
    path.push_back(std::move(visit));
  };
  enter(state, length);
  std::size_t visited = 0;
  bool found = false;
  while (!path.empty() && !found) {
    Visit& visit = path.back();
    if (visit.next.empty()) {
      below_[key_of(visit.state, visit.length)] = Short{};
      path.pop_back();
      continue;
    }
    const auto [next, by] = visit.next.back();
    below_[key_of(visit.state, visit.length)] = Short{true, false, by};  // should it turn out so
    const std::optional<Short> known = known_below(next, visit.length + 1);
    if (!known && ++visited > search_limit_) break;
    visit.next.pop_back();
    if (known) {
      found = known->live;
    } else {
      enter(next, visit.length + 1);
    }
  }
  if (!found && !path.empty()) ++overruns_;
  // On an overrun nothing is known of what is still open.
  for (const Visit& visit : path) {
    if (!found) below_.erase(key_of(visit.state, visit.length));
  }
  return found;
}

const PatternStrings::Fan& PatternStrings::fan(State state, std::uint64_t length) {
  if (const auto known = fans_.find(key_of(state, length)); known != fans_.end()) return known->second;
  std::vector<bool> live_after(patterns_->classes());
  for (PatternSet::Class c = 0; c < live_after.size(); ++c) {
    live_after[c] = live(patterns_->step(state, c), std::min(length + 1, settled_));
  }
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
