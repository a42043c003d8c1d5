// One position of a partial text against a conjunction of schemas: can it still become a valid value?
#pragma once

#include "lockstep/oracle/answer.h"
#include "lockstep/oracle/schema_prefix/language.h"
#include "lockstep/oracle/schema_prefix/partial_value.h"

namespace lockstep::oracle {

// How a clause that is not exact is decided where its superset says "perhaps" (search.cc).
class PositionSearch {
 public:
  virtual ~PositionSearch() = default;
  virtual Answer decide(const Conjunction& all, const Applied& applied, const PartialValue& partial) = 0;
};

// Thread rules: one question, one thread. Closed members are taken to be in order (DeclaredOrder::holds).
class Position {
 public:
  Position(Language& language, DeclaredOrder& orders, PositionSearch& search)
      : language_(language), orders_(orders), search_(search) {}

  Answer viable(const Conjunction& all, const Applied& applied, const PartialValue& partial);
  // As far as the clause says; for a clause that is not exact only `no` counts.
  Answer by_clause(const Clause& clause, const Applied& applied, const PartialValue& partial);

 private:
  Answer array(const Clause& clause, const Applied& applied, const PartialValue& partial);
  Answer object(const Clause& clause, const Applied& applied, const PartialValue& partial);
  Answer another_member(const Clause& clause, const PartialValue& partial, const std::set<std::string>& used,
                        const MemberOrder& order);
  Answer may_end(const Clause& clause, const std::set<std::string>& used, const MemberOrder& order);
  Answer enough_names(const Clause& clause, const std::set<std::string>& used, const MemberOrder& order,
                      std::size_t so_far);

  Language& language_;
  DeclaredOrder& orders_;
  PositionSearch& search_;
};

}  // namespace lockstep::oracle
