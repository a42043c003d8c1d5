// Can an open object be finished? A search over the names that may still come.
//
// Members commute, so each name is met once, in one order: first the names that some atom names, each taken
// or left; then the classes of the others, each any number of times up to its capacity. Members that change
// nothing but the number of members are not taken one by one: they make the number an interval.
#include <algorithm>
#include <iterator>

#include "lockstep/engine/base/check.h"
#include "lockstep/engine/base/sorted.h"
#include "lockstep/engine/machine/satisfy.h"

namespace lockstep::engine {
namespace {

std::uint64_t saturated(std::uint64_t count) { return std::min(count, kUnbounded); }

}  // namespace

struct Satisfiability::Walk {
  struct Choice {
    Key key;
    std::uint64_t capacity = 1;
    std::vector<Scalars::Bits> names{};  // of a class: NameClass::vectors
  };
  struct Member {
    std::size_t choice = 0;
    Slot slot = 0;
    bool spare = false;  // only if the number asks for it, and then as often as the class has names
  };

  const ContainerState* state = nullptr;
  std::vector<Choice> choices;
  std::set<WalkSpot> seen;
  std::map<std::size_t, std::size_t> width;  // alternatives at each place
  std::vector<Member> members;
  std::uint64_t wanted = 0;  // the number of members found
};

bool Satisfiability::available(const ContainerState& state, const std::string& name) const {
  if (std::binary_search(state.names.begin(), state.names.end(), name)) return false;
  return orders_.place(state.applied, name) >= state.order;
}

void Satisfiability::pass_order(ContainerState& state, const Key& key) const {
  const std::uint32_t place = key.is_other ? KeyOrders::kUndeclared : orders_.place(state.applied, key.name);
  // After an undeclared name no declared one may come.
  state.order = place == KeyOrders::kUndeclared
                    ? static_cast<std::uint32_t>(orders_.names(state.applied).size())
                    : place + 1;
}

std::vector<std::string> Satisfiability::known_names(const ContainerState& state) const {
  const std::vector<std::string>& read = containers_.relevant_names(state);
  const std::vector<std::string>& declared = orders_.names(state.applied);
  const std::vector<Exception> exceptions = exceptions_of(state);
  meter_.pass(read.size());
  if (declared.empty() && exceptions.empty()) return read;
  std::vector<std::string> known = declared;
  for (const auto& [whole, goal] : exceptions) {
    for (const auto& [name, child] : values_.members(whole)) known.push_back(values_.text(name));
  }
  meter_.pass(known.size());
  sort_once(known, LookAtTexts{&meter_});
  std::vector<std::string> all;
  all.reserve(read.size() + known.size());
  std::set_union(read.begin(), read.end(), known.begin(), known.end(), std::back_inserter(all));
  return all;
}

std::vector<Obligation> Satisfiability::name_obligations(const ContainerState& state) const {
  return containers_.name_obligations(state, orders_.patterns(state.applied));
}

std::vector<NameClass> Satisfiability::name_classes(const ContainerState& state) {
  return containers_.other_names(state, known_names(state), name_obligations(state),
                                 [&](const Key& key) { return orders_.child(state.applied, key); });
}

bool Satisfiability::alike(const ContainerState& state, const Key& a, const Key& b) {
  return containers_.needs(state, a) == containers_.needs(state, b) &&
         orders_.child(state.applied, a) == orders_.child(state.applied, b);
}

std::optional<Path> Satisfiability::search_object(const ContainerState& state) {
  if (containers_.at_end(state.goal, state.items)) return Path{};
  Walk walk;
  walk.state = &state;
  WalkSpot start;
  start.left = {state.goal, state.guards};
  start.least = state.items;
  const std::vector<std::string> known = known_names(state);
  const std::vector<NameClass> classes = name_classes(state);
  const bool scarce = std::any_of(classes.begin(), classes.end(),
                                  [](const NameClass& one) { return one.capacity < kUnbounded; });
  for (const std::string& name : scarce ? known : containers_.relevant_names(state)) {
    meter_.pass(2);
    if (available(state, name)) {
      walk.choices.push_back({Key::member(name), 1});
    } else {
      start.left = without(start.left, name);
    }
  }
  // Names that must come first, so that dead ends show early.
  std::stable_partition(walk.choices.begin(), walk.choices.end(), [&](const Walk::Choice& choice) {
    return containers_.without(start.left.goal, choice.key.name) == kFalse;
  });
  for (const NameClass& one : classes)
    walk.choices.push_back({Key::other(one.sample), one.capacity, one.vectors});
  if (!object_from(walk, start)) return std::nullopt;
  return path_of(walk);
}

Satisfiability::Residual Satisfiability::without(const Residual& left, const std::string& name) {
  Residual next{containers_.without(left.goal, name), {}};
  for (const auto& [id, when] : left.guards) {
    const Function rest = containers_.without(when, name);
    if (rest != kFalse) next.guards.emplace_back(id, rest);
  }
  return next;
}

bool Satisfiability::object_from(Walk& walk, WalkSpot spot) {
  if (containers_.with_at_least(spot.left.goal, spot.least) == kFalse) return false;
  if (!walk.seen.insert(spot).second) return false;
  if (++walk.width[spot.place] > limits_.search_width) throw Meter::Stop{"limit_search_width"};
  if (walk_depth_ >= 4 * limits_.search_depth) throw Meter::Stop{"limit_search_depth"};
  step();
  ContainerState state = *walk.state;
  std::vector<Key> open;
  meter_.pass(4 * (walk.choices.size() - spot.place));
  for (std::size_t i = spot.place; i < walk.choices.size(); ++i) open.push_back(walk.choices[i].key);
  state.goal = spot.left.goal;
  spot.left.goal = state.goal = containers_.settle_idle_kids(spot.left.goal, state, open);
  state.guards = spot.left.guards;
  if (object_ends(walk, spot)) return true;
  if (spot.place == walk.choices.size()) return false;
  const Walk::Choice& choice = walk.choices[spot.place];
  const bool single = !choice.key.is_other;
  const Residual skipped = single ? without(spot.left, choice.key.name) : spot.left;
  WalkSpot next = spot;
  ++next.place;
  next.left = skipped;
  next.taken = 0;
  next.repeats = false;
  next.spare = saturated(spot.spare + (spot.repeats ? choice.capacity - spot.taken : 0));
  const bool counts = containers_.counts(spot.left.goal);
  const auto from = [&](WalkSpot then) {
    ++walk_depth_;
    const bool found = object_from(walk, std::move(then));
    --walk_depth_;
    return found;
  };
  // A name that is optional and need not be taken is left first; one that only counts is taken if need be.
  if (single && !counts && from(next)) return true;
  const bool room = single || spot.taken < choice.capacity;
  const Needs needs = containers_.needs(state, choice.key);
  const std::vector<Group> after = room ? groups(state, choice.key, needs, false) : std::vector<Group>();
  const std::size_t members = walk.members.size();
  bool idled = false;  // leaving the name out is a part of that
  for (const Group& group : after) {
    const bool idle = group.rest == skipped;
    if (idle && (!counts || spot.repeats)) continue;
    const Slot child =
        slot(needs.obligations, group.condition, orders_.child(walk.state->applied, choice.key));
    if (!ask(child)) continue;
    walk.members.push_back({spot.place, child, idle});
    WalkSpot then = single ? next : spot;
    then.left = group.rest;
    idled = idled || idle;
    if (idle && single) {
      then.spare = saturated(then.spare + 1);
    } else if (idle) {
      then.repeats = true;
    } else {
      ++then.least;
      if (!single && choice.capacity < kUnbounded) ++then.taken;
    }
    if (from(std::move(then))) return true;
    walk.members.resize(members);
  }
  return !(single && (!counts || idled)) && from(next);
}

// Can the object end with no more names than those taken, spare ones aside?
bool Satisfiability::object_ends(Walk& walk, const WalkSpot& spot) {
  Function rest = spot.left.goal;
  std::uint64_t spare = spot.spare;
  if (spot.place < walk.choices.size() && spot.repeats) {
    spare = saturated(spare + walk.choices[spot.place].capacity - spot.taken);
  }
  for (std::size_t i = spot.place; i < walk.choices.size(); ++i) {
    if (!walk.choices[i].key.is_other) rest = containers_.without(rest, walk.choices[i].key.name);
  }
  const auto end = containers_.end_between(rest, spot.least, spot.least + spare);
  if (end) walk.wanted = *end - spot.least;
  return end.has_value();
}

// Names of a choice, no two alike.
std::vector<std::string> Satisfiability::names_of(const Walk& walk, std::size_t choice, std::size_t count) {
  const Walk::Choice& chosen = walk.choices[choice];
  if (!chosen.key.is_other) return {chosen.key.name};
  std::vector<StringLanguage::Entry> known;
  for (std::string& name : known_names(*walk.state)) known.push_back({std::move(name), false});
  const std::vector<NameClass> classes = {{chosen.key.name, chosen.names, chosen.capacity}};
  std::vector<std::string> names =
      containers_.names_in(name_obligations(*walk.state), classes, std::move(known)).members(count);
  LOCKSTEP_CHECK(names.size() >= count);
  return names;
}

Path Satisfiability::path_of(Walk& walk) {
  if (walk.wanted > limits_.question_operations) throw Meter::Stop{"limit_question_operations"};
  if (walk.wanted * sizeof(Path::Step) > limits_.constraint_bytes)
    throw Meter::Stop{"limit_constraint_bytes", nullptr, true};
  meter_.charge(walk.wanted);
  std::map<std::size_t, std::vector<Slot>> taken;  // by choice
  for (const Walk::Member& member : walk.members) {
    if (!member.spare) taken[member.choice].push_back(member.slot);
  }
  for (const Walk::Member& member : walk.members) {
    if (!member.spare) continue;
    std::vector<Slot>& slots = taken[member.choice];
    for (; walk.wanted > 0 && slots.size() < walk.choices[member.choice].capacity; --walk.wanted)
      slots.push_back(member.slot);
  }
  LOCKSTEP_CHECK(walk.wanted == 0);
  Path path;
  for (const auto& [choice, slots] : taken) {
    const std::vector<std::string> names = names_of(walk, choice, slots.size());
    for (std::size_t i = 0; i < slots.size(); ++i)
      path.steps.push_back({Key::member(names[i]), witness(slots[i])});
  }
  sort_by_order(path, walk.state->applied);
  return path;
}

void Satisfiability::sort_by_order(Path& path, std::uint32_t applied) {
  const auto rank = [&](const Path::Step& one) {
    meter_.pass();
    return orders_.place(applied, one.key.name);
  };
  std::stable_sort(path.steps.begin(), path.steps.end(),
                   [&](const Path::Step& a, const Path::Step& b) { return rank(a) < rank(b); });
}

}  // namespace lockstep::engine
