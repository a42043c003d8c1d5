// Scalars against a list of obligations: which vectors of satisfied obligations a string, a number, a literal
// has, and the languages of those scalars whose vector a goal admits.
#pragma once

#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "lockstep/engine/lexical/number_language.h"
#include "lockstep/engine/lexical/string_language.h"
#include "lockstep/engine/base/boolean.h"
#include "lockstep/engine/machine/model.h"

namespace lockstep::engine {

enum class Literal : std::uint8_t { null, false_value, true_value };
inline constexpr std::string_view kLiteralText[] = {"null", "false", "true"};

// All of one value's obligations, in the order that their bits have. Thread rules: one thread at a time.
class Scalars {
 public:
  Scalars(Model& model, const Policy& policy) : model_(model), policy_(policy) {}

  using Bits = std::vector<bool>;
  Bits of_literal(const std::vector<Obligation>& obligations, Literal literal) const;
  Bits of_string(const std::vector<Obligation>& obligations, std::string_view decoded) const;
  Bits of_number(const std::vector<Obligation>& obligations, std::string_view spelling) const;

  // `goal` is a function of the bits: variable i is bit i.
  StringLanguage strings(const std::vector<Obligation>& obligations, const Booleans& booleans,
                         Function goal) const;
  NumberLanguage numbers(const std::vector<Obligation>& obligations, const Booleans& booleans,
                         Function goal) const;

 private:
  struct StringCell;
  struct NumberCell;
  bool holds(NodeId id, Literal literal) const;
  bool holds(NodeId id, const StringCell& cell) const;
  bool holds(NodeId id, const NumberCell& cell) const;
  const std::vector<std::set<Decimal>>& listed_numbers(NodeId id) const;
  template <typename Cell>
  Bits bits_of(const std::vector<Obligation>& obligations, const Cell& cell) const;
  template <typename Visit>
  void visit_in_place(const std::vector<Obligation>& obligations, const Visit& visit) const;

  Model& model_;
  Policy policy_;
  mutable std::map<NodeId, std::vector<std::set<Decimal>>> listed_numbers_;  // a cache
};

}  // namespace lockstep::engine
