#include "lockstep/engine/machine/container.h"

#include <algorithm>
#include <set>
#include <span>

#include "lockstep/engine/base/check.h"
#include "lockstep/engine/lexical/code_points.h"
#include "lockstep/engine/lexical/string_automaton.h"

namespace lockstep::engine {

Variable Containers::atom(const Atom& atom) {
  const auto [place, added] =
      atom_index_.try_emplace(atom, kFirstAtom + static_cast<Variable>(atoms_.size()));
  if (added) atoms_.push_back(atom);
  return place->second;
}

Function Containers::formula(Obligation obligation, ContainerType type) {
  if (obligation == kNever) return kFalse;
  const auto found = formulas_.find({obligation, type});
  if (found != formulas_.end()) return found->second;
  Function all = kTrue;
  const std::span<const NodeId> listed = model_.members(obligation);
  const std::vector<NodeId> members(listed.begin(), listed.end());
  for (const NodeId id : members) all = booleans_.both(all, formula_of_node(id, type));
  booleans_.checked(all);
  return formulas_[{obligation, type}] = all;
}

Function Containers::formula_of_node(NodeId id, ContainerType type) {
  const auto found = node_formulas_.find({id, type});
  if (found != node_formulas_.end()) return found->second;
  const Function all = own_formula(id, type);
  return node_formulas_[{id, type}] = all;
}

Function Containers::own_formula(NodeId id, ContainerType type) {
  booleans_.pass();
  const Node& node = model_.node(id);
  if (node.boolean) return *node.boolean ? kTrue : kFalse;
  if ((node.types & (type == ContainerType::object ? kObject : kArray)) == 0) return kFalse;
  Function all = type == ContainerType::object ? object_atoms(node, id) : array_atoms(node, id);
  for (std::size_t list = 0; list < node.enums.size(); ++list) {
    const auto kind = type == ContainerType::object ? json::Kind::object : json::Kind::array;
    const std::vector<NodeId>& values = model_.listed_containers(id, list, kind);
    Function any = kFalse;
    for (const NodeId value : values) any = booleans_.either(any, formula_of_node(value, type));
    all = booleans_.both(all, any);
  }
  return booleans_.both(all, in_place(node, type));
}

Function Containers::in_place(const Node& node, ContainerType type) {
  Function all = kTrue;
  for (const NodeId next : node.all_of) all = booleans_.both(all, formula_of_node(next, type));
  if (!node.any_of.empty()) {
    Function any = kFalse;
    for (const NodeId next : node.any_of) any = booleans_.either(any, formula_of_node(next, type));
    all = booleans_.both(all, any);
  }
  if (!node.one_of.empty()) all = booleans_.both(all, exactly_one(node.one_of, type));
  if (node.negated) all = booleans_.both(all, booleans_.negate(formula_of_node(*node.negated, type)));
  if (node.condition && (node.then || node.otherwise)) {
    const Function then = node.then ? formula_of_node(*node.then, type) : kTrue;
    const Function otherwise = node.otherwise ? formula_of_node(*node.otherwise, type) : kTrue;
    all = booleans_.both(all, booleans_.choose(formula_of_node(*node.condition, type), then, otherwise));
  }
  if (type == ContainerType::object) {
    for (const auto& [name, next] : node.dependent_schemas) {
      all = booleans_.both(all, booleans_.choose(has(name), formula_of_node(next, type), kTrue));
    }
  }
  for (const auto& one : {node.ref, node.dynamic_ref}) {
    if (one) all = booleans_.both(all, formula_of_node(*one, type));
  }
  return all;
}

// Linear in the branches: keeps "none so far" and "one so far".
Function Containers::exactly_one(const std::vector<NodeId>& nodes, ContainerType type) {
  Function none = kTrue;
  Function one = kFalse;
  for (const NodeId id : nodes) {
    const Function here = formula_of_node(id, type);
    one = booleans_.choose(here, none, one);
    none = booleans_.both(none, booleans_.negate(here));
  }
  return one;
}

Function Containers::count_bounds(std::optional<std::uint64_t> least, std::optional<std::uint64_t> most) {
  Function all = kTrue;
  if (least.value_or(0) > 0) all = variable({AtomKind::least, 0, *least, {}});
  if (most) all = booleans_.both(all, variable({AtomKind::most, 0, *most, {}}));
  return all;
}

Function Containers::object_atoms(const Node& node, NodeId id) {
  Function all = count_bounds(node.min_properties, node.max_properties);
  if (!node.properties.empty() || !node.pattern_properties.empty() || node.additional_properties ||
      node.property_names) {
    all = booleans_.both(all, variable({AtomKind::kids, id, 0, {}}));
  }
  all = booleans_.both(all, has_all(node.required));
  for (const auto& [trigger, names] : node.dependent_required) {
    all = booleans_.both(all, booleans_.choose(has(trigger), has_all(names), kTrue));
  }
  if (node.unevaluated_properties) all = booleans_.both(all, variable({AtomKind::rest, id, 0, {}}));
  return all;
}

// From the last variable to the first, so that each adds a node and no more.
Function Containers::has_all(const std::vector<std::string>& names) {
  std::vector<Variable> variables;
  for (const std::string& name : names) {
    booleans_.pass(8);
    variables.push_back(atom({AtomKind::has, 0, 0, name}));
  }
  std::sort(variables.begin(), variables.end(), std::greater<>());
  Function all = kTrue;
  for (const Variable v : variables) all = booleans_.both(booleans_.variable(v), all);
  return all;
}

Function Containers::array_atoms(const Node& node, NodeId id) {
  Function all = count_bounds(node.min_items, node.max_items);
  if (!node.prefix_items.empty() || node.items) {
    all = booleans_.both(all, variable({AtomKind::kids, id, 0, {}}));
  }
  if (node.contains) all = booleans_.both(all, contains(node));
  if (node.unique_items) all = booleans_.both(all, variable({AtomKind::unique, 0, 0, {}}));
  if (node.unevaluated_items) all = booleans_.both(all, variable({AtomKind::rest, id, 0, {}}));
  return all;
}

Function Containers::contains(const Node& node) {
  const Obligation wanted = model_.obligation({*node.contains});
  const std::uint64_t least = node.min_contains.value_or(1);
  if (wanted == kAlways) return count_bounds(least, node.max_contains);
  if (wanted == kNever) return least > 0 ? kFalse : kTrue;
  Function all = kTrue;
  if (least > 0) all = variable({AtomKind::hits_least, wanted, least, {}});
  if (node.max_contains) {
    all = booleans_.both(all, variable({AtomKind::hits_most, wanted, *node.max_contains, {}}));
  }
  return all;
}

ContainerState Containers::start(ContainerType type, const std::vector<Obligation>& obligations,
                                 Function goal) {
  ContainerState state;
  state.type = type;
  std::map<Variable, Function> bits;
  for (const Obligation obligation : obligations) {
    const Function report = formula(obligation, type);
    bits[static_cast<Variable>(state.reports.size())] = report;
    state.reports.push_back(report);
  }
  state.goal = booleans_.checked(booleans_.compose(goal, bits));
  // Conditions may read rest atoms of their own.
  std::set<GuardId> guards;
  std::set<Variable> met;
  std::vector<Function> waiting = state.reports;
  waiting.push_back(state.goal);
  while (!waiting.empty()) {
    const Function next = waiting.back();
    waiting.pop_back();
    for (const Variable v : booleans_.support(next)) {
      if (atom_of(v).kind != AtomKind::rest || !met.insert(v).second) continue;
      for (const GuardId id : guards_of(atom_of(v).node, type)) {
        guards.insert(id);
        waiting.push_back(guards_[id].when);
      }
    }
  }
  for (const GuardId id : guards) state.guards.emplace_back(id, guards_[id].when);
  return state;
}

std::vector<Variable> Containers::live(const ContainerState& state) const {
  std::vector<Variable> variables;
  const auto add = [&](Function f) {
    const std::vector<Variable> read = booleans_.support(f);
    booleans_.pass(read.size());
    variables.insert(variables.end(), read.begin(), read.end());
  };
  add(state.goal);
  for (const Function report : state.reports) add(report);
  for (const Function other : state.other_goals) add(other);
  for (const auto& [id, when] : state.guards) add(when);
  std::sort(variables.begin(), variables.end());
  variables.erase(std::unique(variables.begin(), variables.end()), variables.end());
  return variables;
}

Obligation Containers::object_child(NodeId id, const std::string& name) {
  const Node& node = model_.node(id);
  if (node.property_names) {
    const Obligation names = model_.obligation({*node.property_names});
    if (names == kNever || (names != kAlways && !scalars_.of_string({names}, name)[0])) return kNever;
  }
  if (node.pattern_properties.empty()) {
    const std::optional<NodeId> child = model_.child_for_name(node, name);
    return child ? model_.obligation({*child}) : kAlways;
  }
  std::vector<NodeId> children;
  for (const auto& [pattern, child] : node.pattern_properties) {
    if (scalars_.matches(pattern, name)) children.push_back(child);
  }
  if (children.empty() || model_.declares(node, name)) {
    if (const std::optional<NodeId> child = model_.child_for_name(node, name)) children.push_back(*child);
  }
  return model_.obligation(children);
}

Obligation Containers::child_of(NodeId id, ContainerType type, const Key& key) {
  if (type == ContainerType::object) return object_child(id, key.name);
  const std::optional<NodeId> child = model_.child_for_index(model_.node(id), key.index);
  return child ? model_.obligation({*child}) : kAlways;
}

Needs Containers::needs(const ContainerState& state, const Key& key) {
  Needs needs;
  std::set<Obligation> tracked;
  const std::vector<Variable> atoms = live(state);
  for (const Variable v : atoms) {
    booleans_.charge();
    const Atom atom = atom_of(v);
    if (atom.kind == AtomKind::kids) {
      tracked.insert(needs.of_kids[v] = child_of(atom.node, state.type, key));
    } else if (atom.kind == AtomKind::hits_least || atom.kind == AtomKind::hits_most) {
      tracked.insert(atom.node);
    } else if (atom.kind == AtomKind::rest) {
      need_rest(state, v, key, needs, tracked);
    } else if (atom.kind == AtomKind::unique) {
      need_later(state, atoms, key.index + 1, tracked);
    }
  }
  tracked.erase(kAlways);
  tracked.erase(kNever);
  if (tracked.size() > most_obligations_) throw Meter::Stop{"limit_obligations"};
  needs.obligations.assign(tracked.begin(), tracked.end());
  return needs;
}

Function Containers::bit(const Needs& needs, Obligation obligation) {
  if (obligation == kAlways) return kTrue;
  if (obligation == kNever) return kFalse;
  const auto at = std::lower_bound(needs.obligations.begin(), needs.obligations.end(), obligation);
  LOCKSTEP_CHECK(at != needs.obligations.end() && *at == obligation);
  return booleans_.variable(static_cast<Variable>(at - needs.obligations.begin()));
}

Changes Containers::changes(const ContainerState& state, const Key& key, const Needs& needs, bool counted,
                            const std::vector<bool>* bits) {
  Changes changes;
  for (const Variable v : live(state)) {
    const Atom atom = atom_of(v);
    const bool hits = atom.kind == AtomKind::hits_least || atom.kind == AtomKind::hits_most;
    if (atom.kind == AtomKind::kids) {
      const Function kept = bit(needs, needs.of_kids.at(v));
      if (kept != kTrue) changes[v] = booleans_.both(booleans_.variable(v), kept);
    } else if (atom.kind == AtomKind::has) {
      if (!key.is_other && atom.name == key.name) changes[v] = kTrue;
    } else if (hits) {
      // What is left to count is in the atom itself, so that no counter is needed.
      const bool least = atom.kind == AtomKind::hits_least;
      Function hit = least ? kTrue : kFalse;
      if (atom.count > (least ? 1U : 0U)) hit = variable({atom.kind, atom.node, atom.count - 1, {}});
      changes[v] = booleans_.choose(bit(needs, atom.node), hit, booleans_.variable(v));
    } else if (counted && atom.kind == AtomKind::least) {
      if (state.items + 1 >= atom.count) changes[v] = kTrue;
    } else if (counted && atom.kind == AtomKind::most) {
      if (state.items + 1 > atom.count) changes[v] = kFalse;
    }
  }
  for (const auto& [v, unused] : needs.of_rest) change_rest(state, v, key, needs, changes);
  if (bits == nullptr) return changes;
  for (auto& [v, change] : changes) {
    for (std::size_t i = 0; i < bits->size(); ++i)
      change = booleans_.restrict(change, static_cast<Variable>(i), (*bits)[i]);
  }
  return changes;
}

ContainerState Containers::advance(const ContainerState& state, const Key& key, const Needs& needs,
                                   const std::vector<bool>& bits, std::uint64_t apart) {
  ContainerState next = state;
  const Changes all = changes(state, key, needs, true, &bits);
  for (Function& report : next.reports) report = after(report, all);
  next.goal = after(state.goal, all);
  for (Function& other : next.other_goals) other = after(other, all);
  std::vector<Function> functions = next.reports;
  functions.push_back(next.goal);
  functions.insert(functions.end(), next.other_goals.begin(), next.other_goals.end());
  next.guards = after(state.guards, all, functions);
  std::uint64_t most = settled_count(next);
  if (state.type == ContainerType::array) most = std::max({most, settled_index(next), apart});
  next.items = std::min(state.items + 1, most);
  return next;
}

bool Containers::at_end(Function f, std::uint64_t items) const {
  return booleans_.evaluate(f, [&](Variable v) {
    const Atom& atom = atom_of(v);
    switch (atom.kind) {
      case AtomKind::kids:
      case AtomKind::rest:
      case AtomKind::hits_most:
      case AtomKind::unique:
        return true;
      case AtomKind::has:
      case AtomKind::hits_least:
        return false;
      case AtomKind::least:
        return items >= atom.count;
      case AtomKind::most:
        return items <= atom.count;
    }
    return false;
  });
}

std::uint64_t Containers::settled_count(const ContainerState& state) const {
  std::uint64_t most = 0;
  const auto meet = [&](Function f) {
    for (const std::uint64_t threshold : thresholds(f)) most = std::max(most, threshold);
  };
  meet(state.goal);
  for (const Function report : state.reports) meet(report);
  for (const Function other : state.other_goals) meet(other);
  for (const auto& [id, when] : state.guards) meet(when);
  return most;
}

std::optional<std::uint64_t> Containers::end_between(Function f, std::uint64_t low,
                                                     std::uint64_t high) const {
  if (at_end(f, low)) return low;
  if (low == high) return std::nullopt;
  for (const std::uint64_t count : thresholds(f)) {
    if (low < count && count <= high && at_end(f, count)) return count;
  }
  return std::nullopt;
}

Function Containers::with_at_least(Function f, std::uint64_t items) {
  for (const Variable v : booleans_.support(f)) {
    const Atom& atom = atom_of(v);
    if (atom.kind == AtomKind::least && items >= atom.count) f = booleans_.restrict(f, v, true);
    if (atom.kind == AtomKind::most && items > atom.count) f = booleans_.restrict(f, v, false);
  }
  return f;
}

std::uint64_t Containers::settled_index(const ContainerState& state) const {
  std::uint64_t longest = 0;
  const auto meet = [&](NodeId id) {
    longest = std::max<std::uint64_t>(longest, model_.node(id).prefix_items.size());
  };
  for (const Variable v : live(state)) {
    if (atom_of(v).kind == AtomKind::kids) meet(atom_of(v).node);
  }
  for (const auto& [id, when] : state.guards) meet(guards_[id].by);
  return longest;
}

std::vector<std::uint64_t> Containers::thresholds(Function f) const {
  std::set<std::uint64_t> counts;
  for (const Variable v : booleans_.support(f)) {
    const Atom& atom = atom_of(v);
    if (atom.kind == AtomKind::least) counts.insert(atom.count);
    if (atom.kind == AtomKind::most) counts.insert(atom.count + 1);
  }
  return {counts.begin(), counts.end()};
}

Function Containers::without(Function f, const std::string& name) {
  const auto found = atom_index_.find({AtomKind::has, 0, 0, name});
  return found == atom_index_.end() ? f : booleans_.restrict(f, found->second, false);
}

Function Containers::settle_idle_kids(Function f, const ContainerState& state, const std::vector<Key>& keys) {
  for (const Variable v : booleans_.support(f)) {
    if (atom_of(v).kind != AtomKind::kids) continue;
    const NodeId id = atom_of(v).node;
    booleans_.charge(keys.size());
    const bool idle = std::all_of(keys.begin(), keys.end(),
                                  [&](const Key& key) { return child_of(id, state.type, key) == kAlways; });
    if (idle) f = booleans_.restrict(f, v, true);
  }
  return f;
}

}  // namespace lockstep::engine
