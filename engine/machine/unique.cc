// `uniqueItems` (Validation section 6.4.3) as an atom of an open array: unique, which the first repeated item
// settles false. Which items are equal, and which values are left, is for others to know (distinct.cc).
#include <algorithm>

#include "lockstep/engine/machine/container.h"

namespace lockstep::engine {

std::optional<Variable> Containers::unique_atom() const {
  const auto found = atom_index_.find({AtomKind::unique, 0, 0, {}});
  return found == atom_index_.end() ? std::nullopt : std::optional(found->second);
}

bool Containers::reads_unique(Function f) const {
  const std::optional<Variable> atom = unique_atom();
  if (!atom || f <= kTrue) return false;
  if (f >= reads_unique_.size()) reads_unique_.resize(f + 1, Reads::unknown);
  if (reads_unique_[f] == Reads::unknown) {
    const std::vector<Variable> read = booleans_.support(f);
    reads_unique_[f] = std::binary_search(read.begin(), read.end(), *atom) ? Reads::yes : Reads::no;
  }
  return reads_unique_[f] == Reads::yes;
}

bool Containers::unique_matters(const ContainerState& state) const {
  if (state.type != ContainerType::array || !unique_atom()) return false;
  const auto reads = [this](Function f) { return reads_unique(f); };
  return reads(state.goal) || std::any_of(state.reports.begin(), state.reports.end(), reads) ||
         std::any_of(state.other_goals.begin(), state.other_goals.end(), reads) ||
         std::any_of(state.guards.begin(), state.guards.end(),
                     [&](const auto& guard) { return reads(guard.second); });
}

Function Containers::when_repeated(Function f) {
  const std::optional<Variable> atom = unique_atom();
  return atom ? booleans_.restrict(f, *atom, false) : f;
}

ContainerState Containers::when_repeated(ContainerState state) {
  state.goal = when_repeated(state.goal);
  for (Function& report : state.reports) report = when_repeated(report);
  for (Function& other : state.other_goals) other = when_repeated(other);
  Guards left;
  for (const auto& [id, when] : state.guards) {
    const Function rest = when_repeated(when);
    if (rest != kFalse) left.emplace_back(id, rest);
  }
  std::vector<Function> functions = state.reports;
  functions.push_back(state.goal);
  functions.insert(functions.end(), state.other_goals.begin(), state.other_goals.end());
  state.guards = trimmed(left, functions);
  state.distinct = 0;
  return state;
}

// What items from index `from` on are tracked against, beside what every item is.
void Containers::need_later(const ContainerState& state, const std::vector<Variable>& atoms,
                            std::uint64_t from, std::set<Obligation>& tracked) {
  const std::uint64_t settled = settled_index(state);
  for (std::uint64_t index = from; index <= settled; ++index) {
    const Key key = Key::item(index);
    for (const Variable v : atoms) {
      booleans_.charge();
      const Atom atom = atom_of(v);
      if (atom.kind == AtomKind::kids) tracked.insert(child_of(atom.node, ContainerType::array, key));
      if (atom.kind != AtomKind::rest) continue;
      Needs later;
      need_rest(state, v, key, later, tracked);
    }
  }
}

// Each further item changes what is left, or is there for the number; a shortest way has no others. A bound
// from above that no negation turns round asks for none.
std::uint64_t Containers::items_needed(const ContainerState& state) {
  std::uint64_t items = settled_index(state) + 1;
  std::uint64_t counted = 0;
  const auto helps_when_false = [&](Variable v) {
    const auto rises = [&](Function f) {
      return booleans_.choose(booleans_.restrict(f, v, false), booleans_.restrict(f, v, true), kTrue) ==
             kTrue;
    };
    return !rises(state.goal) || !state.other_goals.empty() || !state.guards.empty();
  };
  for (const Variable v : live(state)) {
    const Atom atom = atom_of(v);
    const bool most = atom.kind == AtomKind::most || atom.kind == AtomKind::hits_most;
    if (most && !helps_when_false(v)) continue;
    if (atom.kind == AtomKind::least || atom.kind == AtomKind::most) {
      counted = std::max(counted, atom.count + 1);
    } else if (atom.kind == AtomKind::hits_least || atom.kind == AtomKind::hits_most) {
      items += atom.count + 1;
    } else {
      ++items;
    }
  }
  return items + counted;
}

}  // namespace lockstep::engine
