// The witness of a state carried to the states after it: what lies on it is allowed without a question.
#include "lockstep/engine/machine/witness.h"

#include <algorithm>
#include <limits>

#include "lockstep/engine/base/check.h"
#include "lockstep/engine/lexical/code_points.h"
#include "lockstep/engine/machine/satisfy.h"

namespace lockstep::engine {
namespace {

constexpr std::size_t kPlenty = std::numeric_limits<std::size_t>::max();

}  // namespace

std::size_t Satisfiability::scarce(std::size_t room) const { return deepest_ > room ? room : kPlenty; }

const WitnessPtr& Satisfiability::witness(Slot slot) const {
  LOCKSTEP_CHECK(slots_[slot].known == Known::yes);
  return slots_[slot].witness;
}

// Budgets do not hold while one lives: for what is known to have an answer.
class Satisfiability::Unbounded {
 public:
  explicit Unbounded(Satisfiability& of) : of_(of), limits_(of.limits_) {
    of.limits_.search_steps = of.limits_.search_width = kPlenty;
    of.limits_.question_operations = std::numeric_limits<std::uint64_t>::max();
  }
  ~Unbounded() { of_.limits_ = limits_; }
  Unbounded(const Unbounded&) = delete;
  Unbounded& operator=(const Unbounded&) = delete;

