#include "lockstep/engine/machine/satisfy.h"

#include <algorithm>

#include "lockstep/engine/base/check.h"
#include "lockstep/engine/lexical/string_automaton.h"

namespace lockstep::engine {

Satisfiability::Satisfiability(Booleans& booleans, Containers& containers, Scalars& scalars,
                               KeyOrders& orders, Meter& meter, const Policy& policy, const Limits& limits)
    : booleans_(booleans),
      containers_(containers),
      scalars_(scalars),
      orders_(orders),
      meter_(meter),
      policy_(policy),
      limits_(limits) {}

Satisfiability::Slot Satisfiability::slot(const std::vector<Obligation>& obligations, Function goal,
                                          std::uint32_t applied, const Table& table) {
  const bool of_text = names_values(table);
  std::map<SlotKey, Slot>& index = of_text ? slots_of_texts_ : slot_index_;
  const auto found = index.find({obligations, goal, applied, table});
  if (found != index.end()) return found->second;
  scalars_.check_divisors(obligations);
  SlotData data;
  data.obligations = obligations;
  data.goal = goal;
  data.applied = applied;
  data.table = table;
  if (goal == kFalse && table.empty()) data.known = Known::no;
  const Slot made = slots_.add(std::move(data));
  index.emplace(SlotKey{obligations, goal, applied, table}, made);
  hold(
      2 * (sizeof(SlotData) + obligations.size() * sizeof(Obligation) + table.own.size() * sizeof(Exception)),
      of_text);
  return made;
}

const StringLanguage& Satisfiability::strings(Slot slot) {
  if (!slots_[slot].table.empty()) return *listed(slot).strings;
  if (!slots_[slot].strings) {
    auto made = std::make_unique<StringLanguage>(
        scalars_.strings(slots_[slot].obligations, booleans_, slots_[slot].goal));
    meter_.hold(sizeof(StringLanguage) + made->table().size() * 2 * sizeof(StringLanguage::Entry));
    slots_[slot].strings = std::move(made);
  }
  return *slots_[slot].strings;
}

std::uint64_t Satisfiability::pattern_overruns() const {
  std::uint64_t count = scalars_.overruns() + listed_overruns();
  for (const SlotData& slot : slots_.all()) count += slot.strings ? slot.strings->overruns() : 0;
  return count;
}

std::uint64_t Satisfiability::listed_overruns() const {
  std::uint64_t count = 0;
  for (const Listed& one : listed_) count += one.strings->overruns();
  return count;
}

bool Satisfiability::vector_matters(Slot slot, std::vector<bool>& bits) const {
  if (has_exceptions(slot)) return true;
  const auto count = static_cast<Variable>(slots_[slot].obligations.size());
  if (count == 0) bits.clear();
  return count != 0 && !booleans_.unique_assignment(slots_[slot].goal, count, bits);
}

const NumberLanguage& Satisfiability::numbers(Slot slot) {
  if (!slots_[slot].table.empty()) return *listed(slot).numbers;
  if (!slots_[slot].numbers) {
    std::vector<bool> bits;
    const NumberLanguage::Keep keep =
        vector_matters(slot, bits) ? NumberLanguage::Keep::all : NumberLanguage::Keep::what_separates;
    auto made = std::make_unique<NumberLanguage>(
        scalars_.numbers(slots_[slot].obligations, booleans_, slots_[slot].goal, keep));
    meter_.hold(made->memory_bytes());
    slots_[slot].numbers = std::move(made);
  }
  return *slots_[slot].numbers;
}

bool Satisfiability::allows_literal(Slot slot, Literal literal) {
  const Scalars::Bits bits = scalars_.of_literal(slots_[slot].obligations, literal);
  Function goal = slots_[slot].goal;
  if (has_exceptions(slot)) goal = verdict(slot, values_.literal(static_cast<Values::Kind>(literal)));
  return booleans_.evaluate(goal, [&](Variable v) { return bits[v]; });
}

ContainerState Satisfiability::opened(Slot slot, ContainerType type) {
  ContainerState state = containers_.start(type, slots_[slot].obligations, slots_[slot].goal);
  state.applied = slots_[slot].applied;
  if (!has_exceptions(slot)) return state;
  const Table table = slots_[slot].table;
  std::map<Variable, Function> reports;
  for (const Function report : state.reports) reports[static_cast<Variable>(reports.size())] = report;
  Exceptions open;
  open.array = type == ContainerType::array;
  const auto kin = [&](ValueId value) {
    return open.array ? values_.is_array(value) : values_.kind(value) == Values::Kind::object;
  };
  for (const auto& [value, goal] : table.own) {
    if (kin(value)) open.left.emplace_back(value, booleans_.compose(goal, reports));
  }
  for (ListId list = table.base; list != 0 && open.base == 0; list = values_.before(list)) {
    if (kin(values_.last(list))) open.base = table.base;
  }
  if (open.base != 0) open.base_goal = booleans_.compose(table.base_goal, reports);
  if (open.base == 0 && open.left.empty()) return state;
  std::set<Function> others;
  if (open.base_goal > kTrue) others.insert(open.base_goal);
  for (const auto& [value, goal] : open.left) {
    if (goal > kTrue) others.insert(goal);
  }
  state.other_goals.assign(others.begin(), others.end());
  state.exceptions = exceptions_.intern(open);
  return state;
}

// The state without what it reports: only what must come true.
ContainerState Satisfiability::demands(const ContainerState& state) const {
  ContainerState out = state;
  out.reports.clear();
  std::vector<Function> functions = out.other_goals;
  functions.push_back(out.goal);
  out.guards = containers_.after(out.guards, {}, functions);
  return out;
}

// What decides how a state can be finished, so that states that are alike in that are equal: what it reports,
// names that nothing reads any more, and numbers of items that nothing tells apart are left out.
ContainerState Satisfiability::bare(const ContainerState& state) {
  ContainerState out = demands(state);
  const bool array = state.type == ContainerType::array;
  out.items = std::min(out.items,
                       std::max({containers_.settled_count(out), array ? containers_.settled_index(out) : 0,
                                 array ? orders_.settled_index(out.applied) : 0}));
  if (!containers_.unique_matters(out)) {
    out.distinct = 0;
  } else if (out.exceptions == 0) {
    out.distinct = 0;
    spend(out, state.distinct);
  }
  if (out.names.empty()) return out;
  const std::vector<Obligation> names = name_obligations(out);
  std::vector<std::string> known;
  if (!names.empty()) known = known_names(out);
  std::map<std::string, std::uint64_t> spent;
  std::erase_if(out.names, [&](const std::string& name) {
    meter_.pass(2);
    if (containers_.relevant(out, name)) return false;
    if (names.empty() || std::binary_search(known.begin(), known.end(), name)) return true;
    const Key key = Key::other(name);
    ++spent[signature(containers_.needs(out, key), orders_.child(out.applied, key))];
    return true;
  });
  if (!spent.empty()) out.spent = std::move(spent);
  return out;
}

// One step of a search.
void Satisfiability::step() {
  ++steps_;
  meter_.charge();
  if (steps_ - question_from_ > limits_.search_steps) throw Meter::Stop{"limit_search_steps"};
}

void Satisfiability::overrun(std::string_view limit) {
  ++overruns_;
  last_limit_ = limit;
}

// Rounds until one finds nothing new.
template <typename Question>
Satisfiability::Outcome Satisfiability::settle_rounds(const Question& question) {
  bool answer = false;
  do {
    new_yes_ = false;
    round_slots_.clear();
    round_states_.clear();
    answer = question();
  } while (!answer && new_yes_);
  if (answer) return Outcome::yes;
  if (tainted_) return Outcome::overrun;
  for (const Slot slot : round_slots_) {
    if (slots_[slot].known == Known::open) slots_[slot].known = Known::no;
  }
  for (const ContainerState& state : round_states_) {
    Ending& ending = ending_of(state);
    if (ending.known == Known::open) ending.known = Known::no;
  }
  return Outcome::no;
}

// Runs a question to its final answer, or until a budget ends it.
template <typename Question>
Satisfiability::Outcome Satisfiability::settle(const Question& question) {
  LOCKSTEP_CHECK(!in_round_);
  ++questions_;
  question_from_ = steps_;
  in_round_ = true;
  tainted_ = false;
  Outcome outcome = Outcome::overrun;
  std::string_view limit = last_limit_;
  const Meter::Budget budget(meter_, limits_.question_operations, "limit_question_operations");
  try {
    outcome = settle_rounds(question);
  } catch (const Meter::Stop& stop) {
    in_round_ = false;
    depth_ = walk_depth_ = 0;
    if (stop.whole || (stop.budget != nullptr && stop.budget != &budget)) throw;
    limit = stop.limit;
  }
  in_round_ = false;
  largest_ = std::max(largest_, steps_ - question_from_);
  if (outcome == Outcome::overrun) overrun(limit);
  return outcome;
}

bool Satisfiability::satisfiable(Slot slot) {
  if (slots_[slot].refused) return false;
  if (slots_[slot].known == Known::open) {
    const Outcome outcome = settle([&] { return ask(slot); });
    if (outcome == Outcome::overrun) slots_[slot].refused = true;
    return outcome == Outcome::yes;
  }
  return slots_[slot].known == Known::yes;
}

bool Satisfiability::finishable(const ContainerState& state) {
  const ContainerState asked = bare(state);
  const auto found = endings_.find(asked);
  if (found != endings_.end() && found->second.refused) return false;
  if (found != endings_.end() && found->second.known != Known::open) return found->second.known == Known::yes;
  const Outcome outcome = settle([&] { return ask_finishable(asked) != nullptr; });
  if (outcome == Outcome::overrun) ending_of(asked).refused = true;
  return outcome == Outcome::yes;
}

// The rest of a way to the end of the state; nullptr: there is none.
const Rest* Satisfiability::ending(const ContainerState& state) {
  if (in_round_) return ask_finishable(bare(state));
  return finishable(state) ? &rest(state) : nullptr;
}

bool Satisfiability::ask(Slot slot) {
  if (slots_[slot].known != Known::open) return slots_[slot].known == Known::yes;
  if (slots_[slot].refused) {
    tainted_ = true;
    ++provisional_;
    return false;
  }
  if (!round_slots_.insert(slot).second) {
    ++provisional_;
    return false;
  }
  if (depth_ >= limits_.search_depth) throw Meter::Stop{"limit_search_depth"};
  step();
  ++depth_;
  Witness witness;
  bool found = scalar_of(slot, witness.scalar);
  for (const ContainerType type : {ContainerType::object, ContainerType::array}) {
    if (found) break;
    ContainerState state = opened(slot, type);
    state.reports.clear();
    const Rest* rest = ask_finishable(bare(state));
    if (rest == nullptr) continue;
    std::optional<Path> concrete;
    const bool apart = type == ContainerType::array && values_matter(state);
    if (apart) concrete = concrete_path(state, Rest(*rest));
    if (apart && !concrete) continue;
    found = true;
    witness.opens = type;
    witness.rest = apart ? Rest{std::make_shared<const Path>(std::move(*concrete)), 0} : *rest;
  }
  --depth_;
  if (found) {
    deepest_ = std::max(deepest_, witness.depth());
    slots_[slot].known = Known::yes;
    witness.of_text = Slots::of_text(slot);
    slots_[slot].witness = std::make_shared<const Witness>(std::move(witness));
    new_yes_ = true;
  }
  return found;
}

bool Satisfiability::scalar_of(Slot slot, std::string& text) {
  for (const Literal literal : {Literal::null, Literal::true_value, Literal::false_value}) {
    if (!allows_literal(slot, literal)) continue;
    text = std::string(kLiteralText[static_cast<std::size_t>(literal)]);
    return true;
  }
  if (const HalfNumber start; number_viable(slot, start)) {
    text = number_finish(slot, start);
    return true;
  }
  const StringAutomaton automaton(strings(slot), policy_.escapes);
  if (const auto start = automaton.start()) {
    text = "\"" + automaton.finish(*start) + "\"";
    return true;
  }
  return false;
}

const Rest* Satisfiability::ask_finishable(const ContainerState& state) {
  if (state.goal == kFalse && state.exceptions == 0) return nullptr;
  if (const auto found = endings_.find(state); found != endings_.end()) {
    if (found->second.known == Known::yes) return &found->second.rest;
    if (found->second.known == Known::no) return nullptr;
    if (found->second.refused) {
      tainted_ = true;
      ++provisional_;
      return nullptr;
    }
  }
  if (!round_states_.insert(state).second) {
    ++provisional_;
    return nullptr;
  }
  step();
  std::optional<Path> path = state.exceptions != 0                 ? search_exceptions(state)
                             : state.type == ContainerType::object ? search_object(state)
                             : containers_.unique_matters(state)   ? search_distinct(state)
                                                                   : search_array(state);
  if (!path) return nullptr;
  for (const Path::Step& one : path->steps) path->depth = std::max(path->depth, one.value->depth());
  if (path->depth > 4 * limits_.search_depth) throw Meter::Stop{"limit_search_depth"};
  hold(sizeof(ContainerState) + 128 + path->steps.size() * sizeof(Path::Step), names_values(state));
  Ending& ending = ending_of(state);
  ending.known = Known::yes;
  ending.rest = {std::make_shared<const Path>(std::move(*path)), 0};
  new_yes_ = true;
  return &ending.rest;
}

}  // namespace lockstep::engine
