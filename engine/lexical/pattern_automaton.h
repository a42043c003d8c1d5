// A Pattern run over the symbols of a text, from left to right: a deterministic automaton, made state by
// state as it is visited.
//
// A state holds the ways through the pattern that are still open (threads), each with a condition on what
// follows; the conditions are boolean functions of what look-aheads, `$` and \b still wait for, and are moved
// on with every symbol. Look-behinds are threads too: run from every place of the text, true where one of
// them accepts. Whether the text so far holds a match is a condition as well; when it is true for good the
// state is the only one.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lockstep/engine/base/boolean.h"
#include "lockstep/engine/base/interned_words.h"
#include "lockstep/engine/base/limits.h"
#include "lockstep/engine/base/meter.h"
#include "lockstep/engine/lexical/pattern.h"

namespace lockstep::engine {

// Thread rules: one thread at a time, as states are made on first use. Cost of a step: a lookup; the first
// time, the open ways times the size of their conditions.
class PatternAutomaton {
 public:
  using State = std::uint32_t;
  using Class = std::uint32_t;  // of symbols that no state tells apart

  // Its work is passed to the meter, whose Stop leaves everything as it was.
  PatternAutomaton(const Pattern& pattern, const Limits& limits, Meter* meter = nullptr);

  const Pattern& pattern() const { return pattern_; }
  State start() const { return start_; }
  State step(State state, Class symbols);
  State step_code_point(State state, std::uint32_t code_point);
  // Does the text hold a match, if it ends here?
  bool accepts(State state) const { return accepts_[state]; }
  // No text that goes on with fewer symbols holds a match; kNoMatch: none at all does. Cost: O(1).
  static constexpr std::uint32_t kNoMatch = ~std::uint32_t{0};
  std::uint32_t fewest(State state) const { return fewest_[state]; }
  // After a whole text of well-formed UTF-8.
  State run(std::string_view text);
  bool matches(std::string_view text) { return accepts(run(text)); }

  // First symbols of the spans on which the class is constant, the first one 0, with their classes.
  const std::vector<std::uint32_t>& span_starts() const { return starts_; }
  const std::vector<Class>& span_classes() const { return classes_; }
  Class class_of(std::uint32_t symbol) const;

  // Limits::pattern_states, pattern_conditions or compile_operations (steps of the program and nodes of
  // conditions, charged while states are made) were not enough: a state that accepts nothing stands for those
  // that are missing, so no answer that depends on it may be used.
  bool overrun() const { return overrun_; }
  bool is_missing(State state) const { return state == kMissing; }
  std::size_t states() const { return states_.size(); }

 private:
  static constexpr State kMissing = 0;
  static constexpr State kFirst = 1;
  static constexpr State kUnknown = ~State{0};

  struct Thread {
    std::uint32_t at = 0;  // a symbol step
    Function condition = kTrue;
    bool operator==(const Thread&) const = default;
  };
  using Threads = std::vector<Thread>;  // ascending
  struct Data {
    Threads main;
    std::vector<Threads> behind;  // of look-behinds; empty for look-aheads
    Function matched = kFalse;
  };
  // What is known at one place of the text while a state is made.
  struct Place {
    bool at_start = false;
    bool after_word = false;
    std::vector<Function> behind;                      // of each look-behind
    std::unordered_map<std::uint32_t, Function> from;  // does a match begin here, by step
  };
  struct Closure {
    Threads threads;
    Function accepted = kFalse;
  };

  void make_classes();
  void count_symbols();
  std::uint32_t fewest_of(const Data& data) const;
  template <typename Work>
  State bounded(const Work& work);
  State make_start();
  State make(State from, Class symbols);
  State make_next(State from, Class symbols);
  State intern(Data data);
  Data data_of(State state) const;
  Closure closure(Threads seeds, Place& place);
  Function guard(const PatternStep& step, Place& place);
  Function match_from(std::uint32_t step, Place& place);
  Function moved(Function f, Class symbols, Place& place);
  Threads advanced(const Threads& threads, Class symbols, Place& place);
  static Variable variable_of(std::uint32_t step) { return step + 2; }

  Pattern pattern_;
  Limits limits_;
  Meter work_;  // of making states, all together
  Booleans booleans_;
  std::vector<std::uint32_t> starts_;
  std::vector<Class> classes_;
  std::vector<std::uint32_t> symbols_to_accept_;  // by step: at least so many more, conditions left out
  std::vector<std::vector<bool>> in_set_;         // [set][class]
  std::vector<bool> word_;                        // [class]
  std::size_t class_count_ = 0;
  InternedWords states_;  // as written by intern()
  std::vector<bool> accepts_;
  std::vector<std::uint32_t> fewest_;   // by state
  std::vector<State> next_;             // [state][class]
  std::map<Function, Function> moved_;  // of the step that is being made
  State start_ = kMissing;
  bool overrun_ = false;
};

}  // namespace lockstep::engine
