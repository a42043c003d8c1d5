#include <algorithm>
#include <set>

#include "lockstep/engine/lexical/code_points.h"
#include "lockstep/engine/machine/byte_machine.h"

namespace lockstep::engine {

ByteMachine::NameLanguage& ByteMachine::names_of(FrameId frame) {
  NameLanguage& language = names_[frame];
  if (language.names) return language;
  const ContainerState container = frames_[frame].container;
  std::set<std::string> known;
  for (const std::string& name : containers_.relevant_names(container)) known.insert(name);
  for (const std::string& name : orders_.names(container.applied)) known.insert(name);
  language.known.assign(known.begin(), known.end());
  std::vector<StringLanguage::Entry> table;
  for (const std::string& name : known) {
    table.push_back({name, satisfiability_.available(container, name) &&
                               satisfiability_.child_possible(container, Key::member(name))});
  }
  for (const std::string& name : container.names) {
    if (!known.contains(name)) table.push_back({name, false});
  }
  language.others = satisfiability_.child_possible(container, Key::other());
  std::vector<LengthRange> lengths;
  if (language.others) lengths.push_back({});
  language.names = std::make_unique<StringLanguage>(std::move(table), std::move(lengths));
  return language;
}

StateId ByteMachine::begin_name(const State& state) {
  const StringAutomaton automaton(*names_of(state.frame).names, policy_.escapes);
  const auto begun = automaton.start();
  if (!begun) return kDeadState;
  State next;
  next.phase = Phase::name;
  next.frame = state.frame;
  next.string = *begun;
  return intern(next);
}

StateId ByteMachine::step_name(const State& state, std::uint8_t byte) {
  const NameLanguage& language = names_of(state.frame);
  const StringAutomaton automaton(*language.names, policy_.escapes);
  if (byte == '"' && automaton.can_close(state.string)) return close_name(state);
  const auto after = automaton.step(state.string, byte);
  if (!after) return kDeadState;
  State next = state;
  next.string = *after;
  if (language.others) next.text = extend(state.text, byte);
  return intern(next);
}

StateId ByteMachine::close_name(const State& state) {
  const NameLanguage& language = names_of(state.frame);
  State next;
  next.phase = Phase::colon_due;
  next.frame = state.frame;
  next.place.name =
      language.others ? decoded_body(text_of(state.text)) : language.names->table()[state.string.low].text;
  next.place.is_other = !std::binary_search(language.known.begin(), language.known.end(), next.place.name);
  return intern(next);
}

}  // namespace lockstep::engine
