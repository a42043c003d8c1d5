// The search for a way to the end of a container: over the names that may still come, over items.
#include <algorithm>

#include "lockstep/engine/machine/satisfy.h"

namespace lockstep::engine {

bool Satisfiability::available(const ContainerState& state, const std::string& name) const {
  if (std::binary_search(state.names.begin(), state.names.end(), name)) return false;
  const std::vector<std::string>& order = orders_.names(state.applied);
  const auto at = std::find(order.begin(), order.end(), name);
  return at == order.end() || static_cast<std::uint32_t>(at - order.begin()) >= state.order;
}

void Satisfiability::pass_order(ContainerState& state, const Key& key) const {
  const std::vector<std::string>& order = orders_.names(state.applied);
  // The key of all other names has an empty name, and the empty name may be declared.
  const auto at = key.is_other ? order.end() : std::find(order.begin(), order.end(), key.name);
  // After an undeclared name no declared one may come.
  state.order = static_cast<std::uint32_t>(at == order.end() ? order.size() : at - order.begin() + 1);
}

std::vector<std::string> Satisfiability::known_names(const ContainerState& state) const {
  const std::vector<std::string> read = containers_.relevant_names(state);
  std::set<std::string> known(read.begin(), read.end());
  for (const std::string& name : orders_.names(state.applied)) known.insert(name);
  return {known.begin(), known.end()};
}

// One search over the names that may still come. Members commute, so each name is met once, in one order.
struct Satisfiability::Walk {
  const ContainerState* state = nullptr;
  std::vector<std::string> names;
  std::set<std::pair<std::size_t, Function>> seen;
  std::map<std::size_t, std::size_t> width;  // alternatives at each place
  std::vector<Path::Step> taken;
};

std::optional<Path> Satisfiability::search_object(const ContainerState& state) {
  if (containers_.at_end(state.goal, state.items)) return Path{};
  Walk walk;
  walk.state = &state;
  Function goal = state.goal;
  for (const std::string& name : containers_.relevant_names(state)) {
    if (available(state, name)) {
      walk.names.push_back(name);
    } else {
      goal = containers_.without(goal, name);
    }
  }
  // Names that must come first, so that dead ends show early.
  std::stable_partition(walk.names.begin(), walk.names.end(),
                        [&](const std::string& name) { return containers_.without(goal, name) == kFalse; });
  if (!object_from(walk, 0, goal)) return std::nullopt;
  const std::vector<std::string>& order = orders_.names(state.applied);
  const auto rank = [&](const Path::Step& one) {
    const auto at = std::find(order.begin(), order.end(), one.key.name);
    return one.key.is_other ? order.size() : static_cast<std::size_t>(at - order.begin());
  };
  std::stable_sort(walk.taken.begin(), walk.taken.end(),
                   [&](const Path::Step& a, const Path::Step& b) { return rank(a) < rank(b); });
  return Path{std::move(walk.taken)};
}

// Names from `place` on are still open; after them come the other names, any number of them, all alike.
bool Satisfiability::object_from(Walk& walk, std::size_t place, Function goal) {
  if (goal == kFalse || !walk.seen.insert({place, goal}).second) return false;
  if (++walk.width[place] > limits_.search_width) throw Meter::Stop{"limit_search_width"};
  if (walk_depth_ >= 4 * limits_.search_depth) throw Meter::Stop{"limit_search_depth"};
  step();
  meter_.charge(walk.names.size() - std::min(place, walk.names.size()));
  ContainerState state = *walk.state;
  state.goal = goal;
  std::vector<Key> open;
  for (std::size_t i = place; i < walk.names.size(); ++i) open.push_back(Key::member(walk.names[i]));
  open.push_back(Key::other());
  state.goal = goal = containers_.settle_idle_kids(goal, state, open);
  const bool others = place >= walk.names.size();
  if (containers_.at_end(others ? goal : [&] {
        Function rest = goal;
        for (std::size_t i = place; i < walk.names.size(); ++i) rest = containers_.without(rest, walk.names[i]);
        return rest;
      }(), 0)) {
    return true;
  }
  const Key key = open.front();
  const auto from = [&](std::size_t next, Function rest) {
    ++walk_depth_;
    const bool found = object_from(walk, next, rest);
    --walk_depth_;
    return found;
  };
  const Function skipped = others ? kFalse : containers_.without(goal, key.name);
  if (!others && skipped != kFalse && from(place + 1, skipped)) return true;
  const Needs needs = containers_.needs(state, key);
  for (const Booleans::Part& part :
       booleans_.cut(containers_.after_child(goal, state, key, needs), kFirstAtom)) {
    if (part.rest == kFalse || (others && part.rest == goal)) continue;
    const Slot child = slot(needs.obligations, part.condition, orders_.child(state.applied, key));
    if (!ask(child)) continue;
    walk.taken.push_back({key, child});
    if (from(others ? place : place + 1, part.rest)) return true;
    walk.taken.pop_back();
  }
  return false;
}

// Breadth first over (items so far, goal). From the settled index on the number of items is left symbolic: an
// item that was possible there can be repeated, so that every larger number is reachable too.
struct Satisfiability::ArrayWalk {
  struct Place {
    std::uint64_t items = 0;
    Function goal = kTrue;
    std::size_t from = 0;
    Slot child = 0;
    std::uint64_t tail = 0;  // items beyond the settled index
  };
  const ContainerState* state = nullptr;
  std::uint64_t settled = 0;
  std::vector<Place> places;
  std::set<std::pair<std::uint64_t, Function>> seen;
  std::map<std::uint64_t, std::size_t> width;
};

std::optional<Path> Satisfiability::search_array(const ContainerState& state) {
  ArrayWalk walk;
  walk.state = &state;
  walk.settled =
      std::max({state.items, containers_.settled_index(state), orders_.settled_index(state.applied)});
  walk.places = {{state.items, state.goal, 0, 0, 0}};
  walk.seen = {{state.items, state.goal}};
  for (std::size_t at = 0; at < walk.places.size(); ++at) {
    step();
    if (const std::optional<std::uint64_t> repeats = array_repeats(walk, at)) {
      Path path;
      meter_.charge(*repeats);
      for (std::size_t i = at; i != 0; i = walk.places[i].from)
        path.steps.push_back({Key::item(0), walk.places[i].child});
      std::reverse(path.steps.begin(), path.steps.end());
      for (std::uint64_t n = 0; n < *repeats; ++n) path.steps.push_back(path.steps.back());
      return path;
    }
    array_step(walk, at);
  }
  return std::nullopt;
}

// How often the last item must be repeated for the array to end here; nullopt: it cannot end here.
std::optional<std::uint64_t> Satisfiability::array_repeats(const ArrayWalk& walk, std::size_t at) const {
  const ArrayWalk::Place& place = walk.places[at];
  const std::uint64_t here = place.items + place.tail;
  if (containers_.at_end(place.goal, here)) return 0;
  if (place.tail == 0) return std::nullopt;
  for (const std::uint64_t count : containers_.thresholds(place.goal)) {
    if (count <= here || !containers_.at_end(place.goal, count)) continue;
    // Each of them is an item of the witness.
    if (count - here > limits_.question_operations) throw Meter::Stop{"limit_question_operations"};
    return count - here;
  }
  return std::nullopt;
}

void Satisfiability::array_step(ArrayWalk& walk, std::size_t at) {
  const ArrayWalk::Place place = walk.places[at];
  ContainerState now = *walk.state;
  now.goal = place.goal;
  now.items = place.items;
  const Key key = Key::item(place.items);
  const Needs needs = containers_.needs(now, key);
  const bool in_tail = place.items >= walk.settled;
  ContainerState counted = now;
  if (in_tail) counted.items = 0;
  const Function after = containers_.after_child(place.goal, counted, key, needs);
  for (const Booleans::Part& part : booleans_.cut(after, kFirstAtom)) {
    if (part.rest == kFalse) continue;
    const std::uint64_t items = in_tail ? place.items : place.items + 1;
    const std::uint64_t tail = in_tail ? place.tail + 1 : 0;
    // The first item of the tail makes repeats possible, so it is a place of its own even where the goal
    // stays.
    const std::uint64_t where = items + (tail > 0 ? 1ULL << 62U : 0);
    if (!walk.seen.insert({where, part.rest}).second) continue;
    if (++walk.width[where] > limits_.search_width) throw Meter::Stop{"limit_search_width"};
    const Slot child = slot(needs.obligations, part.condition, orders_.child(walk.state->applied, key));
    if (!ask(child)) {
      walk.seen.erase({where, part.rest});
      continue;
    }
    walk.places.push_back({items, part.rest, at, child, tail});
  }
}

}  // namespace lockstep::engine
