#include "lockstep/engine/base/check.h"
#include "lockstep/engine/lexical/code_points.h"
#include "lockstep/engine/machine/byte_machine.h"

namespace lockstep::engine {

// Some bytes that may come next and lead towards the end, along the witness.
std::string ByteMachine::chunk(const State& state) {
  const bool space = policy_.whitespace == Whitespace::single && state.separated && state.run == 0;
  const std::string gap = space ? " " : "";
  switch (state.phase) {
    case Phase::value_due:
      if (state.frame != kNoFrame) {
        satisfiability_.follow(frames_[state.frame].container, key_of(state.frame, state.place), state.slot,
                               room(state.frame));
      }
      return gap + chunk_of_value(state.slot);
    case Phase::literal:
      return std::string(kLiteralText[state.literal].substr(state.matched));
    case Phase::string:
      return StringAutomaton(satisfiability_.strings(state.slot), policy_.escapes).finish(state.string) +
             "\"";
    case Phase::number: {
      if (!number_done(state)) {
        return NumberSpellings(satisfiability_.numbers(state.slot), policy_).finish(text_of(state.text));
      }
      const StateId after =
          value_done(state.frame, state.place,
                     scalars_.of_number(satisfiability_.obligations(state.slot), text_of(state.text)));
      return chunk(State(states_[after]));
    }
    case Phase::name:
      return StringAutomaton(*names_of(state.frame).names, policy_.escapes).finish(state.string) + "\"";
    case Phase::name_due:
      return gap + "\"";
    case Phase::colon_due:
      return ":";
    case Phase::object_open:
    case Phase::array_open:
    case Phase::after_value:
      return chunk_of_container(state);
    case Phase::done:
      return "";
  }
  return "";
}

std::string ByteMachine::chunk_of_value(Slot slot) {
  const Witness& witness = satisfiability_.witness(slot);
  if (!witness.opens) return witness.scalar;
  return witness.opens == ContainerType::object ? "{" : "[";
}

std::string ByteMachine::chunk_of_container(const State& state) {
  const Frame frame = frames_[state.frame];
  const bool object = frame.container.type == ContainerType::object;
  const Rest rest = satisfiability_.rest(frame.container);
  if (rest.done()) return object ? "}" : "]";
  const bool first = state.phase != Phase::after_value;
  if (object) {
    const std::string name =
        rest.next().key.is_other ? fresh_name(frame, rest.next().key) : rest.next().key.name;
    const bool spaced = policy_.whitespace == Whitespace::single;
    return std::string(first ? "" : spaced ? ", " : ",") + "\"" + json_spelling(name) + "\":";
  }
  if (!first) return ",";
  const Key key = key_of(state.frame, {});
  const Slot child = satisfiability_.child_slot(frame.container, key, room(state.frame));
  satisfiability_.follow(frame.container, key, child, room(state.frame));
  return chunk_of_value(child);
}

std::string ByteMachine::finish_from(StateId id) {
  std::string out;
  while (!complete(id)) {
    const std::string bytes = chunk(State(states_[id]));
    LOCKSTEP_CHECK(!bytes.empty());
    for (const char byte : bytes) {
      id = next(id, static_cast<std::uint8_t>(byte));
      LOCKSTEP_CHECK(id != kDeadState);
    }
    out += bytes;
  }
  return out;
}

std::string ByteMachine::describe(StateId id) {
  const State& state = states_[id];
  std::string out;
  const auto add = [&](const std::vector<Obligation>& obligations) {
    for (const Obligation obligation : obligations) {
      for (const NodeId node : model_.members(obligation))
        out += (out.empty() ? "" : ", ") + model_.node(node).pointer;
    }
  };
  if (state.phase == Phase::value_due || state.phase == Phase::string || state.phase == Phase::number ||
      state.phase == Phase::literal) {
    add(satisfiability_.obligations(state.slot));
  }
  return out;
}

}  // namespace lockstep::engine
