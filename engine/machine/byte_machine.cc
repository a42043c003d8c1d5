#include "lockstep/engine/machine/byte_machine.h"

#include <algorithm>
#include <limits>

#include "lockstep/engine/base/check.h"

namespace lockstep::engine {

ByteMachine::ByteMachine(std::shared_ptr<const Schema> schema, const Policy& policy, const Limits& limits)
    : schema_(std::move(schema)),
      policy_(policy),
      limits_(limits),
      model_(*schema_, &meter_),
      booleans_(&meter_, limits.formula_nodes),
      scalars_(model_, policy, limits, &meter_),
      containers_(model_, booleans_, scalars_, limits.obligations),
      orders_(model_, scalars_, policy.key_order, &meter_),
      satisfiability_(booleans_, containers_, scalars_, orders_, meter_, policy, limits) {
  meter_.set_memory_limit(limits.constraint_bytes);
  meter_.set_between_looks(limits.between_looks);
  for (const Node& node : schema_->nodes) meter_.hold(sizeof(Node) + node.pointer.size());
}

std::uint64_t ByteMachine::StateHash::operator()(const State& state) const {
  const StringState& string = state.string;
  std::uint64_t hash = mixed(static_cast<std::uint64_t>(state.phase), state.frame);
  hash = mixed(hash, std::uint64_t{state.text} << 32U | state.number);
  hash = mixed(hash, std::uint64_t{state.run} << 24U | std::uint64_t{state.literal} << 16U |
                         std::uint64_t{state.matched} << 8U | (state.separated ? 1U : 0U) |
                         (state.place.is_other ? 2U : 0U));
  hash = mixed(hash, std::uint64_t{state.slot} << 32U | state.place.name);
  hash = mixed(hash, string.text.length ^ std::uint64_t{string.phase} << 56U);
  hash = mixed(hash, string.text.pattern);
  hash = mixed(hash, std::uint64_t{string.low} << 32U | string.high);
  return mixed(hash,
               (std::uint64_t{string.first} << 32U | string.last) ^ std::uint64_t{string.matched} << 16U);
}

std::uint64_t ByteMachine::FrameHash::operator()(const Frame& frame) const {
  const ContainerState& container = frame.container;
  std::uint64_t hash =
      mixed(frame.parent, std::uint64_t{frame.depth} << 1U | (frame.place.is_other ? 1U : 0U));
  hash = mixed(hash, std::uint64_t{frame.place.name} << 32U | frame.used);
  hash = mixed(hash, static_cast<std::uint64_t>(container.type) << 32U | container.goal);
  hash = mixed(hash, std::uint64_t{container.order} << 32U | container.applied);
  hash = mixed(hash, container.items);
  hash = mixed(hash, std::uint64_t{container.distinct} << 32U | container.exceptions);
  hash = mixed(hash, std::uint64_t{frame.written} << 1U | (frame.told ? 1U : 0U));
  for (const Function report : container.reports) hash = mixed(hash, report);
  for (const auto& [guard, when] : container.guards) hash = mixed(hash, std::uint64_t{guard} << 32U | when);
  for (const std::string& name : container.names) hash = mixed(hash, std::string_view(name));
  return hash;
}

std::size_t ByteMachine::FrameHash::heap(const Frame& frame) {
  std::size_t bytes = frame.container.reports.capacity() * sizeof(Function) +
                      frame.container.other_goals.capacity() * sizeof(Function) +
                      frame.container.guards.capacity() * sizeof(Guards::value_type);
  for (const std::string& name : frame.container.names) bytes += sizeof(name) + name.capacity();
  return bytes;
}

std::string ByteMachine::text_of(TextId text) const {
  std::string out;
  for (; text != 0; text = texts_[text].first) out += static_cast<char>(texts_[text].second);
  pass_bytes(&meter_, 8 * out.size());
  std::reverse(out.begin(), out.end());
  return out;
}

// Every event that is allowed ends here, if it touches a container.
ByteMachine::FrameId ByteMachine::intern_frame(const Frame& frame) {
  const FrameId id = frames_.intern(frame);
  LOCKSTEP_DCHECK(satisfiability_.known_finishable(frame.container, room(id)));  // I3
  return id;
}

// How many levels of containers may still be opened below this one.
std::size_t ByteMachine::room(FrameId frame) const {
  const std::size_t open = frame == kNoFrame ? 0 : frames_[frame].depth;
  return open < limits_.instance_depth ? limits_.instance_depth - open : 0;
}

Machine::Mark ByteMachine::mark() const {
  return {states_.size(),      frames_.size(), texts_.size(),         numbers_.size(),
          place_names_.size(), used_.size(),   satisfiability_.mark()};
}

void ByteMachine::release(const Mark& mark) {
  const bool exceptions = satisfiability_.mark().exceptions > mark.answers.exceptions;
  satisfiability_.release(mark.answers);
  if (used_.size() > mark.used || exceptions) {
    std::erase_if(names_by_content_, [&](const auto& entry) {
      const bool gone = std::get<1>(entry.first) >= mark.used ||
                        std::get<0>(entry.first).exceptions >= mark.answers.exceptions;
      // Null where the making of it was stopped.
      if (gone && entry.second != nullptr) names_held_ -= entry.second->bytes;
      return gone;
    });
  }
  states_.release(mark.states);
  frames_.release(mark.frames);
  texts_.release(mark.texts);
  numbers_.release(mark.numbers);
  place_names_.release(mark.names);
  used_.release(mark.used);
  for (auto at = holes_.lower_bound(static_cast<TextId>(mark.used)); at != holes_.end();
       at = holes_.erase(at))
    holes_held_ -= at->second.bytes;
  names_.erase(names_.lower_bound(static_cast<FrameId>(mark.frames)), names_.end());
}

std::size_t ByteMachine::memory_bytes() const {
  return meter_.held() + states_.memory_bytes() + frames_.memory_bytes() + texts_.memory_bytes() +
         numbers_.memory_bytes() + place_names_.memory_bytes() + used_.memory_bytes() + names_held_ +
         holes_held_ + satisfiability_.memory_bytes();
}

Machine::Counters ByteMachine::counters() const {
  return {states_.size() + frames_.size(), satisfiability_.questions(),
          satisfiability_.overruns() + satisfiability_.pattern_overruns(),
          satisfiability_.largest_question()};
}

// Is there no memory for more? Then why. What can be made again goes first.
std::string_view ByteMachine::full() {
  if (lifted_) return {};
  if (states_.size() + frames_.size() > limits_.states) return "limit_states";
  if (memory_bytes() > limits_.constraint_bytes) drop_names();
  return memory_bytes() > limits_.constraint_bytes ? "limit_constraint_bytes" : std::string_view();
}

void ByteMachine::drop_names() {
  names_.clear();
  names_by_content_.clear();
  names_held_ = 0;
  holes_.clear();
  holes_held_ = 0;
}

// Runs what may stop; see Machine::interrupted().
template <typename Work>
auto ByteMachine::guarded(const Work& work) -> decltype(work()) {
  if (interrupted_.empty()) interrupted_ = full();
  if (!interrupted_.empty()) return {};
  try {
    return work();
  } catch (const Meter::Stop& stop) {
    interrupted_ = stop.limit.empty() ? std::string_view("cancelled") : stop.limit;
  }
  return {};
}

StateId ByteMachine::step(StateId state, std::uint8_t byte) {
  if (state == kDeadState) return kDeadState;
  return guarded([&] {
    meter_.pass();
    return next(state, byte);
  });
}

void ByteMachine::metered(const std::function<void(Meter&)>& work) {
  guarded([&] {
    work(meter_);
    return true;
  });
}

bool ByteMachine::can_stop(StateId state) {
  return state != kDeadState && guarded([&] { return complete(state); });
}

std::optional<Machine::StringSpot> ByteMachine::in_string(StateId state) {
  return guarded([&] { return spot(state); });
}

StateId ByteMachine::after_quote(StateId state) {
  return guarded([&] { return closed(State(states_[state])); });
}

std::string ByteMachine::finish(StateId state) {
  return guarded([&] { return finish_from(state); });
}

void ByteMachine::lift_memory_limits(bool lifted) {
  lifted_ = lifted;
  meter_.set_memory_limit(lifted ? std::numeric_limits<std::size_t>::max() : limits_.constraint_bytes);
}

}  // namespace lockstep::engine
