#include "lockstep/oracle/schema_prefix/satisfiable.h"

#include <algorithm>
#include <array>

#include "lockstep/oracle/schema/unique_key.h"
#include "lockstep/oracle/schema_prefix/position.h"
#include "lockstep/oracle/schema_prefix/search.h"
#include "lockstep/oracle/schema_prefix/value_spelling.h"

namespace lockstep::oracle {
namespace {

constexpr std::size_t kPatternSteps = 10'000'000;
constexpr std::size_t kDeepest = 60;  // nested first evaluations: some KiB of stack each
constexpr std::size_t kMostEvaluations = 60'000;
constexpr std::size_t kMostPairs = 3'000;  // of schemas of oneOf
constexpr std::size_t kDeepestAmount = 4;
constexpr std::size_t kMostListed = 2'000;  // values enumerated to count them

class NoSearch : public PositionSearch {
 public:
  Answer decide(const Conjunction&, const Applied&, const PartialValue&) override {
    return Answer::unknown("not searched");
  }
};

AmountRange at_most(const AmountRange& range, std::size_t cap) {
  return {std::min(range.least, cap), std::min(range.most, cap)};
}

}  // namespace

void Satisfiable::evaluate(const Conjunction& all) {
  ++depth_;
  ++evaluations_;
  // There is no text to look at, and the answer is kept: the limits are the defaults.
  DeclaredOrder orders(language_.schema().impl(), kPatternSteps);
  Search search(language_, orders, {});
  NoSearch none;
  PositionSearch& chosen = with_search_ ? static_cast<PositionSearch&>(search) : none;
  Answer answer = Position(language_, orders, chosen, *this).any_value(all);
  --depth_;
  Entry& entry = current_.at(all);
  if (answer.truth == entry.answer.truth) return;
  entry.answer = std::move(answer);
  changed_ = changed_ || entry.read;
}

Answer Satisfiable::ask(const Conjunction& all) {
  if (all.empty()) return Answer::yes();
  const auto known = known_.find(all);
  if (known != known_.end()) return known->second;
  const auto [place, added] = current_.try_emplace(all);
  Entry& entry = place->second;  // entries stay where they are
  if (added) {
    reached_.push_back(all);
    if (running_ && depth_ < kDeepest && evaluations_ < kMostEvaluations) {
      evaluate(all);
    } else {
      changed_ = true;
    }
  }
  entry.read = true;
  if (running_) return entry.answer;
  running_ = true;
  do {
    changed_ = false;
    for (std::size_t i = 0; i < reached_.size() && evaluations_ < kMostEvaluations; ++i) {
      const Conjunction one = reached_[i];
      if (!current_.at(one).answer.is_yes()) evaluate(one);
    }
  } while (changed_ && evaluations_ < kMostEvaluations);
  const bool stopped = changed_;
  for (const auto& [one, last] : current_) {
    const bool sure = !stopped || last.answer.is_yes();
    known_.emplace(one, sure ? last.answer : Answer::unknown("conjunctions: too many"));
  }
  running_ = false;
  evaluations_ = 0;
  current_.clear();
  reached_.clear();
  return known_.at(all);
}

AmountRange Satisfiable::amount(const Conjunction& all, std::size_t cap) {
  const Answer any = ask(all);
  if (any.is_no()) return {0, 0};
  if (all.empty()) return {cap, cap};
  const AmountRange some{any.is_yes() ? 1U : 0U, cap};
  if (counting_ >= kDeepestAmount) return some;
  ++counting_;
  AmountRange total;
  for (const JsonKind kind : {JsonKind::null, JsonKind::boolean, JsonKind::number, JsonKind::string,
                              JsonKind::array, JsonKind::object}) {
    if (total.least >= cap) break;
    const AmountRange own = amount_of_kind(all, kind, cap);
    total.least += own.least;
    total.most += own.most;
  }
  total = at_most(total, cap);
  total.least = std::max(total.least, some.least);
  --counting_;
  return total;
}

// Alternatives may overlap: together they have at least as many as each.
AmountRange Satisfiable::amount_of_kind(const Conjunction& all, JsonKind kind, std::size_t cap) {
  const Alternatives& alternatives = language_.alternatives(all, kind);
  DeclaredOrder orders(language_.schema().impl(), kPatternSteps);
  AmountRange range;
  std::set<std::string> keys;
  for (const ListedValue& listed : alternatives.values) {
    const Answer spelled = language_.by_value(
        *listed.value,
        both(listed.valid, spelling_begins(*listed.value, {}, {}, orders, language_.policy())));
    if (!spelled.is_no()) ++range.most;
    if (spelled.is_yes()) keys.insert(unique_key(*listed.value));
  }
  range.least = keys.size();
  if (!alternatives.overflow.empty()) range.most = cap;
  for (const Clause& clause : alternatives.clauses) {
    const AmountRange own = amount_of(clause, cap);
    if (clause.opaque.empty()) range.least = std::max(range.least, own.least);
    range.most += own.most;
  }
  range = at_most(range, cap);
  if (range.least == range.most || range.least >= cap) return range;
  const auto values = enumerate_values(language_, all, kind, kMostListed);
  if (!values) return range;
  AmountRange exact;
  for (const JsonValue& value : *values) {
    const Answer valid = language_.check(all, value);
    const Answer spelled =
        language_.by_value(value, both(valid, spelling_begins(value, {}, {}, orders, language_.policy())));
    if (!spelled.is_no()) ++exact.most;
    if (spelled.is_yes()) ++exact.least;
  }
  return at_most(exact, cap);
}

AmountRange Satisfiable::amount_of(const Clause& clause, std::size_t cap) {
  switch (clause.kind) {
    case JsonKind::null:
      return {1, 1};
    case JsonKind::boolean: {
      const std::size_t both = (clause.no_true ? 0U : 1U) + (clause.no_false ? 0U : 1U);
      return {both, both};
    }
    case JsonKind::number:
      return count_numbers(clause.numbers, language_.policy(), cap);
    case JsonKind::string:
      return language_.count_strings(clause, {}, cap);
    case JsonKind::array:
      return amount_of_arrays(clause, cap);
    case JsonKind::object:
      return amount_of_objects(clause, cap);
  }
  return {0, cap};
}

// As many as there are lengths, or values of one item.
AmountRange Satisfiable::amount_of_arrays(const Clause& clause, std::size_t cap) {
  const ArrayDemands& items = clause.items;
  const bool plain = items.counts.empty() && !items.unique && !items.repeated &&
                     std::all_of(items.rules.begin(), items.rules.end(),
                                 [](const ItemRule& rule) { return rule.either.size() == 1; });
  if (!plain) return {0, cap};
  AmountRange range{0, cap};
  std::size_t best = 1;
  for (std::size_t length = 0; items.sizes.allows(length) && range.least < cap && length < cap + 50;
       ++length) {
    if (!items.sizes.wants_more_than(length)) range.least += best > 1 && range.least == 0 ? best : 1;
    const AmountRange own = amount(language_.item(clause, length), cap);
    if (own.least == 0) break;
    best = std::max(best, own.least);
  }
  return at_most(range, cap);
}

// As many as the names that may be left open, or values of one required member.
AmountRange Satisfiable::amount_of_objects(const Clause& clause, std::size_t cap) {
  const ObjectDemands& members = clause.members;
  if (!members.demands.empty() || !members.names.empty()) return {0, cap};
  const std::size_t required = members.required.size();
  std::size_t best = 1;
  for (const std::string& name : members.required) {
    const auto& [sure, value] = language_.member(clause, name);
    const AmountRange own = amount(value, cap);
    if (!sure.is_yes() || own.least == 0) return {0, cap};
    best = std::max(best, own.least);
  }
  if (members.sizes.holds(required)) {
    const std::vector<NameClass>* classes = language_.classes(clause, clause.named());
    for (std::size_t i = 0; classes != nullptr && members.sizes.allows(required + 1) && i < classes->size();
         ++i) {
      if (!ask((*classes)[i].value).is_yes()) continue;
      best = std::max(best, 1 + language_.count_names((*classes)[i].name, {}, cap).least);
    }
    return {std::min(best, cap), cap};
  }
  return {0, cap};
}

std::set<Language::LiteralPair> find_disjoint(Language& language) {
  std::set<Language::LiteralPair> found;
  if (language.atoms().is_dynamic()) return found;
  language.set_relaxed(true);
  Satisfiable quick(language, false);
  std::size_t asked = 0;
  for (const Subschema& schema : language.schema().impl().subschemas) {
    const Keyword* one_of = schema.find("oneOf");
    if (one_of == nullptr) continue;
    std::vector<Literal> branches;
    for (const JsonValue& item : one_of->value->items) branches.push_back(language.atoms().schema(item, 0));
    for (std::size_t i = 0; i < branches.size(); ++i) {
      for (std::size_t k = i + 1; k < branches.size() && asked < kMostPairs; ++k, ++asked) {
        Conjunction two = {branches[i]};
        add(two, branches[k]);
        if (quick.ask(two).is_no()) found.insert(std::minmax(branches[i], branches[k]));
      }
    }
  }
  language.set_relaxed(false);
  return found;
}

}  // namespace lockstep::oracle
