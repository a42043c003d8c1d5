// `unevaluatedProperties` and `unevaluatedItems`: the rest atoms of containers and the conditions that they
// read (Core section 11; 9.3.1 and 10.3 say which keywords evaluate what).
//
// A member that fails the `unevaluated...` schema of a node is harmless if some subschema in place of that
// node evaluates it and holds in the end. So rest(node) becomes "rest(node), and one of those conditions" as
// the member arrives. A state keeps the conditions, as functions of what is still to come.
#include <algorithm>

#include "lockstep/engine/machine/container.h"

namespace lockstep::engine {

struct Containers::GuardWalk {
  NodeId of = 0;
  ContainerType type = ContainerType::object;
  std::map<NodeId, Function> found;
  std::set<std::pair<NodeId, Function>> met;  // reached in many ways, walked once
};

const std::vector<GuardId>& Containers::guards_of(NodeId node, ContainerType type) {
  if (const auto known = guards_of_.find({node, type}); known != guards_of_.end()) return known->second;
  GuardWalk walk{node, type, {}, {}};
  collect_guards(walk, node, kTrue);
  std::vector<GuardId>& made = guards_of_[{node, type}];
  for (const auto& [by, when] : walk.found) {
    if (when == kFalse) continue;
    made.push_back(static_cast<GuardId>(guards_.size()));
    guards_.push_back({node, by, when});
  }
  return made;
}

// Which subschemas in place of `walk.of` evaluate members, and when. `when`: `at` is reached and holds.
void Containers::collect_guards(GuardWalk& walk, NodeId at, Function when) {
  booleans_.pass();
  const Node& node = model_.node(at);
  if (node.boolean || when == kFalse || !walk.met.emplace(at, when).second) return;
  const bool object = walk.type == ContainerType::object;
  const bool own = object ? !node.properties.empty() || !node.pattern_properties.empty() ||
                                node.additional_properties.has_value()
                          : !node.prefix_items.empty() || node.items ||
                                (node.contains && model_.node(walk.of).contained_is_evaluated);
  const bool everything = at != walk.of && (object ? node.unevaluated_properties.has_value()
                                                   : node.unevaluated_items.has_value());
  if (own || everything) {
    Function& so_far = walk.found.try_emplace(at, kFalse).first->second;
    so_far = booleans_.either(so_far, when);
  }
  if (everything) return;
  const auto go = [&](NodeId next, Function condition) {
    const Function holds = booleans_.both(condition, formula_of_node(next, walk.type));
    collect_guards(walk, next, booleans_.both(when, holds));
  };
  for (const auto* list : {&node.all_of, &node.any_of, &node.one_of}) {
    for (const NodeId next : *list) go(next, kTrue);
  }
  if (node.ref) go(*node.ref, kTrue);
  if (node.dynamic_ref) go(*node.dynamic_ref, kTrue);
  if (node.condition) {
    const Function condition = formula_of_node(*node.condition, walk.type);
    go(*node.condition, kTrue);
    if (node.then) go(*node.then, condition);
    if (node.otherwise) go(*node.otherwise, booleans_.negate(condition));
  }
  if (object) {
    for (const auto& [name, next] : node.dependent_schemas) go(next, has(name));
  }
}

Containers::Covers Containers::covers(const Guard& guard, const Key& key) const {
  const Node& node = model_.node(guard.by);
  const auto when = [](bool yes) { return yes ? Covers::yes : Covers::no; };
  if (key.type == ContainerType::object) {
    if (guard.by != guard.of && node.unevaluated_properties) return Covers::yes;
    if (node.additional_properties) return Covers::yes;
    return when(model_.declares(node, key.name) ||
                std::any_of(node.pattern_properties.begin(), node.pattern_properties.end(),
                            [&](const auto& one) { return scalars_.matches(one.first, key.name); }));
  }
  if (guard.by != guard.of && node.unevaluated_items) return Covers::yes;
  if (node.items || key.index < node.prefix_items.size()) return Covers::yes;
  const bool counts = node.contains && model_.node(guard.of).contained_is_evaluated;
  return counts ? Covers::if_contained : Covers::no;
}

void Containers::need_rest(const ContainerState& state, Variable rest, const Key& key, Needs& needs,
                           std::set<Obligation>& tracked) {
  const NodeId id = atom_of(rest).node;
  const Node& node = model_.node(id);
  const auto& schema =
      state.type == ContainerType::object ? node.unevaluated_properties : node.unevaluated_items;
  const Obligation asked = model_.obligation({*schema});
  if (asked == kAlways) return;
  std::vector<GuardId> by;
  std::set<Obligation> contained;
  for (const auto& [guard, when] : state.guards) {
    if (guards_[guard].of != id) continue;
    const Covers covered = covers(guards_[guard], key);
    if (covered == Covers::no) continue;
    if (covered == Covers::yes && when == kTrue) return;  // evaluated, whatever it is
    by.push_back(guard);
    if (covered == Covers::if_contained)
      contained.insert(model_.obligation({*model_.node(guards_[guard].by).contains}));
  }
  needs.of_rest[rest] = asked;
  tracked.insert(asked);
  tracked.insert(contained.begin(), contained.end());
  needs.evaluated_by.insert(needs.evaluated_by.end(), by.begin(), by.end());
}

// The conditions are those after this child, so the changes of the rest atoms in them come first.
void Containers::change_rest(const ContainerState& state, Variable rest, const Key& key, const Needs& needs,
                             Changes& changes) {
  const NodeId id = atom_of(rest).node;
  if (changes.contains(rest)) return;
  Function evaluated = kFalse;
  for (const auto& [guard, when] : state.guards) {
    if (guards_[guard].of != id ||
        std::find(needs.evaluated_by.begin(), needs.evaluated_by.end(), guard) == needs.evaluated_by.end())
      continue;
    for (const Variable v : booleans_.support(when)) {
      if (needs.of_rest.contains(v)) change_rest(state, v, key, needs, changes);
    }
    Function here = booleans_.compose(when, changes);
    if (covers(guards_[guard], key) == Covers::if_contained) {
      here = booleans_.both(here, bit(needs, model_.obligation({*model_.node(guards_[guard].by).contains})));
    }
    evaluated = booleans_.either(evaluated, here);
  }
  const Function harmless = booleans_.either(bit(needs, needs.of_rest.at(rest)), evaluated);
  changes[rest] = booleans_.both(booleans_.variable(rest), harmless);
}

Guards Containers::after(const Guards& guards, const Changes& changes,
                         const std::vector<Function>& functions) {
  Guards next;
  for (const auto& [id, when] : guards) {
    const Function left = booleans_.compose(when, changes);
    if (left != kFalse) next.emplace_back(id, left);
  }
  return trimmed(next, functions);
}

Guards Containers::trimmed(const Guards& guards, const std::vector<Function>& functions) {
  if (guards.empty()) return guards;
  std::set<NodeId> read;
  std::vector<Function> waiting = functions;
  while (!waiting.empty()) {
    const Function next = waiting.back();
    waiting.pop_back();
    for (const Variable v : booleans_.support(next)) {
      if (v < kFirstAtom || atom_of(v).kind != AtomKind::rest || !read.insert(atom_of(v).node).second)
        continue;
      for (const auto& [id, when] : guards) {
        if (guards_[id].of == atom_of(v).node) waiting.push_back(when);
      }
    }
  }
  Guards kept;
  for (const auto& one : guards) {
    if (read.contains(guards_[one.first].of)) kept.push_back(one);
  }
  return kept;
}

}  // namespace lockstep::engine
