// Is there a value for a conjunction, and how many? Schemas may come back to themselves through items and
// members; a value is finite, so what is satisfiable is the least fixpoint: start with nothing, and repeat
// every question until no answer changes. Answers grow from no over unknown to yes.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <vector>

#include "lockstep/oracle/answer.h"
#include "lockstep/oracle/schema_prefix/language.h"

namespace lockstep::oracle {

// Thread rules: one thread at a time; answers are kept.
class Satisfiable {
 public:
  // Without a search what is not exact stays unknown.
  explicit Satisfiable(Language& language, bool with_search = true)
      : language_(language), with_search_(with_search) {}

  // Does some value, with a spelling under the policy, satisfy all of them?
  Answer ask(const Conjunction& all);
  // How many values do, counted up to `cap`: at least and at most.
  AmountRange amount(const Conjunction& all, std::size_t cap);

 private:
  struct Entry {
    Answer answer = Answer::no();
    bool read = false;  // somebody has the answer as it is now
  };

  void evaluate(const Conjunction& all);
  AmountRange amount_of_kind(const Conjunction& all, JsonKind kind, std::size_t cap);
  AmountRange amount_of(const Clause& clause, std::size_t cap);
  AmountRange amount_of_arrays(const Clause& clause, std::size_t cap);
  AmountRange amount_of_objects(const Clause& clause, std::size_t cap);

  Language& language_;
  const bool with_search_;
  std::map<Conjunction, Answer> known_;
  std::map<Conjunction, Entry> current_;
  std::vector<Conjunction> reached_;
  bool running_ = false;
  bool changed_ = false;
  std::size_t depth_ = 0;
  std::size_t evaluations_ = 0;
  std::size_t counting_ = 0;  // nested amounts
};

// The pairs of schemas of each oneOf that no value satisfies at once.
std::set<Language::LiteralPair> find_disjoint(Language& language);

}  // namespace lockstep::oracle
