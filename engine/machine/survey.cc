// What a compile asks before a machine is given away, so that nothing the schema's text decides is left for
// later.
#include <algorithm>
#include <set>

#include "lockstep/engine/machine/byte_machine.h"

namespace lockstep::engine {
std::optional<CompileFault> ByteMachine::prepare(const Cancellation* cancellation, bool survey_too) {
  std::optional<CompileFault> fault;
  meter_.set_cancellation(cancellation);
  try {
    const Meter::Budget budget(meter_, limits_.compile_operations, "limit_compile_operations");
    meter_.poll();
    if (const std::optional<std::string> loop = model_.in_place_loop()) {
      return CompileFault{
          CompileStatus::refused,
          {"in_place_loop", "this schema applies itself to the same value without end", {}, *loop},
          "$ref"};
    }
    fault = ask_root();
    if (!fault && survey_too) survey();
    if (!fault) fault = pattern_fault();
  } catch (const Meter::Stop& stop) {
    fault = stop.limit.empty()
                ? compile_fault(CompileStatus::cancelled, "cancelled", "the caller asked to stop")
                : limit_fault(stop.limit);
  }
  meter_.set_cancellation(nullptr);
  satisfiability_.begin_running();
  return fault;
}

std::optional<CompileFault> ByteMachine::ask_root() {
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
  surveyed_ = first.slot;
  const bool some = satisfiability_.satisfiable(first.slot);
  if (satisfiability_.overruns() > 0) return limit_fault(satisfiability_.last_limit());
  if (std::optional<CompileFault> fault = pattern_fault()) return fault;
  if (!some) return compile_fault(CompileStatus::empty, "empty", "nothing satisfies this schema");
  if (satisfiability_.witness(first.slot)->depth() > limits_.instance_depth)
    return limit_fault("limit_instance_depth");
  intern(first);
  return std::nullopt;
}

std::optional<CompileFault> ByteMachine::pattern_fault() const {
  if (satisfiability_.pattern_overruns() == 0) return std::nullopt;
  CompileFault fault = compile_fault(CompileStatus::limit, "limit_pattern_search",
                                     "which strings match its patterns is beyond the search limits");
  const bool patterns = std::any_of(schema_->nodes.begin(), schema_->nodes.end(),
                                    [](const Node& node) { return node.pattern.has_value(); });
  fault.keyword = patterns ? "pattern" : "format";
  return fault;
}

void ByteMachine::survey() {
  std::vector<Slot> waiting = {surveyed_};
  std::set<Slot> seen = {surveyed_};
  for (std::size_t i = 0; i < waiting.size(); ++i) {
    surveyed_ = waiting[i];
    for (const Slot child : survey_slot(surveyed_)) {
      if (satisfiability_.satisfiable(child) && seen.insert(child).second) waiting.push_back(child);
    }
    if (satisfiability_.overruns() > 0) throw Meter::Stop{satisfiability_.last_limit()};
  }
}

// The slots of a start state: of each name that is a key of its own, of all other names; of each item that
// differs from the next.
std::vector<Satisfiability::Slot> ByteMachine::survey_slot(Slot slot) {
  std::vector<Slot> found;
  const std::size_t room = limits_.instance_depth;
  const ContainerState object = satisfiability_.opened(slot, ContainerType::object);
  if (satisfiability_.finishable(object)) {
    for (const std::string& name : satisfiability_.known_names(object)) {
      if (satisfiability_.available(object, name))
        found.push_back(satisfiability_.child_slot(object, Key::member(name), room));
    }
    std::vector<NameClass> others;
    {  // names are written out for it, as in a question
      const Meter::Budget budget(meter_, limits_.question_operations, "limit_question_operations");
      others = satisfiability_.name_classes(object);
    }
    for (const NameClass& one : others)
      found.push_back(satisfiability_.child_slot(object, Key::other(one.sample), room));
  }
  ContainerState array = satisfiability_.opened(slot, ContainerType::array);
  if (!satisfiability_.finishable(array)) return found;
  const std::uint64_t settled =
      std::max(containers_.settled_index(array), orders_.settled_index(array.applied));
  for (std::uint64_t i = 0; i <= settled; ++i) {
    const Key key = Key::item(array.items);
    found.push_back(satisfiability_.child_slot(array, key, room));
    if (!satisfiability_.satisfiable(found.back())) break;
    const Needs needs = containers_.needs(array, key);
    const WitnessPtr& item = satisfiability_.witness(found.back());
    const ValueId value = satisfiability_.values_matter(array) ? satisfiability_.value_of(item) : 0;
    array = satisfiability_.advance(array, key, needs, satisfiability_.vector_of(item, needs.obligations),
                                    value, settled);
  }
  return found;
}

// Names the keyword by which values branch where the compile was: the first of those applied there in place.
CompileFault ByteMachine::limit_fault(std::string_view limit) {
  CompileFault fault = compile_fault(CompileStatus::limit, std::string(limit),
                                     "a question about this subschema is beyond the limit " +
                                         std::string(limit.substr(std::string_view("limit_").size())));
  std::vector<NodeId> waiting;
  if (satisfiability_.slots() == 0) return fault;
  for (const Obligation obligation : satisfiability_.obligations(surveyed_)) {
    for (const NodeId id : model_.members(obligation)) waiting.push_back(id);
  }
  if (!waiting.empty()) fault.error.pointer = model_.node(waiting.front()).pointer;
  for (std::size_t i = 0; i < waiting.size() && i < limits_.obligations; ++i) {
    const Node& node = model_.node(waiting[i]);
    const std::string_view keyword = !node.one_of.empty()         ? std::string_view("oneOf")
                                     : !node.any_of.empty()       ? "anyOf"
                                     : !node.properties.empty()   ? "properties"
                                     : !node.prefix_items.empty() ? node.prefix_items_keyword
                                     : node.items                 ? "items"
                                     : !node.required.empty()     ? "required"
                                     : node.min_items             ? "minItems"
                                                                  : "";
    if (!keyword.empty()) {
      fault.keyword = keyword;
      fault.error.pointer = std::string(node.pointer) + "/" + std::string(keyword);
      break;
    }
    waiting.insert(waiting.end(), node.all_of.begin(), node.all_of.end());
    if (node.ref) waiting.push_back(*node.ref);
  }
  return fault;
}

}  // namespace lockstep::engine
