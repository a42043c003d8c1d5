// Is there a value for a conjunction? Schemas may come back to themselves through items and members; a value
// is finite, so what is satisfiable is the least fixpoint: start with nothing and add what the alternatives
// show, until no more comes. Computed twice, for what may be and for what must be: between the two are
// clauses that are not exact and could not be decided.
#include <algorithm>

#include "lockstep/oracle/schema_prefix/language.h"
#include "lockstep/oracle/schema_prefix/value_spelling.h"

namespace lockstep::oracle {
namespace {

constexpr std::size_t kMostConjunctions = 20'000;

}  // namespace

class Fixpoint {
 public:
  explicit Fixpoint(Language& language) : language_(language) {}

  Answer run(const Conjunction& start) {
    discover(start);
    if (reached_.size() > kMostConjunctions) {
      return Answer::unknown("conjunctions: more than " + std::to_string(kMostConjunctions));
    }
    const std::set<Conjunction> possible = grow(true);
    const std::set<Conjunction> certain = grow(false);
    for (const Conjunction& all : reached_) {
      Answer answer = Answer::no();
      if (certain.contains(all)) {
        answer = Answer::yes();
      } else if (possible.contains(all)) {
        answer = Answer::unknown(reason(all));
      }
      language_.satisfiable_.emplace(all, answer);
    }
    return language_.satisfiable_.at(start);
  }

 private:
  std::string reason(const Conjunction& all) {
    const Alternatives& alternatives = language_.alternatives(all);
    if (!alternatives.overflow.empty()) return alternatives.overflow;
    for (const Clause& clause : alternatives.clauses) {
      if (!clause.opaque.empty()) return "keyword: " + clause.opaque;
    }
    return "keyword: below";
  }

  // Everything that the question may come to.
  void discover(const Conjunction& start) {
    std::vector<Conjunction> todo = {start};
    std::set<Conjunction> seen = {start};
    while (!todo.empty() && reached_.size() <= kMostConjunctions) {
      const Conjunction all = std::move(todo.back());
      todo.pop_back();
      reached_.push_back(all);
      for (const Clause& clause : language_.alternatives(all).clauses) {
        for (Conjunction& part : parts(clause)) {
          if (seen.insert(part).second) todo.push_back(std::move(part));
        }
      }
    }
  }

  std::vector<Conjunction> parts(const Clause& clause) const {
    std::vector<Conjunction> out;
    if (clause.allows(JsonKind::array) && clause.item_counts().wants_more_than(0)) {
      for (std::size_t i = 0; i <= clause.listed_items(); ++i) out.push_back(language_.item(clause, i));
    }
    if (clause.allows(JsonKind::object)) {
      for (const std::string& name : clause.required()) out.push_back(language_.member(clause, name));
      if (clause.member_counts().wants_more_than(clause.required().size())) {
        for (const std::string& name : clause.named()) out.push_back(language_.member(clause, name));
        out.push_back(language_.member(clause, std::nullopt));
      }
    }
    return out;
  }

  std::set<Conjunction> grow(bool possible) {
    std::set<Conjunction> known;
    for (bool grew = true; grew;) {
      grew = false;
      for (const Conjunction& all : reached_) {
        if (!known.contains(all) && shows(all, known, possible)) {
          known.insert(all);
          grew = true;
        }
      }
    }
    return known;
  }

  bool counts(const Answer& answer, bool possible) const {
    return possible ? !answer.is_no() : answer.is_yes();
  }

  bool shows(const Conjunction& all, const std::set<Conjunction>& known, bool possible) {
    const auto before = language_.satisfiable_.find(all);
    if (before != language_.satisfiable_.end()) return counts(before->second, possible);
    const Alternatives& alternatives = language_.alternatives(all);
    DeclaredOrder orders(language_.schema().impl(), 0);
    for (const ListedValue& listed : alternatives.values) {
      const Answer spelled = spelling_begins(*listed.value, {}, {}, orders, language_.policy());
      if (counts(both(listed.valid, spelled), possible)) return true;
    }
    bool asked = false;
    for (const Clause& clause : alternatives.clauses) {
      if (!has_value(clause, known, possible)) continue;
      if (clause.opaque.empty()) return true;
      asked = true;
    }
    if (asked && counts(decided(all), possible)) return true;
    return possible && !alternatives.overflow.empty();
  }

  const Answer& decided(const Conjunction& all) {
    const auto found = decided_.find(all);
    if (found != decided_.end()) return found->second;
    const Answer answer =
        language_.decide_ == nullptr ? Answer::unknown("undecided") : language_.decide_(language_, all);
    return decided_.emplace(all, answer).first->second;
  }

  bool has_value(const Clause& clause, const std::set<Conjunction>& known, bool possible) const {
    if (clause.allows(JsonKind::null) || clause.allows(JsonKind::boolean)) return true;
    if (clause.allows(JsonKind::string) && !clause.lengths().is_empty()) return true;
    if (clause.allows(JsonKind::number)) {
      const NumberSet numbers = clause.numbers(language_.policy().numbers);
      if (counts(number_begins("", numbers, language_.policy()), possible)) return true;
    }
    return (clause.allows(JsonKind::array) && has_array(clause, known)) ||
           (clause.allows(JsonKind::object) && has_object(clause, known));
  }

  bool has_array(const Clause& clause, const std::set<Conjunction>& known) const {
    const SizeRange counts = clause.item_counts();
    if (counts.is_empty()) return false;
    // Behind the longest prefixItems all items are alike.
    for (std::size_t i = 0; i <= clause.listed_items() && counts.wants_more_than(i); ++i) {
      if (!known.contains(language_.item(clause, i))) return false;
    }
    return true;
  }

  bool has_object(const Clause& clause, const std::set<Conjunction>& known) const {
    const SizeRange counts = clause.member_counts();
    const std::set<std::string> required = clause.required();
    if (counts.is_empty() || !counts.allows(required.size())) return false;
    for (const std::string& name : required) {
      if (!known.contains(language_.member(clause, name))) return false;
    }
    if (!counts.wants_more_than(required.size()) || known.contains(language_.member(clause, std::nullopt)))
      return true;
    std::size_t usable = 0;
    for (const std::string& name : clause.named()) {
      if (known.contains(language_.member(clause, name))) ++usable;
    }
    return !counts.wants_more_than(usable);
  }

  Language& language_;
  std::vector<Conjunction> reached_;
  std::map<Conjunction, Answer> decided_;
};

Answer Language::satisfiable(const Conjunction& all) {
  const auto found = satisfiable_.find(all);
  if (found != satisfiable_.end()) return found->second;
  return Fixpoint(*this).run(all);
}

}  // namespace lockstep::oracle
