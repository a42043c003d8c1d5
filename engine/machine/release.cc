// What was found out is of two kinds. Some of it is about the schema: it is kept, and the next text has use
// for it. The rest names values, or names of members, that one text has: an array of distinct items has as
// many of those as there are texts, and it goes when the states of the text go.
#include <algorithm>

#include "lockstep/engine/base/check.h"
#include "lockstep/engine/machine/satisfy.h"

namespace lockstep::engine {

Satisfiability::Slot Satisfiability::Slots::add(SlotData data) {
  const bool of_text = names_values(data.table);
  std::vector<SlotData>& where = of_text ? texts_ : all_;
  where.push_back(std::move(data));
  return static_cast<Slot>(where.size() - 1) | (of_text ? kOfText : 0U);
}

// Does it name values, or names that nothing but their number matters of?
bool Satisfiability::of_text(const ContainerState& state) {
  if (names_values(state)) return true;
  if (state.names.empty()) return false;
  const std::vector<std::string>& relevant = containers_.relevant_names(state);
  return !std::includes(relevant.begin(), relevant.end(), state.names.begin(), state.names.end());
}

void Satisfiability::hold(std::size_t bytes, bool of_text) {
  meter_.hold(bytes);
  if (of_text) held_of_texts_ += bytes;
}

void Satisfiability::know_child(const ContainerState& state, const ChildKey& key, Slot child) {
  const bool of_text = Slots::of_text(child) || this->of_text(state);
  child_slots_.at(key, of_text) = child;
  hold(2 * sizeof(ContainerState) + 32 * state.names.size(), of_text);
}

void Satisfiability::add_found(ItemClass& one, ValueId value) {
  if (!one.values.insert(value).second) return;
  one.found = values_.append(one.found, 0, value);
  found_in_.push_back(&one);
}

AnswersMark Satisfiability::mark() const {
  const Values::Mark values = values_.mark();
  return {values.values,     values.lists,        exceptions_.size(), slots_.texts().size(),
          endings_.mark(),   child_slots_.mark(), spent_.mark(),      vectors_.mark(),
          values_of_.mark(), found_in_.size(),    held_of_texts_,     overruns_ + listed_overruns()};
}

void Satisfiability::release(const AnswersMark& mark) {
  LOCKSTEP_CHECK(!in_round_);
  const AnswersMark now = this->mark();
  if (now.overruns != mark.overruns || now == mark) return;
  endings_.release(mark.endings);
  child_slots_.release(mark.children);
  spent_.release(mark.spent);
  vectors_.release(mark.vectors);
  values_of_.release(mark.values_of);
  std::vector<SlotData>& slots = slots_.texts();
  for (; slots.size() > mark.slots; slots.pop_back()) {
    const SlotData& last = slots.back();
    const auto known = slots_of_texts_.find({last.obligations, last.goal, last.applied, last.table});
    listed_.remove_if([&](const Listed& one) { return one.slot == known->second; });
    slots_of_texts_.erase(known);
  }
  exceptions_.release(mark.exceptions);
  release_values(mark);
  meter_.give_back(held_of_texts_ - mark.held);
  held_of_texts_ = mark.held;
}

// The values by which the classes of items are known are about the schema: they get new numbers.
void Satisfiability::release_values(const AnswersMark& mark) {
  std::vector<std::pair<ItemClass*, ValueId>> kept;
  Values aside;
  for (std::size_t i = found_in_.size(); i > mark.classes; --i) {
    ItemClass& one = *found_in_[i - 1];
    const ValueId value = values_.last(one.found);
    kept.emplace_back(&one, aside.copy(values_, value));
    one.values.erase(value);
    one.found = values_.before(one.found);
  }
  found_in_.resize(mark.classes);
  values_.release({mark.values, mark.lists});
  for (; !kept.empty(); kept.pop_back())
    add_found(*kept.back().first, values_.copy(aside, kept.back().second));
}

}  // namespace lockstep::engine
