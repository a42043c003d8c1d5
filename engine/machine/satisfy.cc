#include "lockstep/engine/machine/satisfy.h"

#include <algorithm>

#include "lockstep/engine/base/check.h"
#include "lockstep/engine/lexical/code_points.h"
#include "lockstep/engine/lexical/string_automaton.h"

namespace lockstep::engine {
namespace {

// Two states that differ in what they report can be finished in the same ways.
ContainerState without_reports(const ContainerState& state) {
  ContainerState bare = state;
  bare.reports.clear();
  return bare;
}

}  // namespace

Satisfiability::Satisfiability(Booleans& booleans, Containers& containers, Scalars& scalars,
                               KeyOrders& orders, const Policy& policy, const Limits& limits)
    : booleans_(booleans),
      containers_(containers),
      scalars_(scalars),
      orders_(orders),
      policy_(policy),
      limits_(limits) {}

Satisfiability::Slot Satisfiability::slot(const std::vector<Obligation>& obligations, Function goal,
                                          std::uint32_t applied) {
  const auto [place, added] =
      slot_index_.try_emplace({obligations, goal, applied}, static_cast<Slot>(slots_.size()));
  if (added) {
    SlotData data;
    data.obligations = obligations;
    data.goal = goal;
    data.applied = applied;
    if (goal == kFalse) data.known = Known::no;
    slots_.push_back(std::move(data));
  }
  return place->second;
}

const StringLanguage& Satisfiability::strings(Slot slot) {
  if (!slots_[slot].strings) {
    slots_[slot].strings = std::make_unique<StringLanguage>(
        scalars_.strings(slots_[slot].obligations, booleans_, slots_[slot].goal));
  }
  return *slots_[slot].strings;
}

std::uint64_t Satisfiability::pattern_overruns() const {
  std::uint64_t count = scalars_.overruns();
  for (const SlotData& slot : slots_) count += slot.strings ? slot.strings->overruns() : 0;
  return count;
}

const NumberLanguage& Satisfiability::numbers(Slot slot) {
  if (!slots_[slot].numbers) {
    slots_[slot].numbers = std::make_unique<NumberLanguage>(
        scalars_.numbers(slots_[slot].obligations, booleans_, slots_[slot].goal));
  }
  return *slots_[slot].numbers;
}

bool Satisfiability::allows_literal(Slot slot, Literal literal) {
  const Scalars::Bits bits = scalars_.of_literal(slots_[slot].obligations, literal);
  return booleans_.evaluate(slots_[slot].goal, [&](Variable v) { return bits[v]; });
}

ContainerState Satisfiability::opened(Slot slot, ContainerType type) {
  ContainerState state = containers_.start(type, slots_[slot].obligations, slots_[slot].goal);
  state.applied = slots_[slot].applied;
  return state;
}

// Runs a question to its final answer: rounds until one finds nothing new.
template <typename Question>
bool Satisfiability::settle(const Question& question) {
  if (in_round_) return question();
  ++questions_;
  const std::uint64_t before = steps_;
  bool answer = false;
  in_round_ = true;
  overrun_ = false;
  while (true) {
    new_yes_ = false;
    round_slots_.clear();
    round_states_.clear();
    answer = question();
    if (answer || !new_yes_ || cancelled()) break;
  }
  in_round_ = false;
  if (overrun_) ++overruns_;
  if (!answer && !overrun_ && !cancelled()) {
    for (const Slot slot : round_slots_) {
      if (slots_[slot].known == Known::open) slots_[slot].known = Known::no;
    }
    for (const ContainerState& state : round_states_) {
      auto& entry = finishable_[state];
      if (entry.first != Known::yes) entry.first = Known::no;
    }
  }
  largest_ = std::max(largest_, steps_ - before);
  return answer;
}

bool Satisfiability::satisfiable(Slot slot) {
  if (slots_[slot].known != Known::open) return slots_[slot].known == Known::yes;
  return settle([&] { return ask(slot); });
}

bool Satisfiability::finishable(const ContainerState& state) {
  return settle([&] { return ask_finishable(without_reports(state), nullptr); });
}

bool Satisfiability::ask(Slot slot) {
  if (slots_[slot].known != Known::open) return slots_[slot].known == Known::yes;
  if (depth_ >= limits_.search_depth) overrun_ = true;
  if (overrun_ || cancelled() || !round_slots_.insert(slot).second) return false;
  ++steps_;
  ++depth_;
  Plan plan;
  bool found = scalar_of(slot, plan);
  for (const ContainerType type : {ContainerType::object, ContainerType::array}) {
    if (found) break;
    Plan rest;
    if (!ask_finishable(without_reports(opened(slot, type)), &rest)) continue;
    found = true;
    plan.pieces.push_back({type == ContainerType::object ? "{" : "[", std::nullopt});
    plan.pieces.insert(plan.pieces.end(), rest.pieces.begin(), rest.pieces.end());
  }
  --depth_;
  if (found) {
    slots_[slot].known = Known::yes;
    slots_[slot].plan = std::move(plan);
    new_yes_ = true;
  }
  return found;
}

bool Satisfiability::scalar_of(Slot slot, Plan& plan) {
  for (const Literal literal : {Literal::null, Literal::true_value, Literal::false_value}) {
    if (!allows_literal(slot, literal)) continue;
    plan.pieces.push_back({std::string(kLiteralText[static_cast<std::size_t>(literal)]), std::nullopt});
    return true;
  }
  const NumberSpellings spellings(numbers(slot), policy_);
  if (spellings.viable("")) {
    plan.pieces.push_back({spellings.finish(""), std::nullopt});
    return true;
  }
  const StringAutomaton automaton(strings(slot), policy_.escapes);
  if (const auto start = automaton.start()) {
    plan.pieces.push_back({"\"" + automaton.finish(*start) + "\"", std::nullopt});
    return true;
  }
  return false;
}

bool Satisfiability::ask_finishable(const ContainerState& state, Plan* plan) {
  if (state.goal == kFalse) return false;
  if (const auto found = finishable_.find(state);
      found != finishable_.end() && found->second.first != Known::open) {
    if (plan != nullptr) *plan = found->second.second;
    return found->second.first == Known::yes;
  }
  if (!round_states_.insert(state).second || cancelled()) return false;
  ++steps_;
  Plan rest;
  const bool found =
      state.type == ContainerType::object ? object_finishable(state, &rest) : array_finishable(state, &rest);
  if (found) {
    finishable_[state] = {Known::yes, rest};
    new_yes_ = true;
    if (plan != nullptr) *plan = std::move(rest);
  }
  return found;
}

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

// One search over the names that may still come. Members commute, so each name is met once, in one order.
struct Satisfiability::Walk {
  const ContainerState* state = nullptr;
  std::vector<std::string> names;
  std::set<std::pair<std::size_t, Function>> seen;
  struct Taken {
    std::string name;
    bool other = false;
    Slot slot = 0;
  };
  std::vector<Taken> taken;
};

bool Satisfiability::object_finishable(const ContainerState& state, Plan* plan) {
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
  if (!object_from(walk, 0, goal)) return false;
  const std::vector<std::string>& order = orders_.names(state.applied);
  const auto rank = [&](const Walk::Taken& one) {
    const auto at = std::find(order.begin(), order.end(), one.name);
    return one.other ? order.size() : static_cast<std::size_t>(at - order.begin());
  };
  std::stable_sort(walk.taken.begin(), walk.taken.end(),
                   [&](const Walk::Taken& a, const Walk::Taken& b) { return rank(a) < rank(b); });
  const bool spaced = policy_.whitespace == Whitespace::single;
  bool first = state.names.empty();
  std::set<std::string> used(walk.names.begin(), walk.names.end());
  for (const Walk::Taken& one : walk.taken) {
    const std::string name = one.other ? fresh_name(state, used) : one.name;
    plan->pieces.push_back({std::string(first    ? ""
                                        : spaced ? ", "
                                                 : ",") +
                                "\"" + json_spelling(name) + (spaced ? "\": " : "\":"),
                            one.slot});
    first = false;
  }
  plan->pieces.push_back({"}", std::nullopt});
  return true;
}

std::string Satisfiability::fresh_name(const ContainerState& state, std::set<std::string>& used) const {
  const std::vector<std::string>& order = orders_.names(state.applied);
  for (std::size_t n = 0;; ++n) {
    std::string name;
    for (std::size_t rest = n + 1; rest > 0; rest = (rest - 1) / 26) {
      name += static_cast<char>('a' + static_cast<char>((rest - 1) % 26));
    }
    const bool taken = std::binary_search(state.names.begin(), state.names.end(), name) ||
                       std::find(order.begin(), order.end(), name) != order.end();
    if (!taken && used.insert(name).second) return name;
  }
}

// Names from `place` on are still open; after them come the other names, any number of them, all alike.
bool Satisfiability::object_from(Walk& walk, std::size_t place, Function goal) {
  if (goal == kFalse || !walk.seen.insert({place, goal}).second || cancelled()) return false;
  ++steps_;
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
  const Function skipped = others ? kFalse : containers_.without(goal, key.name);
  if (!others && skipped != kFalse && object_from(walk, place + 1, skipped)) return true;
  const Needs needs = containers_.needs(state, key);
  for (const Booleans::Part& part :
       booleans_.cut(containers_.after_child(goal, state, key, needs), kFirstAtom)) {
    if (part.rest == kFalse || (others && part.rest == goal)) continue;
    const Slot child = slot(needs.obligations, part.condition, orders_.child(state.applied, key));
    if (!ask(child)) continue;
    walk.taken.push_back({key.name, others, child});
    if (object_from(walk, others ? place : place + 1, part.rest)) return true;
    walk.taken.pop_back();
  }
  return false;
}

bool Satisfiability::array_finishable(const ContainerState& state, Plan* plan) {
  // Breadth first over (items so far, goal). From the settled index on the number of items is left symbolic:
  // an item that was possible there can be repeated, so that every larger number is reachable too.
  struct Step {
    std::uint64_t items = 0;
    Function goal = kTrue;
    std::size_t from = 0;
    Slot child = 0;
    std::uint64_t tail = 0;  // items beyond the settled index
  };
  const std::uint64_t settled =
      std::max({state.items, containers_.settled_index(state), orders_.settled_index(state.applied)});
  std::vector<Step> steps = {{state.items, state.goal, 0, 0, 0}};
  std::set<std::pair<std::uint64_t, Function>> seen = {{state.items, state.goal}};
  const auto finish = [&](std::size_t at, std::uint64_t repeats) {
    std::vector<Slot> path;
    for (std::size_t i = at; i != 0; i = steps[i].from) path.push_back(steps[i].child);
    std::reverse(path.begin(), path.end());
    for (; repeats > 0; --repeats) path.push_back(path.back());
    const bool spaced = policy_.whitespace == Whitespace::single;
    for (std::size_t i = 0; i < path.size(); ++i) {
      const bool first = i == 0 && state.items == 0;
      plan->pieces.push_back({first ? "" : spaced ? ", " : ",", path[i]});
    }
    plan->pieces.push_back({"]", std::nullopt});
    return true;
  };
  for (std::size_t at = 0; at < steps.size(); ++at) {
    const Step step = steps[at];
    ++steps_;
    if (cancelled()) return false;
    if (containers_.at_end(step.goal, step.items + step.tail)) return finish(at, 0);
    if (step.tail > 0) {
      for (const std::uint64_t count : containers_.thresholds(step.goal)) {
        const std::uint64_t here = step.items + step.tail;
        if (count > here && containers_.at_end(step.goal, count)) return finish(at, count - here);
      }
    }
    ContainerState now = state;
    now.goal = step.goal;
    now.items = step.items;
    const Key key = Key::item(step.items);
    const Needs needs = containers_.needs(now, key);
    Function after = step.goal;
    if (step.items < settled) {
      after = containers_.after_child(after, now, key, needs);
    } else {
      ContainerState symbolic = now;
      symbolic.items = 0;
      after = containers_.after_child(after, symbolic, key, needs);
    }
    for (const Booleans::Part& part : booleans_.cut(after, kFirstAtom)) {
      if (part.rest == kFalse) continue;
      const bool in_tail = step.items >= settled;
      const std::uint64_t items = in_tail ? step.items : step.items + 1;
      const std::uint64_t tail = in_tail ? step.tail + 1 : 0;
      // The first item of the tail makes repeats possible, so it is a place of its own even where the goal
      // stays.
      if (!seen.insert({items + (tail > 0 ? 1ULL << 62U : 0), part.rest}).second) continue;
      const Slot child = slot(needs.obligations, part.condition, orders_.child(state.applied, key));
      if (!ask(child)) {
        seen.erase({items + (tail > 0 ? 1ULL << 62U : 0), part.rest});
        continue;
      }
      steps.push_back({items, part.rest, at, child, tail});
    }
  }
  return false;
}

Satisfiability::Slot Satisfiability::child_slot(const ContainerState& state, const Key& key) {
  const auto known = child_slots_.find({state, key.name, key.is_other});
  if (known != child_slots_.end()) return known->second;
  const Needs needs = containers_.needs(state, key);
  Function goal = kFalse;
  for (const Booleans::Part& part :
       booleans_.cut(containers_.after_child(state.goal, state, key, needs), kFirstAtom)) {
    ContainerState after = without_reports(state);
    after.goal = part.rest;
    if (state.type == ContainerType::array) {
      after.items = state.items + 1;
    } else {
      pass_order(after, key);
      if (!key.is_other)
        after.names.insert(std::upper_bound(after.names.begin(), after.names.end(), key.name), key.name);
    }
    if (finishable(after)) goal = booleans_.either(goal, part.condition);
  }
  const Slot child = slot(needs.obligations, goal, orders_.child(state.applied, key));
  child_slots_[{state, key.name, key.is_other}] = child;
  return child;
}

std::string Satisfiability::expand(const Plan& plan, std::size_t depth) {
  LOCKSTEP_CHECK(depth < 1'000'000);
  std::string out;
  for (const Plan::Piece& piece : plan.pieces) {
    out += piece.text;
    if (piece.slot) out += expand(slots_[*piece.slot].plan, depth + 1);
  }
  return out;
}

std::string Satisfiability::value_of(Slot slot) {
  LOCKSTEP_CHECK(satisfiable(slot));
  return expand(slots_[slot].plan, 0);
}

std::string Satisfiability::rest_of(const ContainerState& state) {
  LOCKSTEP_CHECK(finishable(state));
  return expand(finishable_.at(without_reports(state)).second, 0);
}

}  // namespace lockstep::engine