 private:
  Satisfiability& of_;
  Limits limits_;
};

// Of a state that can be finished. Where values matter that may be known of it by others of its kind only.
const Rest& Satisfiability::rest(const ContainerState& state) {
  const ContainerState asked = bare(state);
  auto found = endings_.find(asked);
  if ((found == endings_.end() || found->second.known != Known::yes) && values_matter(asked)) {
    const Unbounded unbounded(*this);
    ending_of(asked).refused = false;
    LOCKSTEP_CHECK(finishable(state));
    found = endings_.find(asked);
  }
  LOCKSTEP_CHECK(found != endings_.end() && found->second.known == Known::yes);
  return found->second.rest;
}

ContainerState Satisfiability::after_child(const ContainerState& state, const Key& key,
                                           const Residual& left) {
  ContainerState after = state;
  after.goal = left.goal;
  after.guards = left.guards;
  after.items = state.items + 1;
  if (state.type == ContainerType::array) {
    if (!containers_.unique_matters(after)) after.distinct = 0;
    return after;
  }
  pass_order(after, key);
  if (!key.is_other || scarce_names(state))
    after.names.insert(std::upper_bound(after.names.begin(), after.names.end(), key.name), key.name);
  return after;
}

// Can nothing that must come true tell the name from others of its class? `state`: as demands() gives it.
bool Satisfiability::is_other(const ContainerState& state, const std::string& name) {
  const std::vector<std::string>& order = orders_.names(state.applied);
  for (const auto& [whole, goal] : exceptions_of(state)) {
    if (values_.member(whole, values_.string(name)) != 0) return false;
  }
  return !containers_.relevant(state, name) && std::find(order.begin(), order.end(), name) == order.end();
}

// The state's way to its end, if its next step is a child at `key` or at one that is alike.
std::optional<Rest> Satisfiability::way_through(const ContainerState& state, const Key& key) {
  const auto found = endings_.find(bare(state));
  if (found == endings_.end() || found->second.known != Known::yes || found->second.rest.done())
    return std::nullopt;
  const Rest way = found->second.rest;
  if (state.type == ContainerType::array && values_matter(demands(state))) {
    const Unbounded unbounded(*this);
    Path path = *way.path;
    path.steps.erase(path.steps.begin(), path.steps.begin() + static_cast<std::ptrdiff_t>(way.from));
    const std::optional<Concrete> one = concrete(state, key, path.steps.front());
    LOCKSTEP_CHECK(one.has_value());
    path.steps.front().value = one->witness;
    path.depth = std::max(path.depth, one->witness->depth());
    return Rest{std::make_shared<const Path>(std::move(path)), 0};
  }
  const std::string& name = way.next().key.name;
  if (state.type == ContainerType::array || name == key.name) return way;
  const ContainerState asked = demands(state);
  if (!is_other(asked, name) || !is_other(asked, key.name)) return std::nullopt;
  return alike(asked, Key::other(name), Key::other(key.name)) ? std::optional(way) : std::nullopt;
}

std::string Satisfiability::name_of(const ContainerState& state, const Path::Step& next,
                                    const std::vector<std::string>& used) {
  const std::string& name = next.key.name;
  if (std::find(used.begin(), used.end(), name) == used.end()) return name;
  const ContainerState asked = demands(state);
  LOCKSTEP_CHECK(is_other(asked, name));
  const std::vector<std::string> known = known_names(asked);
  std::vector<StringLanguage::Entry> taken;
  for (const std::string& one : known) taken.push_back({one, false});
  for (const std::string& one : used) {
    if (!std::binary_search(known.begin(), known.end(), one)) taken.push_back({one, false});
  }
  std::vector<NameClass> classes = name_classes(asked);
  std::erase_if(
      classes, [&](const NameClass& one) { return !alike(asked, Key::other(one.sample), Key::other(name)); });
  const std::vector<std::string> fresh =
      containers_.names_in(name_obligations(asked), classes, std::move(taken)).members(1);
  LOCKSTEP_CHECK(!fresh.empty());
  return fresh.front();
}

// A witness is evaluated as any value is.
const std::vector<bool>& Satisfiability::vector_of(const WitnessPtr& value,
                                                   const std::vector<Obligation>& obligations) {
  if (const auto known = vectors_.find({value, obligations}); known != vectors_.end()) return known->second;
  std::vector<bool> bits;
  if (!value->opens) {
    const char first = value->scalar[0];
    const std::string_view text = value->scalar;
    if (first == '"') {
      bits = scalars_.of_string(obligations, decoded_body(text.substr(1, text.size() - 2)));
    } else if (first == 'n' || first == 't' || first == 'f') {
      bits = scalars_.of_literal(obligations, first == 'n'   ? Literal::null
                                              : first == 't' ? Literal::true_value
                                                             : Literal::false_value);
    } else {
      bits = scalars_.of_number(obligations, text);
    }
  } else {
    ContainerState state = containers_.start(*value->opens, obligations, kTrue);
    for (Rest rest = value->rest; !rest.done(); rest = rest.after_next()) {
      meter_.charge();
      const Path::Step& next = rest.next();
      const Key key = state.type == ContainerType::array ? Key::item(state.items) : next.key;
      const Needs needs = containers_.needs(state, key);
      const ValueId child = values_matter(state) ? value_of(next.value) : 0;
      state = advance(state, key, needs, vector_of(next.value, needs.obligations), child, kPlenty);
    }
    for (const Function report : state.reports) bits.push_back(containers_.at_end(report, state.items));
  }
  LOCKSTEP_DCHECK(!denied(obligations, bits));  // I5
  hold(128 + obligations.size() * sizeof(Obligation), value->of_text);
  return vectors_.at({value, obligations}, value->of_text) = std::move(bits);
}

// The state can be finished so: known without a question. A way that is known already stays, unless it needs
// more room than there is and this one less than it: the ways of a state get flatter, never deeper.
void Satisfiability::remember(const ContainerState& state, const Rest& rest, std::size_t room) {
  const ContainerState asked = bare(state);
  Ending& ending = ending_of(asked);
  LOCKSTEP_CHECK(ending.known != Known::no);  // I5
  if (ending.known == Known::yes && ending.rest.depth() <= std::max(room, rest.depth())) return;
  if (ending.known == Known::open) hold(2 * sizeof(ContainerState), names_values(asked));
  ending.known = Known::yes;
  ending.rest = rest;
}

void Satisfiability::remember(Slot slot, const WitnessPtr& witness, std::size_t room) {
  SlotData& data = slots_[slot];
  LOCKSTEP_CHECK(data.known != Known::no);  // I5
  if (data.known == Known::yes && data.witness->depth() <= std::max(room, witness->depth())) return;
  data.known = Known::yes;
  data.witness = witness;
}

// A member that changes nothing of what is to come true, and that the witness has no part for: after it the
// witness still holds.
void Satisfiability::keep_witness(const ContainerState& state, const Key& key, std::size_t room) {
  if (state.type != ContainerType::object) return;
  const ContainerState asked = demands(state);
  if (scarce_names(asked) && is_other(asked, key.name)) return;
  const auto found = endings_.find(bare(state));
  if (found == endings_.end() || found->second.known != Known::yes) return;
  const Rest rest = found->second.rest;
  const ContainerState after = after_child(state, key, {state.goal, state.guards});
  if (bare(after).items != bare(state).items) return;  // something counts the members
  for (Rest left = rest; !left.done(); left = left.after_next()) {
    meter_.charge();
    const std::string& name = left.next().key.name;
    if (!available(after, name) && !is_other(asked, name)) return;
  }
  remember(after, rest, room);
}

// The same for keys that are alike, and for all rooms that no witness needs.
Satisfiability::ChildKey Satisfiability::child_key(const ContainerState& state, const Key& key,
                                                   const Needs& needs, std::size_t room) {
  const std::uint32_t applied = orders_.child(state.applied, key);
  return {state, key.is_other ? signature(needs, applied) : key.name, key.is_other, scarce(room)};
}

std::optional<Satisfiability::Slot> Satisfiability::known_child(const ContainerState& state, const Key& key,
                                                                std::size_t room) {
  const auto known = child_slots_.find(child_key(state, key, containers_.needs(state, key), room));
  return known == child_slots_.end() ? std::nullopt : std::optional(known->second);
}

Satisfiability::Slot Satisfiability::child_slot(const ContainerState& state, const Key& key,
                                                std::size_t room) {
  const Needs needs = containers_.needs(state, key);
  const ChildKey asked = child_key(state, key, needs, room);
  const auto known = child_slots_.find(asked);
  if (known != child_slots_.end()) return known->second;
  if (values_matter(state)) {
    const Slot child = child_among_exceptions(state, key, needs, room);
    know_child(state, child_key(state, key, needs, room), child);
    return child;
  }
  const std::optional<Rest> way = way_through(state, key);
  Function goal = kFalse;
  Residual rest_on_way;
  if (way) {
    const std::vector<bool>& bits = vector_of(way->next().value, needs.obligations);
    rest_on_way = residual_after(state, containers_.changes(state, key, needs, true, &bits));
    remember(after_child(state, key, rest_on_way), way->after_next(), room);
    goal = booleans_.minterm(bits);
  } else {
    keep_witness(state, key, room);
  }
  const Meter::Budget budget(meter_, limits_.question_operations, "limit_question_operations");
  try {
    for (const Group& group : groups(state, key, needs, true)) {
      const bool on_way = way && group.rest == rest_on_way;
      const ContainerState after = after_child(state, key, group.rest);
      if (!on_way && (!finishable(after) || rest(after).depth() > room)) continue;
      goal = booleans_.checked(booleans_.either(goal, group.condition));
    }
  } catch (const Meter::Stop& stop) {
    if (stop.whole || (stop.budget != nullptr && stop.budget != &budget)) throw;
    overrun(stop.limit);
  }
  const Slot child = slot(needs.obligations, goal, orders_.child(state.applied, key));
  if (way) remember(child, way->next().value, room);
  know_child(state, child_key(state, key, needs, room), child);  // witnesses may have got deeper
  return child;
}

// After one value that is known in full.
ContainerState Satisfiability::after_concrete(const ContainerState& state, const Key& key, const Needs& needs,
                                              const Concrete& child) {
  ContainerState after = advance(state, key, needs, child.bits, child.value, kPlenty);
  if (state.type == ContainerType::array) return after;
  pass_order(after, key);
  if (!key.is_other || scarce_names(state))
    after.names.insert(std::upper_bound(after.names.begin(), after.names.end(), key.name), key.name);
  return after;
}

// Puts it into the table that a value is allowed, where `goal` and the table do not say so.
void Satisfiability::allow_value(const Concrete& child, Function goal, Table& table) {
  if (values_.holds(table.base, child.value)) goal = table.base_goal;
  const auto own = std::lower_bound(table.own.begin(), table.own.end(), Exception{child.value, 0});
  const bool listed = own != table.own.end() && own->first == child.value;
  if (listed) goal = own->second;
  if (booleans_.evaluate(goal, [&](Variable v) { return child.bits[v]; })) return;
  goal = booleans_.either(goal, booleans_.minterm(child.bits));
  if (listed) {
    own->second = goal;
  } else {
    table.own.insert(own, {child.value, goal});
  }
}

Satisfiability::Slot Satisfiability::child_among_exceptions(const ContainerState& state, const Key& key,
                                                            const Needs& needs, std::size_t room) {
  finishable(state);  // so that there is a way
  const std::optional<Rest> way = way_through(state, key);
  Concrete on_way;
  if (way) {
    const WitnessPtr& value = way->next().value;
    on_way = {value_of(value), vector_of(value, needs.obligations), value};
    remember(after_concrete(state, key, needs, on_way), way->after_next(), room);
  }
  Options options;
  const Meter::Budget budget(meter_, limits_.question_operations, "limit_question_operations");
  try {
    if (containers_.unique_matters(state) && values_.size(state.distinct) >= limits_.distinct_items)
      throw Meter::Stop{"limit_distinct_items", &budget};
    options = this->options(state, key, needs, [&](const ContainerState& after) {
      return finishable(after) && rest(after).depth() <= room;
    });
  } catch (const Meter::Stop& stop) {
    if (stop.whole || (stop.budget != nullptr && stop.budget != &budget)) throw;
    overrun(stop.limit);
    options = {};
  }
  if (way) allow_value(on_way, options.goal, options.table);
  const Slot child = slot(needs.obligations, options.goal, orders_.child(state.applied, key), options.table);
  if (way) remember(child, on_way.witness, room);
  return child;
}

// The rest of the way of a state that can be finished, each item a value of its own.
Rest Satisfiability::way_to_end(const ContainerState& state) {
  const Rest way = rest(state);
  if (state.type != ContainerType::array || !values_matter(demands(state))) return way;
  const Unbounded unbounded(*this);
  std::optional<Path> path = concrete_path(demands(state), way);
  LOCKSTEP_CHECK(path.has_value());
  return {std::make_shared<const Path>(std::move(*path)), 0};
}

Satisfiability::Slot Satisfiability::allow(const ContainerState& state, const Key& key, const Rest& way,
                                           std::size_t room) {
  const WitnessPtr& value = way.next().value;
  const Needs needs = containers_.needs(state, key);
  const std::vector<bool>& bits = vector_of(value, needs.obligations);
  const bool matters = values_matter(state);
  const Concrete one{matters ? value_of(value) : 0, bits, value};
  if (matters) {
    remember(after_concrete(state, key, needs, one), way.after_next(), room);
  } else {
    const Residual left = residual_after(state, containers_.changes(state, key, needs, true, &bits));
    remember(after_child(state, key, left), way.after_next(), room);
  }
  Slot child = child_slot(state, key, room);
  if (matters) {
    Table table = slots_[child].table;
    allow_value(one, goal(child), table);
    child = slot(needs.obligations, goal(child), applied(child), table);
    know_child(state, child_key(state, key, needs, room), child);
  } else if (!booleans_.evaluate(goal(child), [&](Variable v) { return bits[v]; })) {
    child = slot(needs.obligations, booleans_.either(goal(child), booleans_.minterm(bits)), applied(child),
                 slots_[child].table);
    know_child(state, child_key(state, key, needs, room), child);
  }
  remember(child, value, room);
  slots_[child].refused = false;
  if (value->opens) {
    const ContainerState begun = opened(child, *value->opens);
    remember(begun, value->rest, room - 1);
    ending_of(bare(begun)).refused = false;
  }
  return child;
}

bool Satisfiability::child_possible(const ContainerState& state, const Key& key, std::size_t room) {
  const Slot child = child_slot(state, key, room);
  const bool known = slots_[child].known == Known::yes && !slots_[child].refused;
  if (!known && !way_through(state, key) && !satisfiable(child)) return false;
  return witness(child)->depth() <= room;
}

bool Satisfiability::may_open(Slot slot, const ContainerState& state, std::size_t room) {
  if (room == 0) return false;
  const WitnessPtr& value = witness(slot);
  if (value->opens == state.type && value->depth() <= room) {
    remember(state, value->rest, room - 1);
    return true;
  }
  return finishable(state) && rest(state).depth() < room;
}

}  // namespace lockstep::engine
