// Several patterns run together over the code points of one text: a product of their automata, made as it is
// visited.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "lockstep/engine/base/interned_words.h"
#include "lockstep/engine/base/limits.h"
#include "lockstep/engine/base/meter.h"
#include "lockstep/engine/lexical/pattern_automaton.h"

namespace lockstep::engine {

// Thread rules: one thread at a time. Cost of a step: a lookup; the first time, one of each pattern.
class PatternSet {
 public:
  using State = std::uint32_t;
  using Class = std::uint32_t;  // of code points that no pattern tells apart; surrogates are in none

  // Automata may be shared with other sets.
  PatternSet(std::vector<std::shared_ptr<PatternAutomaton>> automata, const Limits& limits,
             Meter* meter = nullptr);

  static constexpr State kMissing = 0;  // of an automaton or set that outgrew its limit: leads nowhere
  static constexpr State kFirst = 1;
  State start() const { return start_; }
  State step(State state, Class symbols) {
    const State known = next_[state * samples_.size() + symbols];
    return known != kUnknown ? known : make(state, symbols);
  }
  // Which patterns match, if the text ends at `state`: the number of a vector. Not of kMissing.
  std::uint32_t outcome(State state) const { return outcomes_[state]; }
  // PatternAutomaton::fewest of one of the patterns. Not of kMissing.
  std::uint32_t fewest(State state, std::size_t pattern) const {
    return automata_[pattern]->fewest(parts_[state][pattern]);
  }
  std::size_t patterns() const { return automata_.size(); }
  const std::vector<bool>& matched(std::uint32_t outcome) const { return *vectors_[outcome]; }
  // Every outcome that some text has; nullopt where more than `most` states had to be visited. Not for masks.
  std::optional<std::vector<std::uint32_t>> outcomes(std::size_t most);
  // Does whatever follows change nothing any more?
  bool settled(State state);

  std::size_t classes() const { return samples_.size(); }
  // Those that have code points beyond ASCII.
  const std::vector<Class>& classes_beyond_ascii() const { return beyond_ascii_; }
  Class class_of(std::uint32_t code_point) const {
    return code_point < ascii_.size() ? ascii_[code_point] : span_class(code_point);
  }
  std::uint32_t sample(Class of) const { return samples_[of]; }  // one that reads well where there is one

  // The spans of code points on which the class is constant, in order, without the surrogates.
  struct Span {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    Class of = 0;
  };
  const std::vector<Span>& spans() const { return spans_; }
  // The index of the first span that ends at or behind the code point.
  std::size_t span_at(std::uint32_t code_point) const;

  bool overrun() const { return overrun_; }
  std::size_t states() const { return parts_.size(); }

 private:
  static constexpr State kUnknown = ~State{0};
  using Parts = std::vector<PatternAutomaton::State>;

  State make(State from, Class symbols);
  State intern(const Parts& parts);
  Class span_class(std::uint32_t code_point) const { return spans_[span_at(code_point)].of; }

  std::vector<std::shared_ptr<PatternAutomaton>> automata_;
  Limits limits_;
  Meter* meter_;
  State start_ = kMissing;
  std::vector<Span> spans_;
  std::vector<std::uint32_t> samples_;  // by class
  std::array<Class, 128> ascii_{};
  std::vector<Class> beyond_ascii_;
  InternedWords parts_;      // by state: the states of the automata
  std::vector<State> next_;  // [state][class]
  std::vector<std::uint32_t> outcomes_;
  std::vector<std::int8_t> settled_;  // -1: not known yet
  std::vector<const std::vector<bool>*> vectors_;
  std::map<std::vector<bool>, std::uint32_t> vector_index_;
  bool overrun_ = false;
};

}  // namespace lockstep::engine
