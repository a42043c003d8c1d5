#include "lockstep/oracle/schema_prefix/position.h"

#include <algorithm>
#include <array>

#include "lockstep/oracle/schema_prefix/value_spelling.h"

namespace lockstep::oracle {
namespace {

constexpr std::array<JsonKind, 6> kKinds = {JsonKind::null,   JsonKind::boolean, JsonKind::number,
                                            JsonKind::string, JsonKind::array,   JsonKind::object};

Answer of_range(const AmountRange& range, const char* reason) {
  if (range.least > 0) return Answer::yes();
  return range.most == 0 ? Answer::no() : Answer::unknown(reason);
}

}  // namespace

Answer Position::viable(const Conjunction& all, const Applied& applied, const PartialValue& partial) {
  if (partial.state == PartialState::closed) return language_.check(all, partial.value);
  if (partial.state == PartialState::absent) return satisfiable_.ask(all);
  const std::pair key(&partial, all);
  const auto known = known_.find(key);
  if (known != known_.end()) return known->second;
  const Answer answer = open_viable(all, applied, partial);
  known_.emplace(key, answer);
  return answer;
}

Answer Position::open_viable(const Conjunction& all, const Applied& applied, const PartialValue& partial) {
  bool perhaps = false;
  const Answer answer = of_kind(all, applied, partial, perhaps);
  return perhaps && !answer.is_yes() ? either(answer, search_.decide(all, applied, partial)) : answer;
}

Answer Position::any_value(const Conjunction& all) {
  bool perhaps = false;
  Answer any = Answer::no();
  for (const JsonKind kind : kKinds) {
    PartialValue begun;
    begun.state = PartialState::open;
    begun.kind = kind;
    begun.value.kind = kind;
    any = either(any, of_kind(all, {}, begun, perhaps));
    if (any.is_yes()) return any;
  }
  return perhaps ? either(any, search_.decide(all, {}, {})) : any;
}

// perhaps: something is not exact, or could not be told, and only a search can say more.
Answer Position::of_kind(const Conjunction& all, const Applied& applied, const PartialValue& partial,
                         bool& perhaps) {
  const Alternatives& alternatives = language_.alternatives(all, partial.kind);
  Answer any = Answer::no();
  for (const ListedValue& listed : alternatives.values) {
    const Answer begins = language_.by_value(
        *listed.value, spelling_begins(*listed.value, partial, applied, orders_, language_.policy()));
    any = either(any, both(listed.valid, begins));
    if (any.is_yes()) return any;
  }
  for (const Clause& clause : alternatives.clauses) {
    const Answer one = by_clause(clause, applied, partial);
    if (clause.opaque.empty() && !one.is_unknown()) {
      any = either(any, one);
      if (any.is_yes()) return any;
    } else {
      perhaps = perhaps || !one.is_no();
    }
  }
  if (!alternatives.overflow.empty()) {
    perhaps = true;
    any = either(any, Answer::unknown(alternatives.overflow));
  }
  return any;
}

Answer Position::by_clause(const Clause& clause, const Applied& applied, const PartialValue& partial) {
  switch (partial.kind) {
    case JsonKind::null:
      return Answer::yes();
    case JsonKind::boolean: {
      const char first = partial.text.empty() ? '\0' : partial.text.front();
      return Answer::of((first != 'f' && !clause.no_true) || (first != 't' && !clause.no_false));
    }
    case JsonKind::number:
      return number_begins(partial.text, clause.numbers, language_.policy());
    case JsonKind::string:
      return of_range(language_.count_strings(clause, partial.string, 1), "keyword: pattern");
    case JsonKind::array:
      return array_viable(*this, clause, applied, partial);
    case JsonKind::object:
      return object_viable(*this, clause, applied, partial);
  }
  return Answer::no();
}

}  // namespace lockstep::oracle
