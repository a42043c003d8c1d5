#include "lockstep/oracle/schema_prefix/search.h"

#include <string>

#include "lockstep/oracle/schema_prefix/value_spelling.h"

namespace lockstep::oracle {
namespace {

std::string not_exact(Language& language, const Conjunction& all, const PartialValue& partial) {
  for (const JsonKind kind : {JsonKind::null, JsonKind::boolean, JsonKind::number, JsonKind::string,
                              JsonKind::array, JsonKind::object}) {
    if (partial.state != PartialState::absent && kind != partial.kind) continue;
    for (const Clause& clause : language.alternatives(all, kind).clauses) {
      if (!clause.opaque.empty()) return "keyword: " + clause.opaque;
      if (!clause.strings.patterns.empty()) return "keyword: pattern";
      if (clause.items.unique || clause.items.repeated) return "keyword: uniqueItems";
    }
  }
  return "keyword: below";
}

}  // namespace

Answer Search::decide(const Conjunction& all, const Applied& applied, const PartialValue& partial) {
  std::optional<JsonKind> kind;
  if (partial.state != PartialState::absent) kind = partial.kind;
  if (const auto values = enumerate_values(language_, all, kind, limits_.values)) {
    Answer any = Answer::no();
    for (const JsonValue& value : *values) {
      const Answer begins =
          language_.by_value(value, spelling_begins(value, partial, applied, orders_, language_.policy()));
      if (begins.is_no()) continue;
      any = either(any, both(begins, language_.check(all, value)));
      if (any.is_yes()) return any;
    }
    return any;
  }
  for (const JsonValue& value : candidate_values(language_, all, partial, limits_.witnesses)) {
    if (!language_.check(all, value).is_yes()) continue;
    if (orders_.holds(applied, value)) return Answer::yes();
  }
  return Answer::unknown(not_exact(language_, all, partial));
}

}  // namespace lockstep::oracle
