// One position of a partial text against a conjunction: can it still become a valid value?
#pragma once

#include <map>
#include <utility>

#include "lockstep/oracle/answer.h"
#include "lockstep/oracle/schema_prefix/language.h"
#include "lockstep/oracle/schema_prefix/partial_value.h"
#include "lockstep/oracle/schema_prefix/satisfiable.h"

namespace lockstep::oracle {

// How a clause that is not exact is decided where its superset says "perhaps" (search.cc).
class PositionSearch {
 public:
  virtual ~PositionSearch() = default;
  virtual Answer decide(const Conjunction& all, const Applied& applied, const PartialValue& partial) = 0;
};

// Thread rules: one question, one thread. What lies below an open value is asked once for each conjunction:
// the alternatives of the values around it ask for few different ones, but each as often as there are ways to
// get to it, which is a number to the power of the depth. The partial value stays where it is. Closed members
// are taken to be in order (DeclaredOrder::holds).
class Position {
 public:
  Position(Language& language, DeclaredOrder& orders, PositionSearch& search, Satisfiable& satisfiable)
      : language_(language), orders_(orders), search_(search), satisfiable_(satisfiable) {}

  Answer viable(const Conjunction& all, const Applied& applied, const PartialValue& partial);
  // Is there any value? Asked by Satisfiable, which keeps the answers.
  Answer any_value(const Conjunction& all);

  Language& language() { return language_; }
  DeclaredOrder& orders() { return orders_; }
  Satisfiable& satisfiable() { return satisfiable_; }

 private:
  Answer of_kind(const Conjunction& all, const Applied& applied, const PartialValue& partial, bool& perhaps);
  Answer open_viable(const Conjunction& all, const Applied& applied, const PartialValue& partial);
  // As far as the clause says; for a clause that is not exact only `no` counts.
  Answer by_clause(const Clause& clause, const Applied& applied, const PartialValue& partial);

  Language& language_;
  DeclaredOrder& orders_;
  PositionSearch& search_;
  Satisfiable& satisfiable_;
  // Of one place in the text everything is applied in one way.
  std::map<std::pair<const PartialValue*, Conjunction>, Answer> known_;
};

// array_position.cc, object_position.cc: an open array or object under one clause.
Answer array_viable(Position& position, const Clause& clause, const Applied& applied,
                    const PartialValue& partial);
Answer object_viable(Position& position, const Clause& clause, const Applied& applied,
                     const PartialValue& partial);

}  // namespace lockstep::oracle
