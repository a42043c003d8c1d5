#include "lockstep/oracle/schema_prefix/value_spelling.h"

#include <algorithm>

#include "lockstep/oracle/json_text/equality.h"
#include "lockstep/oracle/schema_prefix/number_set.h"

namespace lockstep::oracle {
namespace {

class Match {
 public:
  Match(DeclaredOrder& orders, const OraclePolicy& policy) : orders_(orders), policy_(policy) {}

  Answer value(const JsonValue& value, const PartialValue& partial, const Applied& applied) {
    if (partial.state == PartialState::absent) return spellable(value);
    if (partial.kind != value.kind) return Answer::no();
    if (partial.state == PartialState::closed) return Answer::of(is_spelling(partial.value, value));
    switch (value.kind) {
      case JsonKind::null:
        return Answer::of(std::string_view("null").starts_with(partial.text));
      case JsonKind::boolean:
        return Answer::of(std::string_view(value.boolean ? "true" : "false").starts_with(partial.text));
      case JsonKind::number:
        return number(value, partial.text);
      case JsonKind::string:
        return Answer::of(partial.string.may_become(value.text));
      case JsonKind::array:
        return items(value, partial, applied);
      case JsonKind::object:
        return members(value, partial, applied);
    }
    return Answer::no();
  }

 private:
  // 4.4: by value, but under `plain` an integral number by an integer word.
  Answer number(const JsonValue& value, std::string_view prefix) const {
    NumberSet set = NumberSet::only(parse_decimal(value.text));
    set.word = policy_.numbers == NumberRule::plain && set.low->is_integer();
    return number_begins(prefix, set, policy_);
  }

  bool is_spelling(const JsonValue& text, const JsonValue& value) const {
    return equal(text, value) && (policy_.numbers != NumberRule::plain || are_integer_words(text));
  }

  // Only the length of numbers can be in the way.
  Answer spellable(const JsonValue& value) const {
    if (value.kind == JsonKind::number) return number(value, "");
    Answer all = Answer::yes();
    for (const JsonValue& item : value.items) all = both(all, spellable(item));
    for (const JsonMember& member : value.members) all = both(all, spellable(member.value));
    return all;
  }

  Answer items(const JsonValue& value, const PartialValue& partial, const Applied& applied) {
    const std::vector<JsonValue>& there = partial.value.items;
    const bool another = partial.tail != PartialTail::may_close;
    if (there.size() + (another ? 1 : 0) > value.items.size()) return Answer::no();
    for (std::size_t i = 0; i < there.size(); ++i) {
      if (!is_spelling(there[i], value.items[i])) return Answer::no();
    }
    Answer all = Answer::yes();
    std::size_t next = there.size();
    if (partial.tail == PartialTail::in_part) {
      all = this->value(value.items[next], *partial.last, orders_.of_item(applied, next));
      ++next;
    }
    for (; next < value.items.size(); ++next) all = both(all, spellable(value.items[next]));
    return all;
  }

  Answer members(const JsonValue& value, const PartialValue& partial, const Applied& applied) {
    const std::vector<JsonMember>& there = partial.value.members;
    MemberOrder order = orders_.order_of(applied);
    for (const JsonMember& member : there) {
      const JsonValue* wanted = value.find(member.name);
      if (wanted == nullptr || !is_spelling(member.value, *wanted)) return Answer::no();
      order.take(member.name);
    }
    std::vector<const JsonMember*> rest;
    for (const JsonMember& member : value.members) {
      if (partial.value.find(member.name) == nullptr) rest.push_back(&member);
    }
    if (partial.tail == PartialTail::may_close) return all_follow(rest, nullptr, order);
    Answer any = Answer::no();
    for (const JsonMember* next : rest) {
      if (!order.admits(next->name)) continue;
      if (partial.tail != PartialTail::must_go_on && !partial.name.may_become(next->name)) continue;
      MemberOrder then = order;
      then.take(next->name);
      Answer one = all_follow(rest, next, then);
      if (!one.is_no()) one = both(one, next_value(*next, partial, applied));
      any = either(any, one);
    }
    return any;
  }

  Answer next_value(const JsonMember& next, const PartialValue& partial, const Applied& applied) {
    if (partial.tail != PartialTail::in_part) return spellable(next.value);
    return value(next.value, *partial.last, orders_.of_member(applied, next.name));
  }

  // Can all of the rest but `done` still come?
  Answer all_follow(const std::vector<const JsonMember*>& rest, const JsonMember* done,
                    const MemberOrder& order) const {
    Answer all = Answer::yes();
    for (const JsonMember* member : rest) {
      if (member == done) continue;
      all = both(all, order.admits(member->name) ? spellable(member->value) : Answer::no());
    }
    return all;
  }

  DeclaredOrder& orders_;
  const OraclePolicy& policy_;
};

}  // namespace

std::string integer_spelling(const std::string& number, bool word) {
  constexpr std::size_t kLongestWord = 100'000;
  if (is_integer_word(number) == word) return number;
  if (!word) return number + "e0";
  const Decimal value = parse_decimal(number);
  const bool is_short =
      value.exponent.size() < 7 && value.digits.size() + std::stoul(value.exponent) <= kLongestWord;
  if (!is_short) return "";
  if (value.is_zero()) return "0";
  return (value.negative ? "-" : "") + value.digits + std::string(std::stoul(value.exponent), '0');
}

bool has_integers(const JsonValue& value) {
  if (value.kind == JsonKind::number) return parse_decimal(value.text).is_integer();
  return std::any_of(value.items.begin(), value.items.end(), has_integers) ||
         std::any_of(value.members.begin(), value.members.end(),
                     [](const JsonMember& member) { return has_integers(member.value); });
}

bool are_integer_words(const JsonValue& value) {
  if (value.kind == JsonKind::number)
    return is_integer_word(value.text) || !parse_decimal(value.text).is_integer();
  return std::all_of(value.items.begin(), value.items.end(), are_integer_words) &&
         std::all_of(value.members.begin(), value.members.end(),
                     [](const JsonMember& member) { return are_integer_words(member.value); });
}

Answer spelling_begins(const JsonValue& value, const PartialValue& partial, const Applied& applied,
                       DeclaredOrder& orders, const OraclePolicy& policy) {
  return Match(orders, policy).value(value, partial, applied);
}

}  // namespace lockstep::oracle
