#include <algorithm>

#include "lockstep/engine/base/check.h"
#include "lockstep/engine/machine/byte_machine.h"

namespace lockstep::engine {
namespace {

bool is_space(std::uint8_t byte) { return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r'; }

}  // namespace

StateId ByteMachine::next(StateId id, std::uint8_t byte) {
  const State state = states_[id];
  switch (state.phase) {
    case Phase::literal:
      return step_literal(state, byte);
    case Phase::string:
      return step_string(state, byte);
    case Phase::number:
      return step_number(state, byte);
    case Phase::name:
      return step_name(state, byte);
    default:
      break;
  }
  if (is_space(byte)) return space_admitted(state, byte) ? step_space(state) : kDeadState;
  if (!token_admitted(state)) return kDeadState;
  return step_structure(state, byte);
}

StateId ByteMachine::step_structure(const State& state, std::uint8_t byte) {
  switch (state.phase) {
    case Phase::value_due:
      return begin_value(state, byte);
    case Phase::object_open:
      if (byte == '}') return close_container(state);
      return byte == '"' ? begin_name(state) : kDeadState;
    case Phase::name_due:
      return byte == '"' ? begin_name(state) : kDeadState;
    case Phase::colon_due:
      return byte == ':' ? value_due_in(state.frame, state.place, true) : kDeadState;
    case Phase::array_open: {
      if (byte == ']') return close_container(state);
      const StateId due = value_due_in(state.frame, {}, false);
      return due == kDeadState ? kDeadState : begin_value(states_[due], byte);
    }
    case Phase::after_value: {
      const bool object = frames_[state.frame].container.type == ContainerType::object;
      if (byte == (object ? '}' : ']')) return close_container(state);
      if (byte != ',') return kDeadState;
      if (!object) return value_due_in(state.frame, {}, true);
      if (names_of(state.frame).names->empty()) return kDeadState;
      State next;
      next.phase = Phase::name_due;
      next.separated = true;
      next.frame = state.frame;
      return intern(next);
    }
    default:
      return kDeadState;
  }
}

// conformance/spec/policy.md sections 4.1 and 4.2.
bool ByteMachine::space_admitted(const State& state, std::uint8_t byte) const {
  const bool outer =
      state.frame == kNoFrame && (state.phase == Phase::value_due || state.phase == Phase::done);
  if (outer) return policy_.outer_whitespace == OuterWhitespace::json;
  switch (policy_.whitespace) {
    case Whitespace::any:
      return true;
    case Whitespace::bounded:
      return state.run < kBoundedWhitespaceBytes;
    case Whitespace::single:
      return state.separated && state.run == 0 && byte == ' ';
    case Whitespace::compact:
      return false;
  }
  return false;
}

bool ByteMachine::token_admitted(const State& state) const {
  return policy_.whitespace != Whitespace::single || !state.separated || state.run == 1;
}

StateId ByteMachine::step_space(const State& state) {
  const bool outer = state.frame == kNoFrame;
  const bool counted =
      !outer && (policy_.whitespace == Whitespace::bounded || policy_.whitespace == Whitespace::single);
  State next = state;
  if (counted) ++next.run;
  return intern(next);
}

StateId ByteMachine::value_due_in(FrameId frame, const Place& place, bool separated) {
  State next;
  next.frame = frame;
  next.place = place;
  next.separated = separated;
  const ContainerState& container = frames_[frame].container;
  const Key key = key_of(frame, place);
  if (!satisfiability_.child_possible(container, key, room(frame))) return kDeadState;
  next.slot = satisfiability_.child_slot(container, key, room(frame));
  LOCKSTEP_DCHECK(satisfiability_.has_goal(next.slot));            // I3
  LOCKSTEP_DCHECK(satisfiability_.met_by_its_witness(next.slot));  // I4
  return intern(next);
}

StateId ByteMachine::open_container(const State& state, ContainerType type) {
  Frame frame;
  frame.depth = state.frame == kNoFrame ? 1 : frames_[state.frame].depth + 1;
  frame.container = satisfiability_.opened(state.slot, type);
  if (!satisfiability_.may_open(state.slot, frame.container, room(state.frame))) return kDeadState;
  frame.parent = state.frame;
  frame.place = state.place;
  frame.told = value_matters(state.frame);
  State next;
  next.phase = type == ContainerType::object ? Phase::object_open : Phase::array_open;
  next.frame = intern_frame(frame);
  return intern(next);
}

StateId ByteMachine::close_container(const State& state) {
  const Frame frame = frames_[state.frame];
  const ContainerState& container = frame.container;
  if (!satisfiability_.may_end(container)) return kDeadState;
  std::vector<bool> bits;
  for (const Function report : container.reports) bits.push_back(containers_.at_end(report, container.items));
  ValueId value = 0;
  if (frame.told) {
    Values& values = satisfiability_.values();
    value = container.type == ContainerType::array ? values.as_array(frame.written)
                                                   : values.as_object(frame.written);
  }
  return value_done(frame.parent, frame.place, bits, value);
}

StateId ByteMachine::value_done(FrameId frame, const Place& place, const std::vector<bool>& bits,
                                ValueId value) {
  LOCKSTEP_DCHECK(holds_in_its_slot(frame, place, bits));  // I8
  State next;
  if (frame == kNoFrame) {
    next.phase = Phase::done;
    return intern(next);
  }
  Frame after = frames_[frame];
  const Key key = key_of(frame, place);
  const Needs needs = containers_.needs(after.container, key);
  const bool scarce = satisfiability_.scarce_names(after.container);
  after.container = satisfiability_.advance(after.container, key, needs, bits, value,
                                            orders_.settled_index(after.container.applied));
  if (after.told) {
    Values& values = satisfiability_.values();
    const ValueId name =
        after.container.type == ContainerType::array ? 0 : values.string(place_names_[place.name]);
    after.written = values.append(after.written, name, value);
  }
  if (after.container.type == ContainerType::object) {
    satisfiability_.pass_order(after.container, key);
    auto& names = after.container.names;
    const std::string& name = place_names_[place.name];
    if (place.is_other && !scarce) {
      after.used = used_.intern({after.used, place.name});
    } else {
      names.insert(std::upper_bound(names.begin(), names.end(), name), name);
    }
  }
  next.phase = Phase::after_value;
  next.frame = intern_frame(after);
  return intern(next);
}

Key ByteMachine::key_of(FrameId frame, const Place& place) const {
  const ContainerState& container = frames_[frame].container;
  if (container.type == ContainerType::array) return Key::item(container.items);
  return place.is_other ? Key::other(place_names_[place.name]) : Key::member(place_names_[place.name]);
}

bool ByteMachine::complete(StateId id) {
  const State& state = states_[id];
  if (state.phase == Phase::done) return true;
  return state.phase == Phase::number && state.frame == kNoFrame && number_done(state);
}

}  // namespace lockstep::engine
