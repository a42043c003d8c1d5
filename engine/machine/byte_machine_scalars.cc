#include <algorithm>

#include "lockstep/engine/base/check.h"
#include "lockstep/engine/lexical/code_points.h"
#include "lockstep/engine/machine/byte_machine.h"

namespace lockstep::engine {
namespace {

// Names that begin with what is written; of more all closing quotes are followed one by one.
constexpr std::size_t kMostApart = 256;

}  // namespace

StateId ByteMachine::begin_value(const State& state, std::uint8_t byte) {
  State next = state;
  next.run = 0;
  next.separated = false;
  if (byte == '{') return open_container(state, ContainerType::object);
  if (byte == '[') return open_container(state, ContainerType::array);
  if (byte == '"') {
    const StringAutomaton automaton(satisfiability_.strings(state.slot), policy_.escapes);
    const auto begun = automaton.start();
    if (!begun) return kDeadState;
    next.phase = Phase::string;
    next.string = *begun;
    return intern(next);
  }
  if (byte == '-' || (byte >= '0' && byte <= '9')) {
    next.phase = Phase::number;
    return step_number(next, byte);
  }
  for (const Literal literal : {Literal::null, Literal::false_value, Literal::true_value}) {
    const auto which = static_cast<std::uint8_t>(literal);
    if (kLiteralText[which][0] != static_cast<char>(byte) ||
        !satisfiability_.allows_literal(state.slot, literal))
      continue;
    next.phase = Phase::literal;
    next.literal = which;
    next.matched = 1;
    return intern(next);
  }
  return kDeadState;
}

StateId ByteMachine::step_literal(const State& state, std::uint8_t byte) {
  const std::string_view text = kLiteralText[state.literal];
  if (static_cast<char>(byte) != text[state.matched]) return kDeadState;
  if (state.matched + 1U == text.size()) {
    const ValueId value = value_matters(state.frame)
                              ? satisfiability_.values().literal(static_cast<Values::Kind>(state.literal))
                              : 0;
    return value_done(
        state.frame, state.place,
        scalars_.of_literal(satisfiability_.obligations(state.slot), static_cast<Literal>(state.literal)),
        value);
  }
  State next = state;
  ++next.matched;
  return intern(next);
}

// Does anybody ask which value this is?
bool ByteMachine::value_asked(const State& state) const {
  return value_matters(state.frame) || satisfiability_.has_exceptions(state.slot);
}

StateId ByteMachine::step_string(const State& state, std::uint8_t byte) {
  const StringAutomaton automaton(satisfiability_.strings(state.slot), policy_.escapes);
  std::vector<bool> bits;
  const bool matters = value_asked(state) || satisfiability_.vector_matters(state.slot, bits);
  if (byte == '"' && automaton.can_close(state.string)) {
    ValueId value = 0;
    if (matters) {
      const std::string text = decoded_body(text_of(state.text));
      bits = scalars_.of_string(satisfiability_.obligations(state.slot), text);
      if (value_matters(state.frame)) value = satisfiability_.values().string(text);
    }
    return value_done(state.frame, state.place, bits, value);
  }
  const auto after = byte == '"' ? std::nullopt : automaton.step(state.string, byte);
  // A quote after a backslash is an escape, no end.
  const auto escaped = byte == '"' ? automaton.step(state.string, byte) : after;
  if (!escaped) return kDeadState;
  State next = state;
  next.string = *escaped;
  if (matters) next.text = extend(state.text, byte);
  return intern(next);
}

bool ByteMachine::number_done(const State& state) {
  return satisfiability_.number_complete(state.slot, numbers_[state.number]);
}

// After the number that is complete here.
StateId ByteMachine::number_end(const State& state) {
  std::vector<bool> bits;
  if (satisfiability_.vector_matters(state.slot, bits)) {
    const NumberLanguage& language = satisfiability_.numbers(state.slot);
    bits = scalars_.of_number(satisfiability_.obligations(state.slot), language,
                              language.place_of(numbers_[state.number].prefix));
  }
  const ValueId value = value_matters(state.frame) ? satisfiability_.values().number(text_of(state.text)) : 0;
  return value_done(state.frame, state.place, bits, value);
}

StateId ByteMachine::step_number(const State& state, std::uint8_t byte) {
  const bool part =
      (byte >= '0' && byte <= '9') || byte == '-' || byte == '+' || byte == '.' || byte == 'e' || byte == 'E';
  if (part) {
    const auto longer =
        satisfiability_.number_step(state.slot, numbers_[state.number], static_cast<char>(byte));
    if (!longer) return kDeadState;
    State next = state;
    next.number = numbers_.intern(*longer);
    if (value_asked(state)) next.text = extend(state.text, byte);
    return intern(next);
  }
  if (!number_done(state)) return kDeadState;
  const StateId after = number_end(state);
  return after == kDeadState ? kDeadState : next(after, byte);
}

std::optional<Machine::StringSpot> ByteMachine::spot(StateId id) {
  const State state = states_[id];
  StringSpot spot;
  if (state.phase == Phase::string) {
    spot.language = &satisfiability_.strings(state.slot);
  } else if (state.phase == Phase::name) {
    spot.language = names_of(state.frame).names.get();
    spot.owner = names_.at(state.frame);
  } else {
    return std::nullopt;
  }
  spot.escapes = policy_.escapes;
  spot.state = state.string;
  set_closed(state, spot);
  return spot;
}

// Names that others of their class are not alike to: those that are keys of their own.
void ByteMachine::set_closed(const State& state, StringSpot& spot) {
  std::vector<bool> bits;
  if (state.phase == Phase::string) {
    if (!value_asked(state) && !satisfiability_.vector_matters(state.slot, bits))
      spot.closed = {state.frame, state.slot, state.place.name, state.place.is_other ? 1U : 0U};
    return;
  }
  const NameLanguage& language = names_of(state.frame);
  spot.name = true;
  if (language.other.empty() || value_matters(state.frame) || state.string.phase != StringState{}.phase)
    return;
  const std::string text = decoded_body(text_of(state.text));
  auto known = std::lower_bound(language.known.begin(), language.known.end(), text);
  for (; known != language.known.end() && known->starts_with(text); ++known) {
    if (spot.apart.size() == kMostApart) return spot.apart.clear();
    meter_.pass();
    spot.apart.push_back(known->substr(text.size()));
  }
  spot.closed = {state.frame, 0, 0, 2};
}

// Behind the quote of any string there that is not apart.
StateId ByteMachine::closed(const State& state) {
  if (state.phase == Phase::string) {
    std::vector<bool> bits;
    LOCKSTEP_CHECK(!satisfiability_.vector_matters(state.slot, bits));
    return value_done(state.frame, state.place, bits, 0);
  }
  State next;
  next.phase = Phase::colon_due;
  next.frame = state.frame;
  next.place.name = place_names_.intern(names_of(state.frame).other);
  next.place.is_other = true;
  return intern(next);
}

}  // namespace lockstep::engine
