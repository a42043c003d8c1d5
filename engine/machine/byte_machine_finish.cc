#include <algorithm>

#include "lockstep/engine/base/check.h"
#include "lockstep/engine/lexical/code_points.h"
#include "lockstep/engine/machine/byte_machine.h"

namespace lockstep::engine {

// The end of a text, as it is written. `plans`: what is still to come into the innermost containers, the
// outer ones first. All but the first of these containers are opened here.
//
// Why this ends (invariant I7). to_write() is
//   the open containers without a plan; what the innermost value wants before it is begun and done; the steps
//   left of each plan, the outer plans first
// and each turn of the loop makes it less, in the order of a dictionary: it closes a container whose plan is
// done, takes a step from the innermost plan (and then one plan more may begin), finds the plan of a
// container that had none, or brings a value nearer to its end. A plan that begins is less deep than the one
// whose step it is, as a witness is immutable and made of others only; so no entry has more plans than the
// first is deep, and among such entries nothing gets less for ever.
struct ByteMachine::End {
  StateId at = kDeadState;
  std::string text;
  std::vector<Rest> plans;
};

std::vector<std::size_t> ByteMachine::to_write(const End& end) const {
  const State& state = states_[end.at];
  const std::size_t open = state.frame == kNoFrame ? 0 : frames_[state.frame].depth;
  std::vector<std::size_t> left = {open - end.plans.size(), end.plans.empty() ? still_due(state.phase) : 0};
  for (const Rest& plan : end.plans) left.push_back(plan.left());
  return left;
}

std::size_t ByteMachine::still_due(Phase phase) {
  switch (phase) {
    case Phase::name_due:
      return 5;
    case Phase::name:
      return 4;
    case Phase::colon_due:
      return 3;
    case Phase::value_due:
      return 2;
    case Phase::literal:
    case Phase::string:
    case Phase::number:
      return 1;
    case Phase::object_open:
    case Phase::array_open:
    case Phase::after_value:
    case Phase::done:
      return 0;
  }
  return 0;
}

std::string ByteMachine::finish_from(StateId id) {
  End end{id, {}, {}};
  std::vector<std::size_t> before;
  const auto nearer = [&] {
    std::vector<std::size_t> left = to_write(end);
    const bool less = before.empty() || left < before;
    before = std::move(left);
    return less;
  };
  while (!complete(end.at)) {
    meter_.charge();
    LOCKSTEP_DCHECK(nearer());  // I7
    write_more(end);
  }
  return end.text;
}

void ByteMachine::write(End& end, std::string_view bytes) {
  for (const char byte : bytes) {
    end.at = next(end.at, static_cast<std::uint8_t>(byte));
    LOCKSTEP_CHECK(end.at != kDeadState);
  }
  end.text += bytes;
}

void ByteMachine::write_more(End& end) {
  const State state = states_[end.at];
  switch (state.phase) {
    case Phase::value_due:
      return write_value(end, satisfiability_.witness(state.slot));
    case Phase::literal:
      return write(end, kLiteralText[state.literal].substr(state.matched));
    case Phase::string:
      return write(
          end,
          StringAutomaton(satisfiability_.strings(state.slot), policy_.escapes).finish(state.string) + "\"");
    case Phase::number:
      if (!number_done(state)) write(end, satisfiability_.number_finish(state.slot, numbers_[state.number]));
      return end_number(end);
    case Phase::name:
      return write(
          end, StringAutomaton(*names_of(state.frame).names, policy_.escapes).finish(state.string) + "\"");
    case Phase::name_due:
      write_gap(end);
      return write(end, "\"");
    case Phase::colon_due:
      return write(end, ":");
    case Phase::object_open:
    case Phase::array_open:
    case Phase::after_value:
      if (!end.plans.empty()) return write_planned(end);
      return end.plans.push_back(satisfiability_.way_to_end(frames_[state.frame].container));
    case Phase::done:
      return;
  }
}

// The next step of the innermost plan, or the end of its container.
void ByteMachine::write_planned(End& end) {
  const State state = states_[end.at];
  const Frame frame = frames_[state.frame];
  const bool object = frame.container.type == ContainerType::object;
  const Rest way = end.plans.back();
  if (way.done()) {
    end.plans.pop_back();
    return write(end, object ? "}" : "]");
  }
  end.plans.back() = way.after_next();
  Key key = Key::item(frame.container.items);
  if (object) {
    const std::string name = satisfiability_.name_of(frame.container, way.next(), used_names(frame));
    const std::vector<std::string> known = satisfiability_.known_names(frame.container);
    const bool is_known = std::binary_search(known.begin(), known.end(), name);
    key = is_known ? Key::member(name) : Key::other(name);
  }
  satisfiability_.allow(frame.container, key, way, room(state.frame));
  if (object && !names_of(state.frame).names->contains(key.name)) drop_names();
  if (state.phase == Phase::after_value) write(end, ",");
  if (object) {
    write_gap(end);
    write(end, "\"" + json_spelling(key.name) + "\":");
  }
  write_value(end, way.next().value);
}

// A container is begun only: its members are one more plan.
void ByteMachine::write_value(End& end, const WitnessPtr& value) {
  write_gap(end);
  if (value->opens) {
    write(end, *value->opens == ContainerType::object ? "{" : "[");
    return end.plans.push_back(value->rest);
  }
  write(end, value->scalar);
  end_number(end);
}

// The space that Whitespace::single wants.
void ByteMachine::write_gap(End& end) {
  const State& state = states_[end.at];
  if (policy_.whitespace == Whitespace::single && state.separated && state.run == 0) write(end, " ");
}

// A member or an item that is a number ends with what follows it; here it ends without that.
void ByteMachine::end_number(End& end) {
  const State state = states_[end.at];
  if (state.phase != Phase::number || state.frame == kNoFrame) return;
  end.at = number_end(state);
}

std::string ByteMachine::describe(StateId id) {
  const State& state = states_[id];
  std::string out;
  const auto add = [&](const std::vector<Obligation>& obligations) {
    for (const Obligation obligation : obligations) {
      for (const NodeId node : model_.members(obligation))
        out += (out.empty() ? "" : ", ") + std::string(model_.node(node).pointer);
    }
  };
  if (state.phase == Phase::value_due || state.phase == Phase::string || state.phase == Phase::number ||
      state.phase == Phase::literal) {
    add(satisfiability_.obligations(state.slot));
  }
  return out;
}

}  // namespace lockstep::engine
