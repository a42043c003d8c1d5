#include "lockstep/engine/machine/container.h"

#include <algorithm>
#include <set>

#include "lockstep/engine/base/check.h"

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
  const std::vector<NodeId> members = model_.members(obligation);
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
  const Node node = model_.node(id);  // a copy: listed containers add nodes
  if (node.boolean) return *node.boolean ? kTrue : kFalse;
  if ((node.types & (type == ContainerType::object ? kObject : kArray)) == 0) return kFalse;
  Function all = type == ContainerType::object ? object_atoms(node, id) : array_atoms(node, id);
  for (std::size_t list = 0; list < node.enums.size(); ++list) {
    const auto kind = type == ContainerType::object ? json::Kind::object : json::Kind::array;
    const std::vector<NodeId> values = model_.listed_containers(id, list, kind);
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
  if (node.ref) all = booleans_.both(all, formula_of_node(*node.ref, type));
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

Function Containers::object_atoms(const Node& node, NodeId id) {
  Function all = kTrue;
  if (!node.properties.empty() || node.additional_properties) {
    all = booleans_.variable(atom({AtomKind::kids, id, 0, {}}));
  }
  for (const std::string& name : node.required) all = booleans_.both(all, has(name));
  for (const auto& [trigger, names] : node.dependent_required) {
    Function needed = kTrue;
    for (const std::string& name : names) needed = booleans_.both(needed, has(name));
    all = booleans_.both(all, booleans_.choose(has(trigger), needed, kTrue));
  }
  return all;
}

Function Containers::array_atoms(const Node& node, NodeId id) {
  Function all = kTrue;
  if (!node.prefix_items.empty() || node.items) all = booleans_.variable(atom({AtomKind::kids, id, 0, {}}));
  if (node.min_items.value_or(0) > 0) {
    all = booleans_.both(all, booleans_.variable(atom({AtomKind::least, 0, *node.min_items, {}})));
  }
  if (node.max_items) {
    all = booleans_.both(all, booleans_.variable(atom({AtomKind::most, 0, *node.max_items, {}})));
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
  return state;
}

std::vector<Variable> Containers::live(const ContainerState& state) const {
  std::set<Variable> variables;
  for (const Variable v : booleans_.support(state.goal)) variables.insert(v);
  for (const Function report : state.reports) {
    for (const Variable v : booleans_.support(report)) variables.insert(v);
  }
  return {variables.begin(), variables.end()};
}

Obligation Containers::child_of(NodeId id, ContainerType type, const Key& key) {
  const Node& node = model_.node(id);
  std::optional<NodeId> child;
  if (type == ContainerType::array) {
    child = model_.child_for_index(node, key.index);
  } else {
    child = key.is_other ? node.additional_properties : model_.child_for_name(node, key.name);
  }
  return child ? model_.obligation({*child}) : kAlways;
}

Needs Containers::needs(const ContainerState& state, const Key& key) {
  Needs needs;
  std::set<Obligation> tracked;
  for (const Variable v : live(state)) {
    booleans_.charge();
    if (atom_of(v).kind != AtomKind::kids) continue;
    const Obligation child = child_of(atom_of(v).node, state.type, key);
    needs.of_kids[v] = child;
    if (child != kAlways && child != kNever) tracked.insert(child);
  }
  if (tracked.size() > most_obligations_) throw Meter::Stop{"limit_obligations"};
  needs.obligations.assign(tracked.begin(), tracked.end());
  return needs;
}

// What becomes of each atom; with `bits`, of the child that has them.
std::map<Variable, Function> Containers::changes(Function f, const ContainerState& state, const Key& key,
                                                 const Needs& needs, const std::vector<bool>* bits) {
  std::map<Variable, Function> changes;
  for (const auto& [v, child] : needs.of_kids) {
    if (child == kAlways) continue;
    if (child == kNever) {
      changes[v] = kFalse;
      continue;
    }
    const auto at = std::lower_bound(needs.obligations.begin(), needs.obligations.end(), child);
    const auto bit = static_cast<std::size_t>(at - needs.obligations.begin());
    if (bits == nullptr) {
      changes[v] = booleans_.both(booleans_.variable(v), booleans_.variable(static_cast<Variable>(bit)));
    } else if (!(*bits)[bit]) {
      changes[v] = kFalse;
    }
  }
  for (const Variable v : booleans_.support(f)) {
    const Atom& atom = atom_of(v);
    if (atom.kind == AtomKind::has && !key.is_other && atom.name == key.name) changes[v] = kTrue;
    if (atom.kind == AtomKind::least && state.items + 1 >= atom.count) changes[v] = kTrue;
    if (atom.kind == AtomKind::most && state.items + 1 > atom.count) changes[v] = kFalse;
  }
  return changes;
}

Function Containers::after_child(Function f, const ContainerState& state, const Key& key,
                                 const Needs& needs) {
  return booleans_.compose(f, changes(f, state, key, needs, nullptr));
}

Function Containers::after_vector(Function f, const ContainerState& state, const Key& key, const Needs& needs,
                                  const std::vector<bool>& bits) {
  return booleans_.compose(f, changes(f, state, key, needs, &bits));
}

ContainerState Containers::advance(const ContainerState& state, const Key& key, const Needs& needs,
                                   const std::vector<bool>& bits, std::uint64_t apart) {
  ContainerState next = state;
  const auto settle = [&](Function f) { return after_vector(f, state, key, needs, bits); };
  for (Function& report : next.reports) report = settle(report);
  next.goal = settle(state.goal);
  if (state.type == ContainerType::array) {
    const std::vector<std::uint64_t> left = [&] {
      std::vector<std::uint64_t> all = thresholds(next.goal);
      for (const Function report : next.reports) {
        for (const std::uint64_t t : thresholds(report)) all.push_back(t);
      }
      return all;
    }();
    const std::uint64_t most = left.empty() ? 0 : *std::max_element(left.begin(), left.end());
    next.items = std::min(state.items + 1, std::max({most, settled_index(next), apart}));
  }
  return next;
}

bool Containers::at_end(Function f, std::uint64_t items) const {
  return booleans_.evaluate(f, [&](Variable v) {
    const Atom& atom = atom_of(v);
    switch (atom.kind) {
      case AtomKind::kids:
        return true;
      case AtomKind::has:
        return false;
      case AtomKind::least:
        return items >= atom.count;
      case AtomKind::most:
        return items <= atom.count;
    }
    return false;
  });
}

std::vector<std::string> Containers::relevant_names(const ContainerState& state) const {
  std::set<std::string> names;
  for (const Variable v : live(state)) {
    const Atom& atom = atom_of(v);
    if (atom.kind == AtomKind::has) names.insert(atom.name);
    if (atom.kind != AtomKind::kids) continue;
    booleans_.charge(model_.node(atom.node).properties.size());
    for (const auto& [name, child] : model_.node(atom.node).properties) names.insert(name);
  }
  return {names.begin(), names.end()};
}

bool Containers::relevant(const ContainerState& state, const std::string& name) const {
  const std::vector<Variable> variables = live(state);
  return std::any_of(variables.begin(), variables.end(), [&](Variable v) {
    const Atom& atom = atom_of(v);
    if (atom.kind == AtomKind::has) return atom.name == name;
    return atom.kind == AtomKind::kids && model_.declares(model_.node(atom.node), name);
  });
}

std::uint64_t Containers::settled_index(const ContainerState& state) const {
  std::uint64_t longest = 0;
  for (const Variable v : live(state)) {
    if (atom_of(v).kind != AtomKind::kids) continue;
    longest = std::max<std::uint64_t>(longest, model_.node(atom_of(v).node).prefix_items.size());
  }
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
