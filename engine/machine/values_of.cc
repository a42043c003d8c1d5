// Single values: their vectors, the languages of scalars without some of them, the slot of one alone.
#include <algorithm>
#include <limits>
#include <set>

#include "lockstep/engine/base/check.h"
#include "lockstep/engine/lexical/code_points.h"
#include "lockstep/engine/machine/satisfy.h"

namespace lockstep::engine {
namespace {

constexpr std::size_t kMostListed = 16;
constexpr std::uint64_t kApart = std::numeric_limits<std::uint64_t>::max();

}  // namespace

Function Satisfiability::verdict(Slot slot, ValueId value) const {
  const Table& table = slots_[slot].table;
  const auto own = std::lower_bound(table.own.begin(), table.own.end(), Exception{value, 0});
  if (own != table.own.end() && own->first == value) return own->second;
  return values_.holds(table.base, value) ? table.base_goal : slots_[slot].goal;
}

Satisfiability::Listed& Satisfiability::listed(Slot slot) {
  const auto known =
      std::find_if(listed_.begin(), listed_.end(), [slot](const Listed& one) { return one.slot == slot; });
  if (known != listed_.end()) {
    listed_.splice(listed_.begin(), listed_, known);
    return listed_.front();
  }
  const SlotData& data = slots_[slot];
  std::map<ValueId, Function> all;
  for (ListId list = data.table.base; list != 0; list = values_.before(list)) {
    meter_.charge();
    all.try_emplace(values_.last(list), data.table.base_goal);
  }
  for (const auto& [value, goal] : data.table.own) all[value] = goal;
  std::vector<StringLanguage::Entry> texts;
  std::map<Decimal, Function> numbers;
  Listed made;
  made.slot = slot;
  for (const auto& [value, goal] : all) {
    if (values_.kind(value) == Values::Kind::string) {
      const Scalars::Bits bits = scalars_.of_string(data.obligations, values_.text(value));
      texts.push_back({values_.text(value), booleans_.evaluate(goal, [&](Variable v) { return bits[v]; })});
    } else if (values_.kind(value) == Values::Kind::number) {
      if (std::optional<Decimal> number = values_.decimal(value)) {
        numbers[std::move(*number)] = goal;
      } else if (std::optional<FarException> far = far_exception(value, goal, data)) {
        made.far.push_back(std::move(*far));
      }
    }
  }
  made.strings = std::make_unique<StringLanguage>(
      scalars_.strings(data.obligations, booleans_, data.goal, std::move(texts)));
  made.numbers = std::make_unique<NumberLanguage>(
      scalars_.numbers(data.obligations, booleans_, data.goal, NumberLanguage::Keep::all, numbers));
  if (listed_.size() >= kMostListed) {
    // What a limit refused is counted once: so it is kept.
    const auto oldest = std::find_if(listed_.rbegin(), listed_.rend(),
                                     [](const Listed& one) { return one.strings->overruns() == 0; });
    if (oldest != listed_.rend()) listed_.erase(std::next(oldest).base());
  }
  listed_.push_front(std::move(made));
  return listed_.front();
}

// Of an integer: those of the two vectors in whose kind of spelling the policy admits it, in order.
std::vector<std::vector<bool>> Satisfiability::spelled_vectors(ValueId value, const std::vector<bool>& word,
                                                               const std::vector<bool>& other) {
  const std::optional<Decimal> number = values_.decimal(value);
  std::vector<std::vector<bool>> all;
  const auto add = [&](NumberVerdict verdict, const std::vector<bool>& bits) {
    if (!number && verdict.plain_integer) return;  // FarNumber: no text is that long
    if (number) {
      const NumberLanguage alone({*number}, {verdict}, {{}, {}}, &meter_);
      if (!NumberSpellings(alone, policy_).start()) return;
    }
    all.push_back(bits);
  };
  add({true, false, false}, word);
  add({false, true, false}, other);
  std::sort(all.begin(), all.end());
  return all;
}

// Every vector that the value has, in one spelling or another.
std::vector<std::vector<bool>> Satisfiability::vectors_of(ValueId value,
                                                          const std::vector<Obligation>& obligations) {
  meter_.charge();
  if (obligations.empty()) return {{}};
  const Values::Kind kind = values_.kind(value);
  if (kind == Values::Kind::string) return {scalars_.of_string(obligations, values_.text(value))};
  if (kind == Values::Kind::number) {
    const Decimal number = values_.decimal_or_far(value);
    const std::vector<bool> other = scalars_.of_number(obligations, number, false);
    if (!number.is_integer()) return {other};
    const std::vector<bool> word = scalars_.of_number(obligations, number, true);
    if (!scalars_.spelling_counts() || word == other) return {word};
    return spelled_vectors(value, word, other);
  }
  if (!values_.is_container(value)) return {scalars_.of_literal(obligations, static_cast<Literal>(kind))};
  const bool array = values_.is_array(value);
  std::set<ContainerState> states = {
      containers_.start(array ? ContainerType::array : ContainerType::object, obligations, kTrue)};
  const auto follow = [&](ValueId child, const std::function<Key(const ContainerState&)>& key_in) {
    std::set<ContainerState> next;
    for (const ContainerState& state : states) {
      const Key key = key_in(state);
      const Needs needs = containers_.needs(state, key);
      for (const std::vector<bool>& bits : vectors_of(child, needs.obligations))
        next.insert(advance(state, key, needs, bits, child, kApart));
    }
    states = std::move(next);
  };
  if (array) {
    for (ValueId left = value; values_.kind(left) == Values::Kind::array; left = values_.rest(left))
      follow(values_.first(left), [](const ContainerState& state) { return Key::item(state.items); });
  } else {
    for (const auto& [name, child] : std::vector<Values::Member>(values_.members(value))) {
      const std::string text = values_.text(name);
      follow(child, [&](const ContainerState& state) {
        return containers_.relevant(state, text) ? Key::member(text) : Key::other(text);
      });
    }
  }
  std::set<std::vector<bool>> all;
  for (const ContainerState& state : states) {
    std::vector<bool> bits;
    for (const Function report : state.reports) bits.push_back(containers_.at_end(report, state.items));
    all.insert(std::move(bits));
  }
  return {all.begin(), all.end()};
}

// The slot that this value satisfies with these bits, and no other value.
Satisfiability::Slot Satisfiability::exactly(ValueId value, const std::vector<bool>& bits,
                                             const std::vector<Obligation>& obligations,
                                             std::uint32_t applied) {
  return slot(obligations, kFalse, applied, Table{0, kFalse, {{value, booleans_.minterm(bits)}}});
}

ValueId Satisfiability::value_of(const WitnessPtr& witness) {
  if (const auto known = values_of_.find(witness); known != values_of_.end()) return known->second;
  meter_.charge();
  hold(64, true);
  ValueId value = 0;
  const std::string_view text = witness->scalar;
  if (witness->opens) {
    ListId all = 0;
    const bool array = witness->opens == ContainerType::array;
    for (Rest rest = witness->rest; !rest.done(); rest = rest.after_next()) {
      const ValueId name = array ? 0 : values_.string(rest.next().key.name);
      all = values_.append(all, name, value_of(rest.next().value));
    }
    value = array ? values_.as_array(all) : values_.as_object(all);
  } else if (text[0] == '"') {
    value = values_.string(decoded_body(text.substr(1, text.size() - 2)));
  } else if (text[0] == 'n' || text[0] == 't' || text[0] == 'f') {
    value = values_.literal(text[0] == 'n'   ? Values::Kind::null
                            : text[0] == 't' ? Values::Kind::true_value
                                             : Values::Kind::false_value);
  } else {
    value = values_.number(text);
  }
  return values_of_.at(witness, true) = value;
}

}  // namespace lockstep::engine
