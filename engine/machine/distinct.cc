// Can an open array of distinct items be finished? (Validation section 6.4.3.)
//
// Items are sorted into classes by the vector of all that they and later items are tracked against; values of
// one class are interchangeable. So what counts of the items so far is how many of each class they are, and
// only where a class has so few values that they can run out: those are found one by one. A further item is
// new, while its class has a value left, or a repeat, which settles the unique atom.
#include <algorithm>

#include "lockstep/engine/base/check.h"
#include "lockstep/engine/machine/satisfy.h"

namespace lockstep::engine {
namespace {

constexpr std::size_t kMostSpent = 4096;

std::string text_of(const std::vector<bool>& bits) {
  std::string text;
  for (const bool bit : bits) text += bit ? '1' : '0';
  return text;
}

}  // namespace

// The classes in which there are values: all of them once no answer is provisional.
Satisfiability::ItemClasses& Satisfiability::item_classes(const std::vector<Obligation>& obligations) {
  ItemClasses& classes = item_classes_[obligations];
  if (classes.complete) return classes;
  const std::uint64_t before = provisional_;
  Function others = kTrue;
  for (const auto& [bits, one] : classes.of)
    others = booleans_.both(others, booleans_.negate(booleans_.minterm(bits)));
  while (others != kFalse) {
    step();
    const Slot some = slot(obligations, others, 0);
    if (!possible(some)) break;
    if (classes.of.size() == kListedVectors) throw Meter::Stop{"limit_search_width"};
    const std::vector<bool> bits = vector_of(witness(some), obligations);
    const Function alone = booleans_.minterm(bits);
    classes.of[bits].slot = slot(obligations, alone, 0);
    others = booleans_.both(others, booleans_.negate(alone));
  }
  classes.complete = provisional_ == before;
  return classes;
}

// Has the class more than `count` values? Else all of them are found.
bool Satisfiability::exceeds(const std::vector<Obligation>& obligations, ItemClass& one,
                             std::uint64_t count) {
  if (one.values.size() > count) return true;
  if (one.exhausted) return false;
  if (many(one.slot, count + 1)) return true;
  const std::uint64_t before = provisional_;
  const Function goal = slots_[one.slot].goal;
  while (one.values.size() <= count) {
    step();
    const ListId asked = one.found;
    const Slot another = slot(obligations, goal, 0, Table{asked, kFalse, {}});
    if (!possible(another)) {
      one.exhausted = provisional_ == before;
      return false;
    }
    const ValueId value = value_of(witness(another));
    // In a schema within itself the question can come here for the same class: then it may be among those.
    LOCKSTEP_CHECK(!one.values.contains(value) || one.found != asked);
    add_found(one, value);
  }
  return true;
}

// The classes with at most so many values.
std::vector<std::pair<std::vector<bool>, Satisfiability::ItemClass*>> Satisfiability::few_classes(
    const std::vector<Obligation>& obligations, std::uint64_t count) {
  count = std::min<std::uint64_t>(count, 2 * limits_.distinct_items);
  std::vector<std::pair<std::vector<bool>, ItemClass*>> few;
  std::vector<std::vector<bool>> all;
  for (const auto& [bits, one] : item_classes(obligations).of) all.push_back(bits);
  for (const std::vector<bool>& bits : all) {
    ItemClass& one = item_classes_[obligations].of[bits];
    if (!exceeds(obligations, one, count)) few.emplace_back(bits, &one);
  }
  return few;
}

// Puts the classes of the items so far in their place. A value can be of several classes, where its spelling
// tells them apart: so values count by all the small classes that they are of.
void Satisfiability::spend(ContainerState& bare, ListId distinct) {
  if (distinct == 0) return;
  ContainerState key = bare;
  key.distinct = distinct;
  if (const auto known = spent_.find(key); known != spent_.end()) {
    bare.spent = known->second;
    return;
  }
  const std::vector<Obligation> obligations = containers_.needs(bare, Key::item(bare.items)).obligations;
  const std::uint64_t before = provisional_;
  const std::uint64_t count = values_.size(distinct) + containers_.items_needed(bare);
  auto few = few_classes(obligations, count);
  if (provisional_ != before) {
    // Of the items so far at least it is known that they are there.
    for (ListId list = distinct; list != 0; list = values_.before(list)) {
      const ValueId value = values_.last(list);
      for (const std::vector<bool>& bits : vectors_of(value, obligations)) {
        ItemClass& one = item_classes_[obligations].of[bits];
        one.slot = slot(obligations, booleans_.minterm(bits), 0);
        add_found(one, value);
      }
    }
    few = few_classes(obligations, count);
  }
  const bool repeats = containers_.when_repeated(bare.goal) != kFalse;
  std::map<std::string, std::uint64_t> spent;
  for (ListId list = distinct; list != 0; list = values_.before(list)) {
    meter_.charge();
    const ValueId value = values_.last(list);
    std::string kinds;
    for (const auto& [bits, one] : few) {
      if (one->values.contains(value)) kinds += text_of(bits) + " ";
    }
    if (!kinds.empty()) ++spent[kinds];
    if (!repeats) continue;
    for (const std::vector<bool>& bits : vectors_of(value, obligations)) spent["=" + text_of(bits)] = 1;
  }
  if (provisional_ == before) {
    if (spent_.size() >= kMostSpent) spent_.clear();
    spent_.at(key, true) = spent;
  }
  bare.spent = std::move(spent);
}

// Some value of the class that is not taken.
std::optional<ValueId> Satisfiability::fresh_value(const std::vector<Obligation>& obligations,
                                                   const std::vector<bool>& bits, ListId taken) {
  const Slot any = slot(obligations, booleans_.minterm(bits), 0);
  if (!possible(any)) return std::nullopt;
  // Where there are many it does not matter which one.
  const ValueId some = value_of(witness(any));
  if (!values_.holds(taken, some) || many(any, 2 * limits_.distinct_items)) return some;
  const Slot fresh = slot(obligations, booleans_.minterm(bits), 0, Table{taken, kFalse, {}});
  if (!possible(fresh)) return std::nullopt;
  return value_of(witness(fresh));
}

// A search by the items that may still come, breadth first.
struct Satisfiability::Row {
  struct Kind {  // of values of the same small classes
    std::set<std::vector<bool>> classes;
    std::uint64_t count = 0;
  };
  struct Spot {
    Residual left;
    std::uint64_t items = 0;            // where more of them change nothing, no more are counted
    std::vector<std::uint64_t> used;    // of each kind
    std::set<std::vector<bool>> there;  // classes of which an item is there, where repeats matter
    auto operator<=>(const Spot&) const = default;
  };
  struct Step {
    Spot spot;
    std::size_t from = 0;
    Path::Step by;
    std::uint64_t length = 0;
    bool settled = false;  // whether items are repeated does not matter any more
  };
  const ContainerState* state = nullptr;
  std::uint64_t end_of_prefix = 0;
  std::vector<Obligation> obligations;
  std::vector<std::vector<bool>> classes;
  std::set<std::vector<bool>> few;
  std::vector<Kind> kinds;
  std::vector<Step> steps;
  std::set<Spot> seen;
  std::map<std::uint64_t, std::size_t> width;
};

std::optional<Path> Satisfiability::search_distinct(const ContainerState& state) {
  if (containers_.at_end(state.goal, state.items)) return Path{};
  Row row;
  row.state = &state;
  row.end_of_prefix = std::max({containers_.settled_index(state), orders_.settled_index(state.applied)});
  row.obligations = containers_.needs(state, Key::item(state.items)).obligations;
  std::uint64_t count = containers_.items_needed(state);
  for (const auto& [kinds, used] : state.spent) count += used;
  std::map<std::string, Row::Kind> kinds;
  std::map<ValueId, std::string> kind_of;
  for (const auto& [bits, one] : few_classes(row.obligations, count)) {
    row.few.insert(bits);
    for (const ValueId value : one->values) kind_of[value] += text_of(bits) + " ";
  }
  for (const auto& [value, name] : kind_of) {
    Row::Kind& kind = kinds[name];
    ++kind.count;
    if (kind.count > 1) continue;
    for (const std::vector<bool>& bits : row.few) {
      if ((" " + name).find(" " + text_of(bits) + " ") != std::string::npos) kind.classes.insert(bits);
    }
  }
  for (const auto& [bits, one] : item_classes(row.obligations).of) row.classes.push_back(bits);
  Row::Spot start{{state.goal, state.guards}, state.items, {}, {}};
  for (const auto& [name, kind] : kinds) {
    const auto used = state.spent.find(name);
    row.kinds.push_back(kind);
    start.used.push_back(used == state.spent.end() ? 0 : used->second);
  }
  for (const std::vector<bool>& bits : row.classes) {
    if (state.spent.contains("=" + text_of(bits))) start.there.insert(bits);
  }
  row.steps.push_back({start, 0, {}, 0, false});
  for (std::size_t at = 0; at < row.steps.size(); ++at) {
    step();
    const Row::Step here = row.steps[at];
    ContainerState now = state;
    now.goal = here.spot.left.goal;
    now.guards = here.spot.left.guards;
    now.items = here.spot.items;
    now.spent.clear();
    std::optional<Rest> rest;
    if (containers_.at_end(now.goal, now.items)) {
      rest = Rest{std::make_shared<const Path>(), 0};
    } else if (here.settled) {
      if (const Rest* plain = ending(now)) rest = *plain;
    }
    if (rest) {
      Path path;
      for (std::size_t i = at; i != 0; i = row.steps[i].from) path.steps.push_back(row.steps[i].by);
      std::reverse(path.steps.begin(), path.steps.end());
      for (; !rest->done(); rest = rest->after_next()) path.steps.push_back(rest->next());
      return path;
    }
    if (!here.settled) add_items(row, at);
  }
  return std::nullopt;
}

void Satisfiability::add_items(Row& row, std::size_t at) {
  const Row::Step here = row.steps[at];
  if (here.length >= limits_.distinct_items) throw Meter::Stop{"limit_distinct_items"};
  ContainerState now = *row.state;
  now.goal = here.spot.left.goal;
  now.guards = here.spot.left.guards;
  now.items = here.spot.items;
  now.spent.clear();
  const Key key = Key::item(now.items);
  Needs needs = containers_.needs(now, key);
  // I6.
  LOCKSTEP_DCHECK(std::includes(row.obligations.begin(), row.obligations.end(), needs.obligations.begin(),
                                needs.obligations.end()));
  needs.obligations = row.obligations;
  const bool repeats = containers_.when_repeated(now.goal) != kFalse;
  const ContainerState repeated = repeats ? containers_.when_repeated(now) : now;
  const std::uint32_t applied = orders_.child(now.applied, key);
  const auto add = [&](Row::Step next, const std::vector<bool>& bits, Path::Step::Kind how) {
    ContainerState after = now;
    after.goal = next.spot.left.goal;
    after.guards = next.spot.left.guards;
    next.settled = !containers_.unique_matters(after);
    if (next.settled) next.spot.there.clear();
    next.spot.items = std::min(now.items + 1, std::max(containers_.settled_count(after), row.end_of_prefix));
    if (!row.seen.insert(next.spot).second) return;
    if (++row.width[here.length] > limits_.search_width) throw Meter::Stop{"limit_search_width"};
    next.from = at;
    next.length = here.length + 1;
    const Slot child = slot(row.obligations, booleans_.minterm(bits), applied);
    if (!possible(child)) return;
    next.by = {Key::item(0), witness(child), how};
    row.steps.push_back(std::move(next));
  };
  for (const std::vector<bool>& bits : row.classes) {
    Row::Step next = here;
    next.spot.left = residual_after(now, containers_.changes(now, key, needs, true, &bits));
    if (next.spot.left.goal != kFalse) {
      if (repeats) next.spot.there.insert(bits);
      if (!row.few.contains(bits)) add(next, bits, Path::Step::Kind::fresh);
      for (std::size_t kind = 0; kind < row.kinds.size(); ++kind) {
        if (!row.kinds[kind].classes.contains(bits) || here.spot.used[kind] >= row.kinds[kind].count)
          continue;
        Row::Step one = next;
        ++one.spot.used[kind];
        if (repeats) one.spot.there.insert(row.kinds[kind].classes.begin(), row.kinds[kind].classes.end());
        add(one, bits, Path::Step::Kind::fresh);
      }
    }
    if (!repeats || !here.spot.there.contains(bits)) continue;
    next.spot = here.spot;
    next.spot.left = residual_after(repeated, containers_.changes(repeated, key, needs, true, &bits));
    if (next.spot.left.goal != kFalse) add(next, bits, Path::Step::Kind::repeat);
  }
}

}  // namespace lockstep::engine
