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
  const Function all = packed(residual_after(state, containers_.changes(state, key, needs, counted)));
  std::vector<Group> groups;
  std::vector<Booleans::Part> parts;
  if (!booleans_.cut_few(all, kFirstSelector, kFewGroups, parts)) {
    parts.clear();
    list_vectors(needs.obligations, kTrue, all, parts);
  }
  for (const Booleans::Part& part : parts) {
    Residual rest = unpacked(part.rest);
    if (rest.goal == kFalse) continue;
    rest.guards = containers_.after(rest.guards, {}, {rest.goal});
    groups.push_back({part.condition, std::move(rest)});
  }
  return groups;
}

// The vectors that some value has, found bit by bit: a bit is decided only where some value agrees with those
// before it.
void Satisfiability::list_vectors(const std::vector<Obligation>& obligations, Function cube, Function f,
                                  std::vector<Booleans::Part>& parts) {
  step();
  const std::vector<Variable> support = booleans_.support(f);
  if (support.empty() || support.front() >= kFirstSelector) {
    if (parts.size() >= limits_.search_width) throw Meter::Stop{"limit_search_width"};
    for (Booleans::Part& part : parts) {
      if (part.rest != f) continue;
      part.condition = booleans_.either(part.condition, cube);
      return;
    }
    parts.push_back({cube, f});
    return;
  }
  const Variable next = support.front();
  for (const bool value : {true, false}) {
    const Function with = booleans_.variable(next);
    const Function smaller = booleans_.both(cube, value ? with : booleans_.negate(with));
    const Slot some = slot(obligations, smaller, 0);
    if (!(in_round_ ? ask(some) : satisfiable(some))) continue;
    list_vectors(obligations, smaller, booleans_.restrict(f, next, value), parts);
  }
}

}  // namespace lockstep::engine
