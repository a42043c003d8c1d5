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

const Witness& Satisfiability::witness(Slot slot) const {
  LOCKSTEP_CHECK(slots_[slot].known == Known::yes);
  return slots_[slot].witness;
}

const Rest& Satisfiability::rest(const ContainerState& state) const {
  const auto found = endings_.find(bare(state));
  LOCKSTEP_CHECK(found != endings_.end() && found->second.known == Known::yes);
  return found->second.rest;
}

ContainerState Satisfiability::after_child(const ContainerState& state, const Key& key,
                                           const Residual& left) {
  ContainerState after = state;
  after.goal = left.goal;
  after.guards = left.guards;
  after.items = state.items + 1;
  if (state.type == ContainerType::array) return after;
  pass_order(after, key);
  if (!key.is_other || scarce_names(state))
    after.names.insert(std::upper_bound(after.names.begin(), after.names.end(), key.name), key.name);
  return after;
}

// The next step of the state's witness, if that is a child at `key` or at one that is alike.
const Path::Step* Satisfiability::witness_step(const ContainerState& state, const Key& key) {
  const auto found = endings_.find(bare(state));
  if (found == endings_.end() || found->second.known != Known::yes || found->second.rest.done())
    return nullptr;
  const Path::Step& next = found->second.rest.next();
  if (state.type == ContainerType::array) return &next;
  if (!key.is_other) return !next.key.is_other && next.key.name == key.name ? &next : nullptr;
  if (!next.key.is_other) {
    const std::vector<std::string> known = known_names(state);
    if (std::binary_search(known.begin(), known.end(), next.key.name)) return nullptr;
  }
  const Key other = Key::other(next.key.name);
  return alike(state, other, key) ? &next : nullptr;
}

// The witness is evaluated as any value is.
std::vector<bool> Satisfiability::vector_of(Slot slot, const std::vector<Obligation>& obligations) {
  if (const auto known = vectors_.find({slot, obligations}); known != vectors_.end()) return known->second;
  const Witness witness = slots_[slot].witness;
  std::vector<bool> bits;
  if (!witness.opens) {
    const char first = witness.scalar[0];
    const std::string_view text = witness.scalar;
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
    ContainerState state = containers_.start(*witness.opens, obligations, kTrue);
    for (Rest rest = witness.rest; !rest.done(); rest = rest.after_next()) {
      meter_.charge();
      const Path::Step& next = rest.next();
      const Key key = state.type == ContainerType::array ? Key::item(state.items) : next.key;
      const Needs needs = containers_.needs(state, key);
      state = containers_.advance(state, key, needs, vector_of(next.child, needs.obligations), kPlenty);
    }
    for (const Function report : state.reports) bits.push_back(containers_.at_end(report, state.items));
  }
  meter_.hold(128 + obligations.size() * sizeof(Obligation));
  return vectors_[{slot, obligations}] = bits;
}

// The state can be finished so: known without a question. A witness that is known already stays, unless it
// needs more room than there is.
void Satisfiability::remember(const ContainerState& state, const Rest& rest, std::size_t room, Keep keep) {
  Ending& ending = endings_[bare(state)];
  LOCKSTEP_CHECK(ending.known != Known::no);
  if (keep == Keep::old && ending.known == Known::yes && ending.rest.depth() <= std::max(room, rest.depth()))
    return;
  if (ending.known == Known::open) meter_.hold(2 * sizeof(ContainerState));
  ending.known = Known::yes;
  ending.rest = rest;
}

void Satisfiability::remember(Slot slot, const Witness& witness, std::size_t room, Keep keep) {
  SlotData& data = slots_[slot];
  LOCKSTEP_CHECK(data.known != Known::no);
  if (keep == Keep::old && data.known == Known::yes &&
      data.witness.depth() <= std::max(room, witness.depth()))
    return;
  data.known = Known::yes;
  data.witness = witness;
}

