// Strings told apart by which patterns match them and by their length: which of those that begin with some
// text are wanted. The unlisted part of a StringLanguage.
//
// For every vector of matches a verdict gives the wanted lengths; from the settled length on lengths decide
// nothing any more. Whether a wanted string is left is a search over (state, length): below the settled
// length it cannot loop; from there on it is a search for the shortest way. Both remember what they found.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "lockstep/engine/base/limits.h"
#include "lockstep/engine/lexical/length_ranges.h"
#include "lockstep/engine/lexical/pattern_set.h"

namespace lockstep::engine {

// Thread rules: one thread at a time.
class PatternStrings {
 public:
  using State = PatternSet::State;
  // The wanted lengths of strings with this vector of matches, in the order of the set's patterns; also of
  // vectors that no string has.
  using Verdict = std::function<std::vector<LengthRange>(const std::vector<bool>& matched)>;

  // From length `settled` on a verdict has every length or none.
  PatternStrings(std::shared_ptr<PatternSet> patterns, std::uint64_t settled, Verdict verdict,
                 const Limits& limits, Meter* meter = nullptr);

  State start() const { return patterns_->start(); }
  State next(State state, std::uint32_t code_point) {
    return patterns_->step(state, patterns_->class_of(code_point));
  }
  std::uint64_t settled_length() const { return settled_; }
  PatternSet& patterns() { return *patterns_; }

  // Of a text that leads to `state` and has so many code points (more than settled_length() count as that):
  // is it wanted; does some wanted string begin with it?
  bool wanted(State state, std::uint64_t length);
  bool live(State state, std::uint64_t length);
  // The same for some text that goes on with a code point from `first` to `last` (surrogates left out).
  bool live_through(State state, std::uint64_t length, std::uint32_t first, std::uint32_t last);
  // The class of code points that comes next on a way to a wanted string, which ends; nullopt where the text
  // is wanted itself. Of a live text.
  std::optional<PatternSet::Class> toward(State state, std::uint64_t length);
  // The wanted lengths where whatever follows changes no match any more; else nullptr.
  const std::vector<LengthRange>* lengths_only(State state);

  // Questions that ran into a limit and were answered "no" for it: a class of code points at a state and a
  // length, a state from which no way was found. Each counts once. Every answer stays what it was, so that a
  // text that was live goes on along the way that was found.
  std::uint64_t overruns() const { return overruns_; }

 private:
  // From one text on: of the spans of code points before each one, how many are live.
  using Fan = std::vector<std::uint32_t>;

  static constexpr std::uint32_t kUnknown = ~std::uint32_t{0};
  static constexpr std::uint32_t kNever = kUnknown - 1;
  static constexpr std::uint32_t kRefused = kUnknown - 2;  // a limit came: none is ever looked for again
  struct Way {
    std::uint32_t steps = kUnknown;  // kNever: there is none
    PatternSet::Class next = 0;
  };
  // Shortest ways to the states of some kind, by the state where they begin.
  using Ways = std::vector<Way>;
  struct Short {
    bool live = false;
    bool here = false;
    bool limited = false;  // not live as far as the limits let us see
    PatternSet::Class next = 0;
  };
  struct Next {
    State state = 0;
    PatternSet::Class by = 0;
  };
  struct Visit;

  const Fan& fan(State state, std::uint64_t length);
  const std::vector<LengthRange>& ranges(State state);
  bool is_goal(State state, bool settled) {
    return settled ? wanted(state, settled_) : state != PatternSet::kMissing && !ranges(state).empty();
  }
  std::uint32_t distance(Ways& ways, State from, bool settled) {
    const std::uint32_t known = known_way(ways, from);
    return known == kUnknown ? explore(ways, from, settled) : known == kRefused ? kNever : known;
  }
  static std::uint32_t known_way(const Ways& ways, State from) {
    return from == PatternSet::kMissing ? kRefused : from < ways.size() ? ways[from].steps : kUnknown;
  }
  std::uint32_t explore(Ways& ways, State from, bool settled);
  class Search;
  std::uint32_t fewest(State state, bool settled);
  const std::vector<std::vector<std::size_t>>& matches_needed(bool settled);
  bool live_below(State state, std::uint64_t length);
  std::optional<Short> known_below(State state, std::uint64_t length);
  std::vector<Next> successors(State state);
  Visit visit(State state, std::uint64_t length);

  std::shared_ptr<PatternSet> patterns_;
  std::uint64_t settled_ = 0;
  Verdict verdict_;
  std::size_t search_limit_ = 0;
  Meter* meter_;
  std::map<std::uint32_t, std::vector<LengthRange>> ranges_;  // by outcome
  // Of goals at the settled length, and at some: which patterns match, sets of them, none within another.
  std::optional<std::vector<std::vector<std::size_t>>> needed_[2];
  Ways to_settled_;                                 // to a state wanted at the settled length
  Ways to_any_;                                     // to a state wanted at some length
  std::unordered_map<std::uint64_t, Short> below_;  // by length and state
  std::unordered_map<std::uint64_t, Fan> fans_;     // a cache, by length and state
  std::unordered_set<std::uint64_t> cut_;           // where a step leads nowhere for a limit: counted already
  std::uint64_t overruns_ = 0;
};

}  // namespace lockstep::engine
