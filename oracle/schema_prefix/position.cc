#include "lockstep/oracle/schema_prefix/position.h"

#include <algorithm>

#include "lockstep/oracle/schema_prefix/value_spelling.h"

namespace lockstep::oracle {
namespace {

// A name that no schema mentions and no text has: it is not UTF-8.
const std::string kFreshName = "\xFF";

std::set<std::string> names_of(const JsonValue& object) {
  std::set<std::string> names;
  for (const JsonMember& member : object.members) names.insert(member.name);
  return names;
}

// Lengths count code points (Validation 6.3).
bool string_fits(const SizeRange& lengths, const PartialString& string) {
  return !lengths.is_empty() && lengths.allows(string.length());
}

}  // namespace

Answer Position::viable(const Conjunction& all, const Applied& applied, const PartialValue& partial) {
  if (partial.state == PartialState::closed) return language_.check(all, partial.value);
  if (partial.state == PartialState::absent) return language_.satisfiable(all);
  const Alternatives& alternatives = language_.alternatives(all);
  Answer any = Answer::no();
  for (const ListedValue& listed : alternatives.values) {
    const Answer begins = spelling_begins(*listed.value, partial, applied, orders_, language_.policy());
    any = either(any, both(listed.valid, begins));
    if (any.is_yes()) return any;
  }
  bool perhaps = false;
  for (const Clause& clause : alternatives.clauses) {
    const Answer one = by_clause(clause, applied, partial);
    if (clause.opaque.empty()) {
      any = either(any, one);
      if (any.is_yes()) return any;
    } else {
      perhaps = perhaps || !one.is_no();
    }
  }
  if (!alternatives.overflow.empty()) any = either(any, Answer::unknown(alternatives.overflow));
  return perhaps ? either(any, search_.decide(all, applied, partial)) : any;
}

Answer Position::by_clause(const Clause& clause, const Applied& applied, const PartialValue& partial) {
  if (!clause.allows(partial.kind)) return Answer::no();
  switch (partial.kind) {
    case JsonKind::null:
    case JsonKind::boolean:
      return Answer::yes();
    case JsonKind::number:
      return number_begins(partial.text, clause.numbers(language_.policy().numbers), language_.policy());
    case JsonKind::string:
      return Answer::of(string_fits(clause.lengths(), partial.string));
    case JsonKind::array:
      return array(clause, applied, partial);
    case JsonKind::object:
      return object(clause, applied, partial);
  }
  return Answer::no();
}

Answer Position::array(const Clause& clause, const Applied& applied, const PartialValue& partial) {
  const SizeRange counts = clause.item_counts();
  const std::vector<JsonValue>& there = partial.value.items;
  std::size_t next = there.size();
  const bool another = partial.tail != PartialTail::may_close;
  if (counts.is_empty() || !counts.allows(next + (another ? 1 : 0))) return Answer::no();
  Answer all = Answer::yes();
  for (std::size_t i = 0; i < next && !all.is_no(); ++i) {
    all = both(all, language_.check(language_.item(clause, i), there[i]));
  }
  if (all.is_no()) return all;
  if (another) {
    const PartialValue nothing;
    const PartialValue& part = partial.tail == PartialTail::in_part ? *partial.last : nothing;
    all = both(all, viable(language_.item(clause, next), orders_.of_item(applied, next), part));
    ++next;
  }
  // Behind the longest prefixItems all items are alike.
  const std::size_t last = std::max(next, clause.listed_items());
  for (std::size_t i = next; i <= last && counts.wants_more_than(i) && !all.is_no(); ++i) {
    all = both(all, language_.satisfiable(language_.item(clause, i)));
  }
  return all;
}

Answer Position::object(const Clause& clause, const Applied& applied, const PartialValue& partial) {
  MemberOrder order = orders_.order_of(applied);
  std::set<std::string> used = names_of(partial.value);
  Answer all = Answer::yes();
  for (const JsonMember& member : partial.value.members) {
    all = both(all, language_.check(language_.member(clause, member.name), member.value));
    if (all.is_no()) return all;
    order.take(member.name);
  }
  if (partial.tail == PartialTail::may_close) return both(all, may_end(clause, used, order));
  if (partial.tail != PartialTail::in_part) return both(all, another_member(clause, partial, used, order));
  const std::string& name = partial.name.text;
  used.insert(name);
  order.take(name);
  all = both(all, may_end(clause, used, order));
  if (all.is_no()) return all;
  return both(all, viable(language_.member(clause, name), orders_.of_member(applied, name), *partial.last));
}

// The text ends behind a comma or in a name: which member may it be?
Answer Position::another_member(const Clause& clause, const PartialValue& partial,
                                const std::set<std::string>& used, const MemberOrder& order) {
  const auto with = [&](const std::string& name, const std::optional<std::string_view>& in_clause) {
    std::set<std::string> names = used;
    names.insert(name);
    MemberOrder then = order;
    then.take(name);
    const Answer ends = may_end(clause, names, then);
    return ends.is_no() ? ends : both(ends, language_.satisfiable(language_.member(clause, in_clause)));
  };
  std::set<std::string> candidates = clause.named();
  candidates.insert(order.declared().begin(), order.declared().end());
  // A name that nobody mentions: there is always one more that begins so, as names may be of any length.
  Answer any = with(kFreshName, std::nullopt);
  for (const std::string& name : candidates) {
    if (any.is_yes()) return any;
    if (used.contains(name) || !order.admits(name)) continue;
    if (partial.tail == PartialTail::in_name && !partial.name.may_become(name)) continue;
    any = either(any, with(name, name));
  }
  return any;
}

// With these members there, their values set aside: can the object be completed?
Answer Position::may_end(const Clause& clause, const std::set<std::string>& used, const MemberOrder& order) {
  const SizeRange counts = clause.member_counts();
  std::size_t count = used.size();
  Answer all = Answer::yes();
  for (const std::string& name : clause.required()) {
    if (used.contains(name)) continue;
    ++count;
    if (!order.admits(name)) return Answer::no();
    all = both(all, language_.satisfiable(language_.member(clause, name)));
    if (all.is_no()) return all;
  }
  if (counts.is_empty() || !counts.allows(count)) return Answer::no();
  return counts.wants_more_than(count) ? both(all, enough_names(clause, used, order, count)) : all;
}

// so_far: the members that are there and those that are required. Are there enough others for minProperties?
Answer Position::enough_names(const Clause& clause, const std::set<std::string>& used,
                              const MemberOrder& order, std::size_t so_far) {
  const SizeRange counts = clause.member_counts();
  Answer others = language_.satisfiable(language_.member(clause, std::nullopt));
  if (others.is_yes()) return others;
  const std::set<std::string> required = clause.required();
  std::size_t surely = so_far;
  std::size_t perhaps = so_far;
  Answer reason = others;
  for (const std::string& name : clause.named()) {
    if (used.contains(name) || required.contains(name) || !order.admits(name)) continue;
    const Answer usable = language_.satisfiable(language_.member(clause, name));
    if (usable.is_unknown()) reason = usable;
    if (!usable.is_no()) ++perhaps;
    if (usable.is_yes()) ++surely;
  }
  if (!counts.wants_more_than(surely)) return Answer::yes();
  return counts.wants_more_than(perhaps) && !others.is_unknown() ? Answer::no() : reason;
}

}  // namespace lockstep::oracle
