// What one child can do to an open container: groups of its vectors, each with what is left afterwards.
#include "lockstep/engine/base/check.h"
#include "lockstep/engine/machine/satisfy.h"

namespace lockstep::engine {

// The goal and the conditions as one function, so that a cut groups the vectors that change all alike.
Function Satisfiability::packed(const Residual& residual) {
  if (residual.guards.empty()) return residual.goal;
  Function all = kFalse;
  for (auto guard = residual.guards.rbegin(); guard != residual.guards.rend(); ++guard) {
    const Variable selector = kFirstSelector + 1 + guard->first;
    LOCKSTEP_CHECK(selector < kFirstAtom);
    all = booleans_.choose(booleans_.variable(selector), guard->second, all);
  }
  return booleans_.choose(booleans_.variable(kFirstSelector), residual.goal, all);
}

Satisfiability::Residual Satisfiability::unpacked(Function f) {
  const std::vector<Variable> support = booleans_.support(f);
  if (support.empty() || support.front() != kFirstSelector) return {f, {}};
  Residual residual{booleans_.restrict(f, kFirstSelector, true), {}};
  Function left = booleans_.restrict(f, kFirstSelector, false);
  while (left != kFalse) {
    const Variable selector = booleans_.support(left).front();
    residual.guards.emplace_back(selector - kFirstSelector - 1, booleans_.restrict(left, selector, true));
    left = booleans_.restrict(left, selector, false);
  }
  return residual;
}

Satisfiability::Residual Satisfiability::residual_after(const ContainerState& state, const Changes& changes) {
  Residual after{containers_.after(state.goal, changes), {}};
  after.guards = containers_.after(state.guards, changes, {after.goal});
  return after;
}

std::vector<Satisfiability::Group> Satisfiability::groups(const ContainerState& state, const Key& key,
                                                          const Needs& needs, bool counted) {
  std::vector<Group> groups;
  if (needs.obligations.size() > kFewBits && list_groups(state, key, needs, counted, groups)) return groups;
  groups.clear();
  const Function all = packed(residual_after(state, containers_.changes(state, key, needs, counted)));
  std::vector<Booleans::Part> parts;
  if (!booleans_.cut_few(all, kFirstSelector, kFewGroups, parts)) {
    parts.clear();
    list_vectors(needs.obligations, all, parts);
  }
  for (const Booleans::Part& part : parts) {
    Residual rest = unpacked(part.rest);
    if (rest.goal == kFalse) continue;
    rest.guards = containers_.after(rest.guards, {}, {rest.goal});
    groups.push_back({part.condition, std::move(rest)});
  }
  return groups;
}

// The same where values have few vectors, one vector after another: the function of all of them at once would
// tell their subsets apart. False when there are more than kListedVectors.
bool Satisfiability::list_groups(const ContainerState& state, const Key& key, const Needs& needs,
                                 bool counted, std::vector<Group>& groups) {
  std::map<Residual, std::size_t> place;
  Function others = kTrue;
  for (std::size_t listed = 0; others != kFalse; ++listed) {
    step();
    const Slot some = slot(needs.obligations, others, 0);
    if (!(in_round_ ? ask(some) : satisfiable(some))) break;
    if (listed == kListedVectors) return false;
    const std::vector<bool>& bits = vector_of(witness(some), needs.obligations);
    const Function alone = booleans_.minterm(bits);
    const Residual rest = residual_after(state, containers_.changes(state, key, needs, counted, &bits));
    const auto [at, added] = place.try_emplace(rest, groups.size());
    if (added) groups.push_back({kFalse, rest});
    groups[at->second].condition = booleans_.either(groups[at->second].condition, alone);
    others = booleans_.both(others, booleans_.negate(alone));
  }
  std::erase_if(groups, [](const Group& group) { return group.rest.goal == kFalse; });
  return true;
}

// The vectors that some value has, found one value after another: each with all vectors that `f` does not
// tell from its own. Mutually exclusive obligations, as the constants by which branches are chosen, cost a
// question each, where groups would be as many as their subsets.
void Satisfiability::list_vectors(const std::vector<Obligation>& obligations, Function f,
                                  std::vector<Booleans::Part>& parts) {
  std::map<Function, std::size_t> place;
  for (Function others = kTrue; others != kFalse;) {
    step();
    const Slot some = slot(obligations, others, 0);
    if (!(in_round_ ? ask(some) : satisfiable(some))) return;
    const std::vector<bool>& bits = vector_of(witness(some), obligations);
    Function alike = kTrue;
    Function rest = f;
    for (Variable v = 0; v < bits.size(); ++v) {
      const Function next = booleans_.restrict(rest, v, bits[v]);
      if (next == rest) continue;
      rest = next;
      const Function bit = booleans_.variable(v);
      alike = booleans_.both(alike, bits[v] ? bit : booleans_.negate(bit));
    }
    const auto [at, added] = place.try_emplace(rest, parts.size());
    if (added) parts.push_back({kFalse, rest});
    if (parts.size() > limits_.search_width) throw Meter::Stop{"limit_search_width"};
    parts[at->second].condition = booleans_.either(parts[at->second].condition, alike);
    others = booleans_.both(others, booleans_.negate(alike));
  }
}

}  // namespace lockstep::engine
