// What is allowed where single values have a verdict of their own: the items that came before in an array of
// distinct items, and, within an item, those of them that begin as it does.
//
// A value is told from the exceptions by its first part that differs. So a container with exceptions can be
// finished if it can end and is none of them then; or if some child differs from theirs, and what is left can
// be finished, no exception being left; or with the child of some of them, and those left.
#include "lockstep/engine/machine/exceptions.h"

#include <algorithm>
#include <limits>

#include "lockstep/engine/base/check.h"
#include "lockstep/engine/machine/satisfy.h"

namespace lockstep::engine {
namespace {

constexpr std::uint64_t kApart = std::numeric_limits<std::uint64_t>::max();

}  // namespace

std::vector<Exception> Satisfiability::exceptions_of(const ContainerState& state) const {
  if (state.exceptions == 0) return {};
  const Exceptions open = exceptions_[state.exceptions];
  std::map<ValueId, Function> all;
  for (ListId list = open.base; list != 0; list = values_.before(list)) {
    const ValueId value = values_.last(list);
    meter_.charge();
    if (open.array ? values_.is_array(value) : values_.kind(value) == Values::Kind::object)
      all.try_emplace(value, open.base_goal);
  }
  for (const auto& [value, goal] : open.left) all[value] = goal;
  return {all.begin(), all.end()};
}

bool Satisfiability::may_end(const ContainerState& state) const {
  Function goal = state.goal;
  for (const auto& [whole, own] : exceptions_of(state)) {
    const bool same = state.type == ContainerType::array ? values_.kind(whole) == Values::Kind::empty_array
                                                         : values_.members(whole).empty();
    if (same) goal = own;
  }
  return containers_.at_end(goal, state.items);
}

void Satisfiability::set_exceptions(ContainerState& state, std::vector<Exception> left) {
  state.exceptions = 0;
  state.other_goals.clear();
  if (!left.empty()) {
    std::set<Function> others;
    for (const auto& [value, goal] : left) {
      if (goal > kTrue) others.insert(goal);
    }
    state.other_goals.assign(others.begin(), others.end());
    Exceptions open;
    open.array = state.type == ContainerType::array;
    open.left = std::move(left);
    std::sort(open.left.begin(), open.left.end());
    state.exceptions = exceptions_.intern(open);
  }
  std::vector<Function> functions = state.reports;
  functions.push_back(state.goal);
  functions.insert(functions.end(), state.other_goals.begin(), state.other_goals.end());
  state.guards = containers_.after(state.guards, {}, functions);
}

ContainerState Satisfiability::without_exceptions(const ContainerState& state) const {
  ContainerState plain = state;
  plain.exceptions = 0;
  plain.other_goals.clear();
  return plain;
}

// Those that go on with `value`, less it.
std::vector<Exception> Satisfiability::narrowed(const ContainerState& state, const Key& key, ValueId value) {
  std::vector<Exception> left;
  const bool array = state.type == ContainerType::array;
  const ValueId name = array ? 0 : values_.string(key.name);
  for (const auto& [whole, goal] : exceptions_of(state)) {
    if (array) {
      if (values_.kind(whole) == Values::Kind::array && values_.first(whole) == value)
        left.emplace_back(values_.rest(whole), goal);
    } else if (values_.member(whole, name) == value) {
      left.emplace_back(values_.without(whole, name), goal);
    }
  }
  return left;
}

// The children at `key` with which exceptions go on, and how many with each.
std::map<ValueId, std::size_t> Satisfiability::heads(const ContainerState& state, const Key& key) {
  std::map<ValueId, std::size_t> found;
  const bool array = state.type == ContainerType::array;
  const ValueId name = array ? 0 : values_.string(key.name);
  for (const auto& [whole, goal] : exceptions_of(state)) {
    const ValueId head = !array                                             ? values_.member(whole, name)
                         : values_.kind(whole) == Values::Kind::empty_array ? 0
                                                                            : values_.first(whole);
    if (head != 0) ++found[head];
  }
  return found;
}

ContainerState Satisfiability::advance(const ContainerState& state, const Key& key, const Needs& needs,
                                       const std::vector<bool>& bits, ValueId value, std::uint64_t apart) {
  if (!values_matter(state)) return containers_.advance(state, key, needs, bits, apart);
  LOCKSTEP_CHECK(value != 0);
  const bool unique = containers_.unique_matters(state);
  const bool repeated = unique && values_.holds(state.distinct, value);
  const ContainerState from = repeated ? containers_.when_repeated(state) : state;
  ContainerState next = containers_.advance(from, key, needs, bits, apart);
  next.distinct = 0;
  if (unique && containers_.unique_matters(next)) {
    next.distinct = values_.append(state.distinct, 0, value);
    // I6: what later items are tracked against was known all the time.
    LOCKSTEP_DCHECK([&] {
      const std::vector<Obligation> later = containers_.needs(next, Key::item(state.items + 1)).obligations;
      return std::includes(needs.obligations.begin(), needs.obligations.end(), later.begin(), later.end());
    }());
  }
  if (state.exceptions == 0) return next;
  std::vector<Exception> left = narrowed(state, key, value);
  if (!left.empty()) {
    const Changes changes = containers_.changes(from, key, needs, true, &bits);
    for (auto& [whole, goal] : left) {
      if (repeated) goal = containers_.when_repeated(goal);
      goal = containers_.after(goal, changes);
    }
  }
  set_exceptions(next, std::move(left));
  return next;
}

// A child that is no exception, and under a live unique atom none of the items so far. `after`: the states
// that it leads to.
void Satisfiability::add_new(const ContainerState& state, const Key& key, const Needs& needs,
                             const Allowed& allowed, Options& options, std::vector<ContainerState>& after) {
  const ContainerState plain = without_exceptions(state);
  if (!containers_.unique_matters(plain)) {
    for (const Group& group : groups(plain, key, needs, true)) {
      const ContainerState then = after_child(plain, key, group.rest);
      if (!allowed(then)) continue;
      options.goal = booleans_.checked(booleans_.either(options.goal, group.condition));
      after.push_back(then);
    }
    return;
  }
  std::vector<std::vector<bool>> vectors;
  for (const auto& [bits, one] : item_classes(needs.obligations).of) vectors.push_back(bits);
  for (const std::vector<bool>& bits : vectors) {
    const Residual left = residual_after(plain, containers_.changes(plain, key, needs, true, &bits));
    if (left.goal == kFalse) continue;
    const std::optional<ValueId> value = fresh_value(needs.obligations, bits, state.distinct);
    if (!value) continue;
    ContainerState then = after_child(plain, key, left);
    then.distinct = containers_.unique_matters(then) ? values_.append(state.distinct, 0, *value) : 0;
    if (!allowed(then)) continue;
    options.goal = booleans_.checked(booleans_.either(options.goal, booleans_.minterm(bits)));
    after.push_back(then);
  }
}

void Satisfiability::add_repeats(const ContainerState& state, const Key& key, const Needs& needs,
                                 const Allowed& allowed, Options& options) {
  options.table.base = state.distinct;
  const ContainerState repeated = containers_.when_repeated(without_exceptions(state));
  if (repeated.goal != kFalse) {
    for (const Group& group : groups(repeated, key, needs, true)) {
      if (!allowed(after_child(repeated, key, group.rest))) continue;
      options.table.base_goal = booleans_.checked(booleans_.either(options.table.base_goal, group.condition));
    }
  }
  if (options.table.base_goal == options.goal) {
    options.table.base = 0;
    options.table.base_goal = kFalse;
  }
}

// One value, by what would be left after it.
void Satisfiability::add_exception(const ContainerState& state, const Key& key, const Needs& needs,
                                   const Allowed& allowed, ValueId value, Options& options) {
  const Function usual = values_.holds(options.table.base, value) ? options.table.base_goal : options.goal;
  Function goal = kFalse;
  bool as_usual = true;
  for (const std::vector<bool>& bits : vectors_of(value, needs.obligations)) {
    const bool may = allowed(after_concrete(state, key, needs, {value, bits, nullptr}));
    if (may) goal = booleans_.either(goal, booleans_.minterm(bits));
    as_usual = as_usual && may == booleans_.evaluate(usual, [&](Variable v) { return bits[v]; });
  }
  if (!as_usual) options.table.own.emplace_back(value, goal);
}

// What may come at `key`. `allowed`: can this state after it be finished?
Satisfiability::Options Satisfiability::options(const ContainerState& state, const Key& key,
                                                const Needs& needs, const Allowed& allowed) {
  Options options;
  std::vector<ContainerState> after;
  add_new(state, key, needs, allowed, options, after);
  const bool unique = containers_.unique_matters(state);
  if (unique && state.distinct != 0) add_repeats(state, key, needs, allowed, options);
  std::set<ValueId> apart;
  if (state.exceptions != 0) {
    const std::map<ValueId, std::size_t> heads = this->heads(state, key);
    std::size_t most = 0;
    for (const auto& [head, count] : heads) most = std::max(most, count);
    // Exceptions that are not allowed, and so many other ways to go on that they do not count.
    const Exceptions& open = exceptions_[state.exceptions];
    const bool repeats = unique && state.distinct != 0 && containers_.when_repeated(state.goal) != kFalse;
    const bool only_forbid =
        !repeats && (open.base == 0 || open.base_goal == kFalse) &&
        std::all_of(open.left.begin(), open.left.end(), [](const auto& one) { return one.second == kFalse; });
    const bool never_short =
        only_forbid && std::all_of(after.begin(), after.end(),
                                   [&](const ContainerState& one) { return abundant(one, most + 1); });
    for (const auto& [head, count] : heads) {
      if (!never_short) apart.insert(head);
    }
  }
  // Values that have several vectors, each by itself, where there are few.
  if (unique && scalars_.spelling_counts()) {
    const std::uint64_t count = values_.size(state.distinct) + containers_.items_needed(state) + 1;
    for (const auto& [bits, one] : few_classes(needs.obligations, count)) {
      for (const ValueId value : one->values) {
        if (!values_.holds(state.distinct, value) && vectors_of(value, needs.obligations).size() > 1)
          apart.insert(value);
      }
    }
  }
  for (const ValueId value : apart) add_exception(state, key, needs, allowed, value, options);
  return options;
}

std::optional<Path> Satisfiability::search_exceptions(const ContainerState& state) {
  Path path;
  if (state.type == ContainerType::object) {
    std::set<std::string> names;
    for (const auto& [whole, goal] : exceptions_of(state)) {
      for (const auto& [name, child] : values_.members(whole)) names.insert(values_.text(name));
    }
    if (!object_apart(state, {names.begin(), names.end()}, 0, path.steps)) return std::nullopt;
    sort_by_order(path, state.applied);
    return path;
  }
  if (may_end(state)) return path;
  const Key key = Key::item(state.items);
  const Needs needs = containers_.needs(state, key);
  const Options options =
      this->options(state, key, needs, [&](const ContainerState& after) { return ending(after) != nullptr; });
  const std::uint32_t applied = orders_.child(state.applied, key);
  const Slot child = slot(needs.obligations, options.goal, applied, options.table);
  if (!possible(child)) return std::nullopt;
  const WitnessPtr item = witness(child);
  const ValueId value = value_of(item);
  const Rest* rest = ending(advance(state, key, needs, vector_of(item, needs.obligations), value, kApart));
  if (rest == nullptr) return std::nullopt;
  const bool repeat = containers_.unique_matters(state) && values_.holds(state.distinct, value);
  path.steps.push_back({Key::item(0), item, repeat ? Path::Step::Kind::repeat : Path::Step::Kind::fresh});
  for (Rest left = *rest; !left.done(); left = left.after_next()) path.steps.push_back(left.next());
  return path;
}

// The names that exceptions have, one after the other, each left out or taken; so a value is told from all
// others at one place. `state` has the names that were left out among those used.
bool Satisfiability::object_apart(ContainerState state, const std::vector<std::string>& names,
                                  std::size_t place, std::vector<Path::Step>& steps) {
  step();
  if (state.exceptions == 0) {
    const Rest* rest = ending(state);
    return rest != nullptr && add_way(state, Rest(*rest), steps);
  }
  if (place == names.size()) {
    const std::vector<Exception> left = exceptions_of(state);
    LOCKSTEP_CHECK(left.size() == 1 && values_.members(left.front().first).empty());
    return containers_.at_end(left.front().second, state.items) || one_more(state, steps);
  }
  const std::string& name = names[place];
  if (available(state, name)) {
    const Key key = Key::member(name);
    const Needs needs = containers_.needs(state, key);
    const std::uint32_t applied = orders_.child(state.applied, key);
    const std::map<ValueId, std::size_t> heads = this->heads(state, key);
    const ContainerState plain = without_exceptions(state);
    Table others;
    for (const auto& [head, count] : heads) others.own.emplace_back(head, kFalse);
    const auto taken = [&](ContainerState then) {
      then.order = state.order;
      if (!std::binary_search(then.names.begin(), then.names.end(), name))
        then.names.insert(std::upper_bound(then.names.begin(), then.names.end(), name), name);
      return then;
    };
    for (const Group& group : groups(plain, key, needs, true)) {
      const ContainerState then = taken(after_child(plain, key, group.rest));
      const Rest* rest = ending(then);
      const Slot child = slot(needs.obligations, group.condition, applied, others);
      if (rest == nullptr || !possible(child)) continue;
      steps.push_back({key, witness(child)});
      return add_way(then, Rest(*rest), steps);
    }
    for (const auto& [head, count] : heads) {
      for (const std::vector<bool>& bits : vectors_of(head, needs.obligations)) {
        const std::size_t size = steps.size();
        const Slot alone = exactly(head, bits, needs.obligations, applied);
        if (!possible(alone)) continue;
        steps.push_back({key, witness(alone)});
        const ContainerState then = taken(advance(state, key, needs, bits, head, kApart));
        if (object_apart(then, names, place + 1, steps)) return true;
        steps.resize(size);
      }
    }
  }
  ContainerState left_out = state;
  std::vector<Exception> left;
  const ValueId id = values_.string(name);
  for (const auto& [whole, goal] : exceptions_of(state)) {
    if (values_.member(whole, id) == 0) left.emplace_back(whole, containers_.without(goal, name));
  }
  const Residual without_it = without({state.goal, state.guards}, name);
  left_out.goal = without_it.goal;
  left_out.guards = without_it.guards;
  if (!std::binary_search(left_out.names.begin(), left_out.names.end(), name))
    left_out.names.insert(std::upper_bound(left_out.names.begin(), left_out.names.end(), name), name);
  set_exceptions(left_out, std::move(left));
  return object_apart(std::move(left_out), names, place + 1, steps);
}

// The steps of a way to the end of `state`, no name that was left out among them.
bool Satisfiability::add_way(const ContainerState& state, const Rest& rest, std::vector<Path::Step>& steps) {
  std::vector<std::string> used = state.names;
  for (Rest left = rest; !left.done(); left = left.after_next()) {
    Path::Step next = left.next();
    next.key = Key::member(name_of(state, next, used));
    used.push_back(next.key.name);
    steps.push_back(std::move(next));
  }
  return true;
}

// Some member that no exception has.
bool Satisfiability::one_more(const ContainerState& state, std::vector<Path::Step>& steps) {
  const ContainerState plain = without_exceptions(state);
  std::vector<Key> keys;
  for (const std::string& name : known_names(plain)) {
    if (available(plain, name)) keys.push_back(Key::member(name));
  }
  for (const NameClass& one : name_classes(plain))
    keys.push_back(Key::other(name_of(plain, {Key::member(one.sample), nullptr}, plain.names)));
  for (const Key& key : keys) {
    const Needs needs = containers_.needs(plain, key);
    for (const Group& group : groups(plain, key, needs, true)) {
      const Slot child = slot(needs.obligations, group.condition, orders_.child(plain.applied, key));
      if (!possible(child)) continue;
      ContainerState then = after_child(plain, key, group.rest);
      then.order = plain.order;
      if (!std::binary_search(then.names.begin(), then.names.end(), key.name))
        then.names.insert(std::upper_bound(then.names.begin(), then.names.end(), key.name), key.name);
      const Rest* rest = ending(then);
      if (rest == nullptr) continue;
      steps.push_back({Key::member(key.name), witness(child)});
      return add_way(then, Rest(*rest), steps);
    }
  }
  return false;
}

// The value that a step of the state's way stands for: an item that must not have come before is chosen
// among those of its class.
std::optional<Satisfiability::Concrete> Satisfiability::concrete(const ContainerState& state, const Key& key,
                                                                 const Path::Step& step) {
  const ContainerState asked = demands(state);
  const Needs needs = containers_.needs(state, key);
  WitnessPtr chosen = step.value;
  if (containers_.unique_matters(asked)) {
    const std::vector<Obligation> told = containers_.needs(asked, key).obligations;
    const std::vector<bool> of_class = vector_of(chosen, told);
    const std::uint32_t applied = orders_.child(state.applied, key);
    const bool repeat = step.kind == Path::Step::Kind::repeat;
    if (values_.holds(state.distinct, value_of(chosen)) != repeat) {
      Slot other = slot(told, booleans_.minterm(of_class), applied, Table{state.distinct, kFalse, {}});
      for (ListId list = state.distinct; repeat && list != 0; list = values_.before(list)) {
        const ValueId value = values_.last(list);
        const std::vector<std::vector<bool>> vectors = vectors_of(value, told);
        if (std::find(vectors.begin(), vectors.end(), of_class) == vectors.end()) continue;
        other = exactly(value, of_class, told, applied);
        break;
      }
      if (!possible(other)) return std::nullopt;
      chosen = witness(other);
    }
  }
  return Concrete{value_of(chosen), vector_of(chosen, needs.obligations), chosen};
}

// A way on which each item is one value.
std::optional<Path> Satisfiability::concrete_path(ContainerState state, const Rest& rest) {
  Path path;
  for (Rest left = rest; !left.done(); left = left.after_next()) {
    meter_.charge();
    Path::Step next = left.next();
    if (values_matter(state)) {
      const Key key = Key::item(state.items);
      const std::optional<Concrete> one = concrete(state, key, next);
      if (!one) return std::nullopt;
      next.value = one->witness;
      state = advance(state, key, containers_.needs(state, key), one->bits, one->value, kApart);
    }
    path.steps.push_back(next);
  }
  for (const Path::Step& one : path.steps) path.depth = std::max(path.depth, one.value->depth());
  return path;
}

}  // namespace lockstep::engine
