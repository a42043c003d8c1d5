#include "lockstep/engine/machine/values.h"

#include <algorithm>
#include <cstdlib>

namespace lockstep::engine {
namespace {

// text + delta, both with a sign or none; `text` of any size, no leading zeros.
std::string sum(bool negative, std::string digits, std::int64_t delta) {
  if (digits.size() <= 15) {
    const std::int64_t value = digits.empty() ? 0 : std::stoll(digits);
    return std::to_string((negative ? -value : value) + delta);
  }
  // So large that the sign stays.
  bool subtract = (delta < 0) != negative;
  auto left = static_cast<std::uint64_t>(delta < 0 ? -delta : delta);
  std::uint64_t carry = 0;
  for (std::size_t at = digits.size(); at-- > 0 && (left > 0 || carry > 0);) {
    const std::uint64_t digit = static_cast<std::uint64_t>(digits[at] - '0');
    const std::uint64_t other = left % 10 + carry;
    left /= 10;
    carry = subtract ? (digit < other ? 1 : 0) : (digit + other > 9 ? 1 : 0);
    digits[at] = static_cast<char>('0' + (subtract ? digit + 10 - other : digit + other) % 10);
  }
  if (carry > 0) digits.insert(digits.begin(), '1');
  digits.erase(0, digits.find_first_not_of('0'));
  return (negative ? "-" : "") + digits;
}

// The one spelling by which a number is known: digits without zeros at either end, then the exponent.
std::string number_key(std::string_view spelling) {
  const bool negative = spelling.front() == '-';
  if (negative) spelling.remove_prefix(1);
  const std::size_t e = std::min(spelling.find_first_of("eE"), spelling.size());
  std::string digits(spelling.substr(0, e));
  std::string exponent(e == spelling.size() ? "" : spelling.substr(e + 1));
  std::int64_t delta = 0;
  if (const std::size_t point = digits.find('.'); point != std::string::npos) {
    delta -= static_cast<std::int64_t>(digits.size() - point - 1);
    digits.erase(point, 1);
  }
  const std::size_t last = digits.find_last_not_of('0');
  if (last == std::string::npos) return "0";
  delta += static_cast<std::int64_t>(digits.size() - 1 - last);
  digits.resize(last + 1);
  digits.erase(0, digits.find_first_not_of('0'));
  const bool below = !exponent.empty() && exponent.front() == '-';
  exponent.erase(0, std::min(exponent.find_first_not_of("+-0"), exponent.size()));
  return (negative ? "-" : "") + digits + "e" + sum(below, std::move(exponent), delta);
}

}  // namespace

std::uint64_t Values::ValueHash::operator()(const Value& value) const {
  std::uint64_t hash = mixed(static_cast<std::uint64_t>(value.kind), std::string_view(value.text));
  hash = mixed(hash, std::uint64_t{value.first} << 32U | value.rest);
  for (const auto& [name, member] : value.members) hash = mixed(hash, std::uint64_t{name} << 32U | member);
  return hash;
}

ValueId Values::number(std::string_view spelling) {
  return intern({Kind::number, number_key(spelling), 0, 0, {}});
}

ValueId Values::string(std::string_view decoded) {
  return intern({Kind::string, std::string(decoded), 0, 0, {}});
}

ValueId Values::object(std::vector<Member> members) {
  std::sort(members.begin(), members.end());
  return intern({Kind::object, {}, 0, 0, std::move(members)});
}

// From FarNumber::kNearest on NumberPrefix and Decimal may have stopped counting.
std::optional<Decimal> Values::decimal(ValueId value) const {
  Decimal number = Decimal::saturating(values_[value].text);
  if (std::abs(number.exponent()) >= FarNumber::kNearest) return std::nullopt;
  return number;
}

FarNumber Values::far_number(ValueId value) const {
  std::string_view key = values_[value].text;
  const bool negative = key.front() == '-';
  if (negative) key.remove_prefix(1);
  const std::size_t e = key.find('e');
  return {negative, std::string(key.substr(0, e)), key.substr(e + 1)};
}

ValueId Values::of(json::Value value) {
  switch (value.kind()) {
    case json::Kind::null:
      return literal(Kind::null);
    case json::Kind::boolean:
      return literal(value.boolean() ? Kind::true_value : Kind::false_value);
    case json::Kind::number:
      return number(value.number());
    case json::Kind::string:
      return string(value.string());
    case json::Kind::array: {
      ListId items = 0;
      for (const json::Value item : value.elements()) items = append(items, 0, of(item));
      return as_array(items);
    }
    case json::Kind::object: {
      std::vector<Member> members;
      for (const json::Member member : value.members())
        members.emplace_back(string(member.name()), of(member.value));
      return object(std::move(members));
    }
  }
  return 0;
}

ValueId Values::member(ValueId object, ValueId name) const {
  const std::vector<Member>& all = values_[object].members;
  const auto found = std::lower_bound(all.begin(), all.end(), Member{name, 0});
  return found != all.end() && found->first == name ? found->second : 0;
}

ValueId Values::without(ValueId object, ValueId name) {
  std::vector<Member> left = values_[object].members;
  std::erase_if(left, [name](const Member& one) { return one.first == name; });
  return intern({Kind::object, {}, 0, 0, std::move(left)});
}

ListId Values::append(ListId list, ValueId name, ValueId value) {
  return lists_.intern({list, name, value, lists_[list].size + 1});
}

bool Values::holds(ListId list, ValueId value) const {
  for (; list != 0; list = lists_[list].before) {
    if (lists_[list].value == value) return true;
  }
  return false;
}

ValueId Values::as_array(ListId list) {
  ValueId array = empty_array();
  for (; list != 0; list = lists_[list].before) array = this->array(lists_[list].value, array);
  return array;
}

ValueId Values::as_object(ListId list) {
  std::vector<Member> members;
  for (; list != 0; list = lists_[list].before) members.emplace_back(lists_[list].name, lists_[list].value);
  return object(std::move(members));
}

void Values::release(const Mark& mark) {
  values_.release(mark.values);
  lists_.release(mark.lists);
}

ValueId Values::copy(const Values& others, ValueId value) {
  const Value& one = others.values_[value];
  if (one.kind == Kind::array) {
    std::vector<ValueId> items;
    for (ValueId left = value; others.kind(left) == Kind::array; left = others.rest(left))
      items.push_back(copy(others, others.first(left)));
    ValueId all = empty_array();
    for (; !items.empty(); items.pop_back()) all = array(items.back(), all);
    return all;
  }
  std::vector<Member> members;
  for (const auto& [name, member] : one.members)
    members.emplace_back(copy(others, name), copy(others, member));
  return one.kind == Kind::object ? object(std::move(members)) : intern(one);
}

}  // namespace lockstep::engine
