// What a schema demands of one position of a text: conjunctions of subschemas and their alternatives. The
// keywords that are exact by structure are listed in language.cc; a clause that meets another one is a
// superset of what it stands for, and says so. Thread rules: one thread at a time; the memos hold results
// only.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/oracle/answer.h"
#include "lockstep/oracle/schema/model.h"
#include "lockstep/oracle/schema_prefix/declared_order.h"
#include "lockstep/oracle/schema_prefix/number_set.h"
#include "lockstep/oracle/schema_prefix/oracle_policy.h"

namespace lockstep::oracle {

// Subschemas that must all hold, as sorted unique indices into Schema::Impl::subschemas.
using Conjunction = std::vector<std::size_t>;

// How many characters, items or members: both bounds count.
struct SizeRange {
  Decimal least;
  std::optional<Decimal> most;

  bool is_empty() const { return most && compare(*most, least) < 0; }
  bool wants_more_than(std::size_t count) const;
  bool allows(std::size_t count) const;  // not above
  bool holds(std::size_t count) const { return allows(count) && !wants_more_than(count); }
};

// One way to satisfy a conjunction: the plain keywords of these schema objects, all of them.
struct Clause {
  std::vector<const Subschema*> schemas;
  std::string opaque;  // the first keyword that is not exact by structure; empty: the clause is exact

  bool allows(JsonKind kind) const;  // by `type`
  NumberSet numbers(NumberRule rule) const;
  SizeRange lengths() const;
  SizeRange item_counts() const;
  SizeRange member_counts() const;
  std::size_t listed_items() const;  // the longest prefixItems
  std::set<std::string> required() const;
  std::set<std::string> named() const;  // names that `properties` or `required` has
};

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

  const OraclePolicy& policy() const { return policy_; }
  const Schema& schema() const { return schema_; }
  Conjunction root() const { return {index_of(*schema_.impl().root)}; }
  Applied applied_root() const;
  // The dynamic scope decides some reference, so no subschema can be asked by itself.
  bool is_dynamic() const { return dynamic_; }

  const Alternatives& alternatives(const Conjunction& all);
  Conjunction item(const Clause& clause, std::size_t index) const;
  // name: nullopt stands for a name that no schema object of the clause has.
  Conjunction member(const Clause& clause, std::optional<std::string_view> name) const;
  // Is the value valid against all of them?
  Answer check(const Conjunction& all, const JsonValue& value) const;

  // satisfiable.cc: is there a value at all, with a spelling under the policy?
  Answer satisfiable(const Conjunction& all);
  // yes or no for clauses that are not exact, by whoever can tell; set once. nullptr: unknown.
  using Decide = Answer (*)(Language& language, const Conjunction& all);
  void set_decide(Decide decide) { decide_ = decide; }

 private:
  friend class Expansion;
  friend class Fixpoint;

  std::size_t index_of(const Subschema& subschema) const { return index_.at(&subschema); }
  const Subschema& at(const JsonValue& value) const { return *schema_.impl().at.at(&value); }
  void add(Conjunction& all, const JsonValue& value) const;
  const JsonValue* plain_value(const JsonValue& value);
  void find_cycles();
  void find_dynamic();
  void find_disjoint();

  const Schema schema_;
  const OraclePolicy policy_;
  std::vector<const Subschema*> subschemas_;
  std::map<const Subschema*, std::size_t> index_;
  std::set<const Subschema*> cyclic_;    // come back to themselves at the same instance location
  std::set<const JsonValue*> disjoint_;  // values of oneOf keywords of which no two schemas hold at once
  bool dynamic_ = false;
  Decide decide_ = nullptr;
  std::map<Conjunction, Alternatives> alternatives_;
  std::map<Conjunction, Answer> satisfiable_;
  std::map<const JsonValue*, const JsonValue*> plain_values_;
  std::deque<JsonValue> owned_values_;
};

}  // namespace lockstep::oracle
