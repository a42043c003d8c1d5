#include "lockstep/engine/machine/byte_machine.h"

#include <algorithm>

namespace lockstep::engine {

ByteMachine::ByteMachine(std::shared_ptr<const Schema> schema, const Policy& policy, const Limits& limits)
    : schema_(std::move(schema)),
      policy_(policy),
      limits_(limits),
      model_(*schema_),
      containers_(model_, booleans_),
      scalars_(model_, policy, limits),
      orders_(model_, policy.key_order),
      satisfiability_(booleans_, containers_, scalars_, orders_, policy, limits) {}

std::optional<CompileFault> ByteMachine::prepare(const Cancellation* cancellation) {
  if (const std::optional<std::string> loop = model_.in_place_loop()) {
    return CompileFault{
        CompileStatus::refused,
        {"in_place_loop", "this schema applies itself to the same value without end", {}, *loop},
        "$ref"};
  }
  satisfiability_.set_cancellation(cancellation);
  const Obligation root = model_.obligation({schema_->root});
  const std::uint32_t applied = orders_.root(schema_->root);
  State first;
  if (root == kNever) {
    first.slot = satisfiability_.slot({}, kFalse, applied);
  } else if (root == kAlways) {
    first.slot = satisfiability_.slot({}, kTrue, applied);
  } else {
    first.slot = satisfiability_.slot({root}, booleans_.variable(0), applied);
  }
  const bool some = satisfiability_.satisfiable(first.slot);
  satisfiability_.set_cancellation(nullptr);
  if (cancellation != nullptr && cancellation->cancelled()) {
    return CompileFault{CompileStatus::cancelled, {"cancelled", "the caller asked to stop", {}, ""}, ""};
  }
  if (satisfiability_.overruns() > 0 || satisfiability_.steps() > limits_.compile_operations) {
    return CompileFault{
        CompileStatus::limit,
        {"limit_search", "whether anything satisfies this schema is beyond the search limits", {}, ""},
        ""};
  }
  if (satisfiability_.pattern_overruns() > 0) {
    return CompileFault{
        CompileStatus::limit,
        {"limit_pattern_search", "which strings match its patterns is beyond the search limits", {}, ""},
        "pattern"};
  }
  if (!some) {
    return CompileFault{CompileStatus::empty, {"empty", "nothing satisfies this schema", {}, ""}, ""};
  }
  intern(first);
  return std::nullopt;
}

std::uint64_t ByteMachine::StateHash::operator()(const State& state) const {
  const StringState& string = state.string;
  std::uint64_t hash = mixed(static_cast<std::uint64_t>(state.phase), state.frame);
  hash = mixed(hash, std::uint64_t{state.slot} << 32U | state.text);
  hash = mixed(hash, std::uint64_t{state.run} << 24U | std::uint64_t{state.literal} << 16U |
                         std::uint64_t{state.matched} << 8U | (state.separated ? 1U : 0U) |
                         (state.place.is_other ? 2U : 0U));
  hash = mixed(hash, std::string_view(state.place.name));
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
  hash = mixed(hash, std::string_view(frame.place.name));
  hash = mixed(hash, static_cast<std::uint64_t>(container.type) << 32U | container.goal);
  hash = mixed(hash, std::uint64_t{container.order} << 32U | container.applied);
  hash = mixed(hash, container.items);
  for (const Function report : container.reports) hash = mixed(hash, report);
  for (const std::string& name : container.names) hash = mixed(hash, std::string_view(name));
  return hash;
}

std::string ByteMachine::text_of(TextId text) const {
  std::string out;
  for (; text != 0; text = texts_[text].first) out += static_cast<char>(texts_[text].second);
  std::reverse(out.begin(), out.end());
  return out;
}

Machine::Counters ByteMachine::counters() const {
  return {states_.size(), satisfiability_.questions(),
          satisfiability_.overruns() + satisfiability_.pattern_overruns(),
          satisfiability_.largest_question()};
}

}  // namespace lockstep::engine
