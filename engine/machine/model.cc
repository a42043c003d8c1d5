#include "lockstep/engine/machine/model.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "lockstep/engine/base/check.h"

namespace lockstep::engine {
namespace {

constexpr std::size_t kFewProperties = 8;

}  // namespace

Model::Model(const Schema& schema) : nodes_(schema.nodes) {
  members_.push_back({});  // kAlways
  members_.push_back({});  // kNever has no members: nobody may ask
  obligations_[{}] = kAlways;
}

std::optional<std::string> Model::in_place_loop() const {
  enum class Mark : std::uint8_t { fresh, open, done };
  std::vector<Mark> marks(nodes_.size(), Mark::fresh);
  struct Visit {
    NodeId node;
    std::vector<NodeId> next;
  };
  const auto in_place = [this](NodeId id) { return in_place_of(nodes_[id]); };
  for (NodeId root = 0; root < nodes_.size(); ++root) {
    std::vector<Visit> path;
    if (marks[root] == Mark::fresh) path.push_back({root, in_place(root)});
    while (!path.empty()) {
      Visit& visit = path.back();
      marks[visit.node] = Mark::open;
      if (visit.next.empty()) {
        marks[visit.node] = Mark::done;
        path.pop_back();
        continue;
      }
      const NodeId next = visit.next.back();
      visit.next.pop_back();
      if (marks[next] == Mark::open) return nodes_[visit.node].pointer;
      if (marks[next] == Mark::fresh) path.push_back({next, in_place(next)});
    }
  }
  return std::nullopt;
}

Obligation Model::obligation(const std::vector<NodeId>& nodes) {
  std::set<NodeId> kept;
  for (NodeId id : nodes) {
    while (nodes_[id].ref && says_nothing(nodes_[id])) id = *nodes_[id].ref;
    if (nodes_[id].boolean && !*nodes_[id].boolean) return kNever;
    if (!says_nothing(nodes_[id])) kept.insert(id);
  }
  const std::vector<NodeId> sorted(kept.begin(), kept.end());
  const auto [place, added] = obligations_.try_emplace(sorted, static_cast<Obligation>(members_.size()));
  if (added) members_.push_back(sorted);
  return place->second;
}

std::optional<NodeId> Model::child_for_name(const Node& node, std::string_view name) const {
  if (node.properties.size() > kFewProperties) {
    const auto& index = properties_of(node);
    const auto found = index.find(name);
    return found != index.end() ? std::optional(found->second) : node.additional_properties;
  }
  for (const auto& [property, child] : node.properties) {
    if (property == name) return child;
  }
  return node.additional_properties;
}

bool Model::declares(const Node& node, std::string_view name) const {
  if (node.properties.size() > kFewProperties) return properties_of(node).contains(name);
  return std::any_of(node.properties.begin(), node.properties.end(),
                     [&](const auto& property) { return property.first == name; });
}

const std::unordered_map<std::string_view, NodeId>& Model::properties_of(const Node& node) const {
  LOCKSTEP_CHECK(&node >= nodes_.data() && &node < nodes_.data() + nodes_.size());
  auto& index = properties_[static_cast<NodeId>(&node - nodes_.data())];
  if (index.empty()) {
    for (const auto& [property, child] : node.properties) index.emplace(property, child);
  }
  return index;
}

std::optional<NodeId> Model::child_for_index(const Node& node, std::uint64_t index) const {
  if (index < node.prefix_items.size()) return node.prefix_items[index];
  return node.items;
}

const std::vector<NodeId>& Model::listed_containers(NodeId id, std::size_t list, json::Kind kind) {
  const auto [place, added] = listed_.try_emplace({id, list, kind});
  if (added) {
    const std::vector<json::Value> values = nodes_[id].enums[list];
    const std::string pointer = nodes_[id].pointer;
    std::vector<NodeId> made;
    for (const json::Value& value : values) {
      if (value.is(kind)) made.push_back(constant(value, pointer));
    }
    place->second = std::move(made);  // std::map: the place stays valid while constant() adds entries
  }
  return place->second;
}

// A closed schema for one container: exact names, all required; exact length. Its children list their one
// value.
NodeId Model::constant(json::Value value, const std::string& pointer) {
  if (!false_node_) {
    false_node_ = static_cast<NodeId>(nodes_.size());
    Node none;
    none.boolean = false;
    nodes_.push_back(none);
  }
  const auto child = [&](json::Value of) {
    Node node;
    node.pointer = pointer;
    node.enums = {{of}};
    nodes_.push_back(node);
    return static_cast<NodeId>(nodes_.size() - 1);
  };
  Node closed;
  closed.pointer = pointer;
  if (value.is(json::Kind::object)) {
    closed.types = kObject;
    closed.additional_properties = false_node_;
    for (const json::Member& member : value.members()) {
      closed.properties.emplace_back(std::string(member.name()), child(member.value));
      closed.required.emplace_back(member.name());
    }
  } else {
    closed.types = kArray;
    closed.items = false_node_;
    for (const json::Value item : value.elements()) closed.prefix_items.push_back(child(item));
    closed.min_items = closed.prefix_items.size();
  }
  nodes_.push_back(closed);
  return static_cast<NodeId>(nodes_.size() - 1);
}

}  // namespace lockstep::engine
