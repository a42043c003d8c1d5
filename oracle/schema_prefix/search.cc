#include "lockstep/oracle/schema_prefix/search.h"

#include <string>

#include "lockstep/oracle/schema_prefix/value_spelling.h"

namespace lockstep::oracle {
namespace {

std::string not_exact(Language& language, const Conjunction& all) {
  for (const Clause& clause : language.alternatives(all).clauses) {
    if (!clause.opaque.empty()) return "keyword: " + clause.opaque;
  }
  return "keyword";
}

}  // namespace

Answer Search::decide(const Conjunction& all, const Applied& applied, const PartialValue& partial) {
  if (const auto values = enumerate_values(language_, all, limits_.values)) {
    Answer any = Answer::no();
    for (const JsonValue& value : *values) {
      const Answer begins = spelling_begins(value, partial, applied, orders_, language_.policy());
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
  return Answer::unknown(not_exact(language_, all));
}

}  // namespace lockstep::oracle
