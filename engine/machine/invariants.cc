// What must hold of every state, for assertions in debug builds (README.md lists them by number). Nothing
// here finds anything out: an assertion changes no answer.
#include "lockstep/engine/base/check.h"
#include "lockstep/engine/machine/byte_machine.h"

namespace lockstep::engine {

bool Satisfiability::known_finishable(const ContainerState& state, std::size_t room) {
  // In arrays of distinct items, and in their items, a way is often known only for others of the kind, of
  // which there are enough: that is tested from outside (unique_brute_test.cc).
  if (state.exceptions != 0 || values_matter(state)) return true;
  const auto found = endings_.find(bare(state));
  return found != endings_.end() && found->second.known == Known::yes && found->second.rest.depth() <= room;
}

bool Satisfiability::admits(Slot slot, const std::vector<bool>& bits) const {
  const SlotData& data = slots_[slot];
  // Where single values have a goal of their own, the vector alone says nothing.
  return data.table != Table{} || booleans_.evaluate(data.goal, [&](Variable v) { return bits[v]; });
}

bool Satisfiability::met_by_its_witness(Slot slot) {
  const SlotData& data = slots_[slot];
  if (data.known != Known::yes) return false;
  const WitnessPtr value = data.witness;
  const std::vector<Obligation> obligations = data.obligations;
  return admits(slot, vector_of(value, obligations));
}

bool Satisfiability::denied(const std::vector<Obligation>& obligations, const std::vector<bool>& bits) const {
  for (auto at = slot_index_.lower_bound({obligations, 0, 0, {}});
       at != slot_index_.end() && std::get<0>(at->first) == obligations; ++at) {
    const SlotData& data = slots_[at->second];
    if (data.known == Known::no && data.table == Table{} && admits(at->second, bits)) return true;
  }
  return false;
}

bool ByteMachine::holds_in_its_slot(FrameId frame, const Place& place, const std::vector<bool>& bits) {
  if (frame == kNoFrame) return satisfiability_.admits(states_[start()].slot, bits);
  const std::optional<Slot> slot =
      satisfiability_.known_child(frames_[frame].container, key_of(frame, place), room(frame));
  return !slot || satisfiability_.admits(*slot, bits);
}

}  // namespace lockstep::engine
