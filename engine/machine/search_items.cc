// Can an open array be finished? A search over what is left after each further item.
//
// Items before the settled index are met one by one. From there on all are alike, and an item that changes
// nothing can be repeated: the number of items becomes an interval without end, so that minItems of any size
// costs one step.
#include <algorithm>

#include "lockstep/engine/machine/satisfy.h"

namespace lockstep::engine {

// Breadth first, so that few items are written.
struct Satisfiability::Line {
  // What tells steps apart.
  struct Spot {
    std::uint64_t index = 0;  // of the next item; stops at the settled index
    Residual left;
    std::uint64_t items = 0;  // the number so far, at least
    bool repeats = false;     // and any number more
    auto operator<=>(const Spot&) const = default;
  };
  struct Step {
    Spot spot;
    std::size_t from = 0;
    std::optional<Slot> child;   // the item that led here; none where only `repeats` was found
    std::optional<Slot> repeat;  // the item that can be repeated here
  };

  const ContainerState* state = nullptr;
  std::uint64_t settled = 0;
  std::vector<Step> steps;
  std::set<Spot> seen;
  std::map<std::uint64_t, std::size_t> width;
};

std::optional<Path> Satisfiability::search_array(const ContainerState& state) {
  Line line;
  line.state = &state;
  line.settled =
      std::max({state.items, containers_.settled_index(state), orders_.settled_index(state.applied)});
  line.steps.push_back({{state.items, {state.goal, state.guards}, state.items, false}, 0, {}, {}});
  for (std::size_t at = 0; at < line.steps.size(); ++at) {
    step();
    const Line::Spot spot = line.steps[at].spot;
    const auto end =
        containers_.end_between(spot.left.goal, spot.items, spot.repeats ? kNoLimit : spot.items);
    if (end) return path_of(line, at, *end - spot.items);
    add_steps(line, at);
  }
  return std::nullopt;
}

void Satisfiability::add_steps(Line& line, std::size_t at) {
  const Line::Spot spot = line.steps[at].spot;
  const bool tail = spot.index >= line.settled;
  ContainerState now = *line.state;
  now.goal = spot.left.goal;
  now.guards = spot.left.guards;
  now.items = spot.items;
  const Key key = Key::item(spot.index);
  const Needs needs = containers_.needs(now, key);
  const std::uint32_t applied = orders_.child(line.state->applied, key);
  for (const Group& group : groups(now, key, needs, !tail)) {
    Line::Spot next = spot;
    next.left = group.rest;
    const bool repeats = tail && group.rest == spot.left;
    if (repeats) {
      if (spot.repeats) continue;
      next.repeats = true;
    } else {
      ++next.items;
      if (!tail) ++next.index;
    }
    if (containers_.with_at_least(next.left.goal, next.items) == kFalse) continue;
    if (line.seen.contains(next)) continue;
    const Slot child = slot(needs.obligations, group.condition, applied);
    if (!ask(child)) continue;
    line.seen.insert(next);
    if (++line.width[next.items] > limits_.search_width) throw Meter::Stop{"limit_search_width"};
    line.steps.push_back({next, at, repeats ? std::nullopt : std::optional<Slot>(child),
                          repeats ? std::optional<Slot>(child) : std::nullopt});
  }
}

// `more` items more than those of the steps, where one can be repeated.
Path Satisfiability::path_of(const Line& line, std::size_t at, std::uint64_t more) {
  // Each of them is an item of the witness.
  if (more > limits_.question_operations) throw Meter::Stop{"limit_question_operations"};
  if (more * sizeof(Path::Step) > limits_.constraint_bytes)
    throw Meter::Stop{"limit_constraint_bytes", nullptr, true};
  std::vector<std::size_t> way;
  for (; at != 0; at = line.steps[at].from) way.push_back(at);
  Path path;
  path.steps.reserve(way.size() + more);
  for (auto here = way.rbegin(); here != way.rend(); ++here) {
    const Line::Step& step = line.steps[*here];
    if (step.repeat) {
      const WitnessPtr repeated = witness(*step.repeat);
      for (; more > 0; --more) {
        meter_.charge();
        path.steps.push_back({Key::item(0), repeated});
      }
    }
    if (step.child) path.steps.push_back({Key::item(0), witness(*step.child)});
  }
  return path;
}

}  // namespace lockstep::engine
