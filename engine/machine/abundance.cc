// Are there so many values, or ways to finish a container, that a few that are taken do not count? A quick
// look: yes is certain, no means that it was not seen. The usual array of distinct items costs no more.
#include <algorithm>
#include <bit>

#include "lockstep/engine/machine/satisfy.h"

namespace lockstep::engine {
namespace {

constexpr std::size_t kDeepest = 4;                   // containers within one another
constexpr std::size_t kMostTried = 8;                 // names
constexpr std::uint64_t kManyCharacters = 1'000'000;  // strings of one character

// Strings without patterns: by their lengths alone.
bool has_long_strings(const StringLanguage& strings, std::uint64_t count) {
  const std::vector<LengthRange>* lengths = strings.lengths_only(strings.start().pattern);
  return lengths != nullptr && !strings.has_patterns() && !lengths->empty() && lengths->back().high >= 1 &&
         count + strings.table().size() < kManyCharacters;
}

}  // namespace

bool Satisfiability::many(Slot slot, std::uint64_t count, std::size_t depth) {
  if (has_exceptions(slot)) return false;
  count = std::bit_ceil(count);
  if (const auto known = many_.find(slot); known != many_.end()) {
    if (count <= known->second.first) return true;
    if (count >= known->second.second) return false;
  }
  const auto found = [&]() -> bool {
    if (has_long_strings(strings(slot), count)) return true;
    if (strings(slot).has_patterns() && strings(slot).members(count).size() >= count) return true;
    std::uint64_t found_numbers = 0;
    const NumberSpellings spellings(numbers(slot), policy_);
    std::set<ValueId> seen;
    const auto try_number = [&](const std::string& spelling) {
      meter_.charge();
      if (spellings.complete(spelling) && seen.insert(values_.number(spelling)).second) ++found_numbers;
    };
    for (std::uint64_t i = 0; i < 2 * count; ++i) {
      if (found_numbers >= count) return true;
      if (i >= 64 && found_numbers == 0) break;
      try_number(std::to_string(i));
      try_number("-" + std::to_string(i));
      try_number("0." + std::to_string(2 * i + 1));
    }
    if (found_numbers >= count) return true;
    for (const ContainerType type : {ContainerType::object, ContainerType::array}) {
      ContainerState state = opened(slot, type);
      state.reports.clear();
      if (depth < kDeepest && abundant(state, count, depth + 1)) return true;
    }
    return false;
  };
  const std::uint64_t before = provisional_;
  const bool yes = found();
  auto& known = many_.try_emplace(slot, std::uint64_t{0}, ~std::uint64_t{0}).first->second;
  if (yes) known.first = std::max(known.first, count);
  if (!yes && provisional_ == before && depth == 0) known.second = std::min(known.second, count);
  return yes;
}

bool Satisfiability::abundant(const ContainerState& state, std::uint64_t count, std::size_t depth) {
  if (state.exceptions != 0) return false;
  count = std::bit_ceil(count + values_.size(state.distinct));
  const ContainerState asked = bare(state);
  if (asked.goal == kFalse) return false;
  if (const auto known = abundant_.find(asked); known != abundant_.end()) {
    if (count <= known->second.first) return true;
    if (count >= known->second.second) return false;
  }
  const std::uint64_t before = provisional_;
  const bool yes = find_abundance(asked, count, depth);
  auto& known = abundant_.try_emplace(asked, std::uint64_t{0}, ~std::uint64_t{0}).first->second;
  if (yes) known.first = std::max(known.first, count);
  if (!yes && provisional_ == before && depth == 0) known.second = std::min(known.second, count);
  return yes;
}

// Some child of which there are many, on the way to the end or where one may come that changes nothing.
bool Satisfiability::find_abundance(const ContainerState& state, std::uint64_t count, std::size_t depth) {
  step();
  const Rest* way = ending(state);
  if (way == nullptr) return false;
  const Rest rest = *way;
  const bool array = state.type == ContainerType::array;
  if (containers_.unique_matters(state)) {
    const std::vector<Obligation> told = containers_.needs(state, Key::item(state.items)).obligations;
    for (Rest left = rest; !left.done(); left = left.after_next()) {
      if (left.next().kind == Path::Step::Kind::repeat) continue;
      const Slot item = slot(told, booleans_.minterm(vector_of(left.next().value, told)), 0);
      if (many(item, count + rest.left(), depth)) return true;
    }
    return rest.done() && one_many(state, count, depth, true);
  }
  ContainerState at = state;
  for (Rest left = rest;; left = left.after_next()) {
    if (one_many(at, count, depth, false)) return true;
    if (!array || left.done()) return false;
    const Key key = Key::item(at.items);
    const Needs needs = containers_.needs(at, key);
    const std::vector<bool> bits = vector_of(left.next().value, needs.obligations);
    at = after_child(at, key, residual_after(at, containers_.changes(at, key, needs, true, &bits)));
  }
}

// `last`: of distinct items only one that may be the last, as what comes after it depends on its class.
bool Satisfiability::one_many(const ContainerState& state, std::uint64_t count, std::size_t depth,
                              bool last) {
  const bool array = state.type == ContainerType::array;
  std::vector<Key> keys;
  std::set<std::string> endless;  // any number of such names can come
  if (array) {
    keys.push_back(Key::item(state.items));
  } else {
    for (const std::string& name : containers_.relevant_names(state)) {
      if (available(state, name) && keys.size() < kMostTried) keys.push_back(Key::member(name));
    }
    for (const NameClass& one : name_classes(state)) {
      keys.push_back(Key::other(one.sample));
      if (one.capacity == kUnbounded) endless.insert(one.sample);
    }
  }
  for (const Key& key : keys) {
    const Needs needs = containers_.needs(state, key);
    for (const Group& group : groups(state, key, needs, true)) {
      const ContainerState after = after_child(state, key, group.rest);
      const Slot child = slot(needs.obligations, group.condition, 0);
      const bool same = group.rest == Residual{state.goal, state.guards} && bare(after) == bare(state);
      const bool again = array ? !last : key.is_other && endless.contains(key.name);
      if (same && again && possible(child)) return true;
      if ((last && !same) || !many(child, count, depth)) continue;
      if (same || ending(after) != nullptr) return true;
    }
  }
  return false;
}

}  // namespace lockstep::engine
