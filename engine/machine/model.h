// The subschemas as the machine reads them: the nodes of the schema, closed schemas made for listed
// containers, and obligations: sets of nodes that one value must satisfy together.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lockstep/engine/base/interned_words.h"
#include "lockstep/engine/base/meter.h"
#include "lockstep/engine/schema/schema.h"

namespace lockstep::engine {

using Obligation = std::uint32_t;
inline constexpr Obligation kAlways = 0;  // the empty conjunction
inline constexpr Obligation kNever = 1;   // one with a false member

// Thread rules: one thread at a time, as nodes and obligations are made on first use.
class Model {
 public:
  // The schema must outlive it. Work is passed to the meter.
  explicit Model(const Schema& schema, Meter* meter = nullptr);

  // A reference of the in-place graph (in_place_of) that leads back to where it starts: such a schema
  // has no meaning that terminates. The pointer of one keyword on the loop.
  std::optional<std::string> in_place_loop() const;

  // Stays where it is.
  const Node& node(NodeId id) const { return id < nodes_.size() ? nodes_[id] : made_[id - nodes_.size()]; }

  // Does some node tell integers by their spelling (draft 4)?
  bool has_integer_words() const { return has_integer_words_; }

  // The conjunction of nodes: references that stand alone are followed, trivial nodes dropped.
  Obligation obligation(const std::vector<NodeId>& nodes);
  // Of kNever none: nobody may ask what they are. Valid until the next obligation().
  std::span<const NodeId> members(Obligation obligation) const {
    return obligation == kNever ? std::span<const NodeId>() : members_[obligation];
  }

  // What one node asks of a member or an item: nullopt when nothing.
  std::optional<NodeId> child_for_name(const Node& node, std::string_view name) const;
  // Does `properties` of the node hold the name?
  bool declares(const Node& node, std::string_view name) const;
  std::optional<NodeId> child_for_other_names(const Node& node) const { return node.additional_properties; }
  std::optional<NodeId> child_for_index(const Node& node, std::uint64_t index) const;

  // Nodes that admit exactly one listed container each, for the containers of the wanted kind in one `enum`
  // list.
  const std::vector<NodeId>& listed_containers(NodeId id, std::size_t list, json::Kind kind);

 private:
  NodeId constant(json::Value value, std::string_view pointer);
  NodeId add(Node node);

  // The child of the property with the name, where there are many.
  std::optional<NodeId> property_of(const Node& node, std::string_view name) const;

  const Blocks<Node>& nodes_;
  Blocks<Node> made_;  // numbered after those
  Meter* meter_;
  mutable std::unordered_map<const Node*, std::vector<std::pair<std::string_view, NodeId>>>
      properties_;  // sorted
  InternedWords members_;
  std::map<std::tuple<NodeId, std::size_t, json::Kind>, std::vector<NodeId>> listed_;
  std::optional<NodeId> false_node_;
  bool has_integer_words_ = false;
};

}  // namespace lockstep::engine
