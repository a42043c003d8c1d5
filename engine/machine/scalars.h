// Scalars against a list of obligations: which vectors of satisfied obligations a string, a number, a literal
// has, and the languages of those scalars whose vector a goal admits.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/engine/base/boolean.h"
#include "lockstep/engine/base/meter.h"
#include "lockstep/engine/lexical/number_language.h"
#include "lockstep/engine/lexical/pattern_strings.h"
#include "lockstep/engine/lexical/string_language.h"
#include "lockstep/engine/machine/model.h"

namespace lockstep::engine {

enum class Literal : std::uint8_t { null, false_value, true_value };
inline constexpr std::string_view kLiteralText[] = {"null", "false", "true"};

// All of one value's obligations, in the order that their bits have. Thread rules: one thread at a time.
class Scalars {
 public:
  Scalars(Model& model, const Policy& policy, const Limits& limits, Meter* meter = nullptr)
      : model_(model), policy_(policy), limits_(limits), meter_(meter) {}

  using Bits = std::vector<bool>;
  Bits of_literal(const std::vector<Obligation>& obligations, Literal literal) const;
  Bits of_string(const std::vector<Obligation>& obligations, std::string_view decoded) const;
  Bits of_number(const std::vector<Obligation>& obligations, std::string_view spelling) const;
  // `word`: spelled as an integer word.
  Bits of_number(const std::vector<Obligation>& obligations, const Decimal& value, bool word) const;
  // `place`: in a language that numbers() made for these obligations, keeping all.
  Bits of_number(const std::vector<Obligation>& obligations, const NumberLanguage& language,
                 const NumberLanguage::Place& place) const;

  // Can numbers of one value have verdicts of their own by their spelling?
  bool spelling_counts() const { return policy_.numbers == Numbers::plain || model_.has_integer_words(); }

  // Does the `pattern` of a node match?
  bool matches(NodeId node, std::string_view decoded) const;
  // The strings that schemas of the obligations name, sorted.
  std::vector<std::string> listed_strings(const std::vector<Obligation>& obligations) const;

  // `goal` is a function of the bits: variable i is bit i. `listed`: verdicts that hold whatever the
  // obligations say. The language asks `this` and `booleans` as it meets strings that patterns tell apart:
  // both must outlive it.
  StringLanguage strings(const std::vector<Obligation>& obligations, const Booleans& booleans, Function goal,
                         std::vector<StringLanguage::Entry> listed = {}) const;
  // Every vector that some string has; nullopt where a limit left that open. Cost: all states of the
  // patterns; with formats a search for each vector of a few.
  //
  // Names of members are strings too. Give each pattern of `patternProperties` a node that holds it as
  // `pattern` and each `propertyNames` its schema's: a name's vector over those obligations says which of
  // them apply, and of_string tells it. Names that no live atom names fall into one class a vector: vectors()
  // lists them, strings() with the vector as its goal is such a class, its members() count it and give fresh
  // names. The language of the names that may come now is strings() with the vectors whose child is possible
  // as its goal, and names known or used already in `listed`.
  std::optional<std::vector<Bits>> vectors(const std::vector<Obligation>& obligations) const;
  // Throws Meter::Stop (limit_number_classes) where the divisors of the obligations tell too many classes of
  // numbers apart for numbers().
  void check_divisors(const std::vector<Obligation>& obligations) const;
  // `own`: numbers with a goal of their own instead.
  NumberLanguage numbers(const std::vector<Obligation>& obligations, const Booleans& booleans, Function goal,
                         NumberLanguage::Keep keep = NumberLanguage::Keep::what_separates,
                         const std::map<Decimal, Function>& own = {}) const;

  // Texts of which a limit left open whether a pattern matches; a listed one is taken for not allowed then.
  // Texts of which a pattern that outgrew its limit cannot tell whether they match, for each pattern once.
  std::uint64_t overruns() const { return unknown_.size(); }

 private:
  struct StringCell;
  struct StringCells;
  struct NumberCell;
  // Within one bits_of(): a subschema that is reached in many ways is evaluated once.
  template <typename Cell>
  bool holds(NodeId id, const Cell& cell) const;
  bool evaluate(NodeId id, Literal literal) const;
  bool evaluate(NodeId id, const StringCell& cell) const;
  bool evaluate(NodeId id, const NumberCell& cell) const;
  const std::vector<std::vector<Decimal>>& listed_numbers(NodeId id) const;
  const std::vector<std::vector<std::string_view>>& listed_texts(NodeId id) const;
  const std::vector<Decimal>& points_of(const std::vector<Obligation>& obligations) const;
  void charge(std::size_t operations = 1) const {
    if (meter_ != nullptr) meter_->charge(operations);
  }
  template <typename Cell>
  Bits bits_of(const std::vector<Obligation>& obligations, const Cell& cell) const;
  template <typename Visit>
  void visit_in_place(const std::vector<Obligation>& obligations, const Visit& visit) const;

  Divisors divisors_of(const std::vector<Obligation>& obligations) const;
  StringCells string_cells(const std::vector<Obligation>& obligations) const;
  std::optional<std::vector<std::vector<bool>>> supposed_matches(const StringCells& cells) const;
  StringLanguage strings_where(const std::vector<Obligation>& obligations, const StringCells& cells,
                               const std::function<bool(const Bits&)>& admitted,
                               std::vector<StringLanguage::Entry> listed) const;
  PatternAutomaton& automaton(const Pattern& pattern) const;
  void met_unknown(const Pattern& pattern, std::string_view text) const;
  std::shared_ptr<PatternSet> pattern_set(const std::vector<Pattern>& patterns) const;

  Model& model_;
  Policy policy_;
  Limits limits_;
  Meter* meter_;
  // What the running bits_of() found of each node: an answer counts where its epoch is the running one.
  struct Known {
    std::uint64_t epoch = 0;
    bool holds = false;
  };
  mutable std::uint64_t epoch_ = 0;
  mutable std::vector<Known> known_;
  // Caches. A pattern is known by its source.
  mutable std::map<std::string, std::shared_ptr<PatternAutomaton>, std::less<>> automata_;
  mutable std::map<std::vector<std::string>, std::shared_ptr<PatternSet>> pattern_sets_;
  mutable std::set<std::pair<std::string, std::string>> unknown_;  // pattern, text
  mutable std::uint64_t unknown_met_ = 0;                          // every time
  mutable std::map<NodeId, std::vector<std::vector<std::string_view>>> listed_texts_;
  mutable std::map<NodeId, std::vector<std::vector<Decimal>>> listed_numbers_;
  mutable std::map<std::vector<Obligation>, std::vector<Decimal>> points_;
};

}  // namespace lockstep::engine
