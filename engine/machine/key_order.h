// KeyOrder::declared: which names are declared at a position, in which order (conformance/spec/policy.md
// section 4.3).
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lockstep/engine/machine/container.h"
#include "lockstep/engine/machine/model.h"
#include "lockstep/engine/machine/scalars.h"
#include "lockstep/engine/policy/policy.h"

namespace lockstep::engine {

// Interned lists of applied schemas. Id 0 is the empty list, and the only one under KeyOrder::any.
// Thread rules: one thread at a time.
class KeyOrders {
 public:
  KeyOrders(const Model& model, const Scalars& scalars, KeyOrder order, Meter* meter)
      : model_(model), scalars_(scalars), order_(order), meter_(meter) {
    lists_.push_back({});
  }

  std::uint32_t root(NodeId node);
  const std::vector<std::string>& names(std::uint32_t applied) const;
  // Where a name stands among them.
  static constexpr std::uint32_t kUndeclared = ~std::uint32_t{0};
  std::uint32_t place(std::uint32_t applied, const std::string& name) const;
  std::uint32_t child(std::uint32_t applied, const Key& key);
  // Nodes with the patterns on which the list of a child depends.
  std::vector<NodeId> patterns(std::uint32_t applied) const;
  // Items from this index on have the same applied list.
  std::uint64_t settled_index(std::uint32_t applied) const;

 private:
  struct Met {
    NodeId node;
    Applicator keyword;
  };
  struct List {
    std::vector<Met> met;  // the keywords that the walk meets, in its order
    std::vector<std::string> names;
    std::vector<std::uint32_t> sorted;  // their places, in the order of the names
  };
  std::uint32_t intern(const std::vector<NodeId>& applied);
  void walk(NodeId id, List& list, std::set<NodeId>& reached) const;
  void settle_names(List& list) const;

  const Model& model_;
  const Scalars& scalars_;
  KeyOrder order_;
  Meter* meter_;
  std::vector<List> lists_;
  std::map<std::vector<NodeId>, std::uint32_t> index_;
};

}  // namespace lockstep::engine