// A member that changes nothing of what is to come true, and that the witness has no part for: after it the
// witness still holds.
void Satisfiability::keep_witness(const ContainerState& state, const Key& key, std::size_t room) {
  if (state.type != ContainerType::object || (key.is_other && scarce_names(state))) return;
  const auto found = endings_.find(bare(state));
  if (found == endings_.end() || found->second.known != Known::yes) return;
  const Rest rest = found->second.rest;
  const ContainerState after = after_child(state, key, {state.goal, state.guards});
  if (bare(after).items != bare(state).items) return;  // something counts the members
  for (Rest left = rest; !left.done(); left = left.after_next()) {
    meter_.charge();
    if (!left.next().key.is_other && !available(after, left.next().key.name)) return;
  }
  remember(after, rest, room);
}

Satisfiability::Slot Satisfiability::child_slot(const ContainerState& state, const Key& key,
                                                std::size_t room) {
  const std::size_t levels = scarce(room);
  const Needs needs = containers_.needs(state, key);
  const std::uint32_t applied = orders_.child(state.applied, key);
  const std::string name = key.is_other ? signature(needs, applied) : key.name;
  const auto known = child_slots_.find({state, name, key.is_other, levels});
  if (known != child_slots_.end()) return known->second;
  const Path::Step* way = witness_step(state, key);
  Function goal = kFalse;
  Residual rest_on_way;
  if (way != nullptr) {
    const std::vector<bool> bits = vector_of(way->child, needs.obligations);
    rest_on_way = residual_after(state, containers_.changes(state, key, needs, true, &bits));
    remember(after_child(state, key, rest_on_way), endings_.at(bare(state)).rest.after_next(), room);
    goal = booleans_.minterm(bits);
  }
  if (way == nullptr) keep_witness(state, key, room);
  const Meter::Budget budget(meter_, limits_.question_operations, "limit_question_operations");
  try {
    for (const Group& group : groups(state, key, needs, true)) {
      const bool on_way = way != nullptr && group.rest == rest_on_way;
      const ContainerState after = after_child(state, key, group.rest);
      if (!on_way && (!finishable(after) || rest(after).depth() > room)) continue;
      goal = booleans_.checked(booleans_.either(goal, group.condition));
    }
  } catch (const Meter::Stop& stop) {
    if (stop.whole || (stop.budget != nullptr && stop.budget != &budget)) throw;
    overrun(stop.limit);
  }
  const Slot child = slot(needs.obligations, goal, applied);
  if (way != nullptr) remember(child, Witness(slots_[way->child].witness), room);
  meter_.hold(2 * sizeof(ContainerState) + 32 * state.names.size());
  child_slots_[{state, name, key.is_other, levels}] = child;
  return child;
}

void Satisfiability::follow(const ContainerState& state, const Key& key, Slot child, std::size_t room) {
  const Path::Step* way = witness_step(state, key);
  if (way == nullptr) return;
  const Slot on_way = way->child;
  const Needs needs = containers_.needs(state, key);
  const std::vector<bool> bits = vector_of(on_way, needs.obligations);
  const Residual left = residual_after(state, containers_.changes(state, key, needs, true, &bits));
  const Rest rest = endings_.at(bare(state)).rest.after_next();
  remember(after_child(state, key, left), rest, room, Keep::this_one);
  remember(child, Witness(slots_[on_way].witness), room, Keep::this_one);
}

bool Satisfiability::child_possible(const ContainerState& state, const Key& key, std::size_t room) {
  const Slot child = child_slot(state, key, room);
  if (witness_step(state, key) == nullptr && !satisfiable(child)) return false;
  return slots_[child].witness.depth() <= room;
}

bool Satisfiability::may_open(Slot slot, const ContainerState& state, std::size_t room) {
  if (room == 0) return false;
  const Witness& witness = slots_[slot].witness;
  if (witness.opens == state.type && witness.depth() <= room) {
    remember(state, Rest(witness.rest), room - 1, Keep::this_one);
    return true;
  }
  return finishable(state) && rest(state).depth() < room;
}

}  // namespace lockstep::engine
