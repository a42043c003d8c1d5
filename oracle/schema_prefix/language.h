// What a schema demands of one position of a text: conjunctions of literals and their alternatives, for each
// kind of value. A clause that meets something which is not exact is a superset of what it stands for, and
// says so. Thread rules: one thread at a time; the memos hold results only.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lockstep/oracle/answer.h"
#include "lockstep/oracle/schema/model.h"
#include "lockstep/oracle/schema_prefix/clause.h"
#include "lockstep/oracle/schema_prefix/declared_order.h"
#include "lockstep/oracle/schema_prefix/oracle_policy.h"

namespace lockstep::oracle {

// A value that satisfies the conjunction, from an enum or const: no other value of that branch does.
struct ListedValue {
  const JsonValue* value = nullptr;  // lives as long as the Language
  Answer valid;                      // yes or unknown
};

struct Alternatives {
  std::vector<ListedValue> values;
  std::vector<Clause> clauses;
  std::string overflow;  // not empty: there are more
};

class Language {
 public:
  // The schema must have been loaded with the policy's format and plain_numbers.
  Language(Schema schema, const OraclePolicy& policy);

  // One value may be valid in one spelling and not in another, beyond what `plain` says: `integer` of draft 4
  // (drafts.md 3.1).
  bool spellings_differ() const {
    return schema_.impl().integer_words && policy_.numbers != NumberRule::plain;
  }
  // Where they do: nothing but no can be said of the value by one of its spellings.
  Answer by_value(const JsonValue& value, const Answer& answer) const;
  const OraclePolicy& policy() const { return policy_; }
  const Schema& schema() const { return schema_; }
  Atoms& atoms() { return atoms_; }
  Conjunction root();
  Applied applied_root() const;

  const Alternatives& alternatives(const Conjunction& all, JsonKind kind);
  // Of two of the schemas of a oneOf that no value satisfies at once, neither has to deny the other. While
  // this is found out (`relaxed`) every oneOf counts as an anyOf and makes its clauses supersets.
  using LiteralPair = std::pair<Literal, Literal>;
  void set_relaxed(bool relaxed);
  void set_disjoint(std::set<LiteralPair> pairs);
  // Every demand of an item beside the rules that leave a choice.
  Conjunction item(const Clause& clause, std::size_t index) const;
  // The demands of the value of the member with that name; unknown where a pattern could not be decided.
  const std::pair<Answer, Conjunction>& member(const Clause& clause, const std::string& name);
  // The names that are none of `known`, in classes. nullopt: too many patterns.
  const std::vector<NameClass>* classes(const Clause& clause, const std::set<std::string>& known);
  // Does the value satisfy all of them?
  Answer check(const Conjunction& all, const JsonValue& value);
  Answer check_name(const Conjunction& all, const std::string& name);

  // How many strings of the clause may the partial string become? At least and at most, up to `cap`.
  AmountRange count_strings(const Clause& clause, const PartialString& begun, std::size_t cap);
  // The same for a conjunction: names of members.
  AmountRange count_names(const Conjunction& all, const PartialString& begun, std::size_t cap);

 private:
  friend class Expansion;

  void find_cycles();
  const JsonValue* plain_value(const JsonValue& value);
  std::shared_ptr<StringLanguage> strings_of(const Clause& clause);
  AmountRange count_inexact(const Clause& clause, StringLanguage& strings, const PartialString& begun,
                            std::size_t cap);

  const Schema schema_;
  const OraclePolicy policy_;
  Atoms atoms_;
  bool relaxed_ = false;
  std::set<LiteralPair> disjoint_;     // the smaller literal first
  std::set<const Subschema*> cyclic_;  // come back to themselves at the same instance location
  std::map<std::pair<Conjunction, JsonKind>, Alternatives> alternatives_;
  std::map<const Pattern*, std::shared_ptr<PatternStates>> states_;
  std::map<const JsonValue*, const JsonValue*> plain_values_;
  std::deque<JsonValue> owned_values_;
};

}  // namespace lockstep::oracle
