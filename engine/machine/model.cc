#include "lockstep/engine/machine/model.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "lockstep/engine/base/check.h"

namespace lockstep::engine {
namespace {

constexpr std::size_t kFewProperties = 8;

}  // namespace

Model::Model(const Schema& schema, Meter* meter) : nodes_(schema.nodes), meter_(meter) {
  // kAlways is the empty list; kNever has a place of its own.
  const std::uint32_t never = ~std::uint32_t{0};
  LOCKSTEP_CHECK(members_.add({&never, 1}) == kNever);
  for (const Node& node : nodes_) {
    pass(meter_);
    has_integer_words_ = has_integer_words_ || (node.types & kIntegerWord) != 0;
  }
}

std::optional<std::string> Model::in_place_loop() const {
  enum class Mark : std::uint8_t { fresh, open, done };
  std::vector<Mark> marks(nodes_.size(), Mark::fresh);
  struct Visit {
    NodeId node;
    std::vector<NodeId> next;
  };
  const auto in_place = [this](NodeId id) {
    std::vector<NodeId> next = in_place_of(node(id));
    pass(meter_, 4 + next.size());
    return next;
  };
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
      if (marks[next] == Mark::open) return std::string(node(visit.node).pointer);
      if (marks[next] == Mark::fresh) path.push_back({next, in_place(next)});
    }
  }
  return std::nullopt;
}

Obligation Model::obligation(const std::vector<NodeId>& nodes) {
  std::set<NodeId> kept;
  pass(meter_, nodes.size());
  for (NodeId id : nodes) {
    while (node(id).ref && says_nothing(node(id))) {
      pass(meter_);
      id = *node(id).ref;
    }
    if (node(id).boolean && !*node(id).boolean) return kNever;
    if (!says_nothing(node(id))) kept.insert(id);
  }
  const std::vector<NodeId> sorted(kept.begin(), kept.end());
  if (sorted.empty()) return kAlways;
  const Obligation known = members_.find(sorted);
  return known != 0 ? known : members_.add(sorted);
}

std::optional<NodeId> Model::child_for_name(const Node& node, std::string_view name) const {
  if (node.properties.size() > kFewProperties) {
    const auto found = property_of(node, name);
    return found ? found : node.additional_properties;
  }
  for (const auto& [property, child] : node.properties) {
    if (property == name) return child;
  }
  return node.additional_properties;
}

bool Model::declares(const Node& node, std::string_view name) const {
  if (node.properties.size() > kFewProperties) return property_of(node, name).has_value();
  return std::any_of(node.properties.begin(), node.properties.end(),
                     [&](const auto& property) { return property.first == name; });
}

std::optional<NodeId> Model::property_of(const Node& node, std::string_view name) const {
  auto known = properties_.find(&node);
  if (known == properties_.end()) {
    std::vector<std::pair<std::string_view, NodeId>> sorted;
    for (const auto& [property, child] : node.properties) {
      pass(meter_, 4);
      sorted.emplace_back(property, child);
    }
    std::sort(sorted.begin(), sorted.end(), [this](const auto& a, const auto& b) {
      pass_bytes(meter_, std::min(a.first.size(), b.first.size()));
      return a.first < b.first;
    });
    known = properties_.emplace(&node, std::move(sorted)).first;
  }
  const auto& sorted = known->second;
  const auto found = std::lower_bound(sorted.begin(), sorted.end(), name,
                                      [](const auto& one, std::string_view of) { return one.first < of; });
  return found != sorted.end() && found->first == name ? std::optional(found->second) : std::nullopt;
}

std::optional<NodeId> Model::child_for_index(const Node& node, std::uint64_t index) const {
  if (index < node.prefix_items.size()) return node.prefix_items[index];
  return node.items;
}

const std::vector<NodeId>& Model::listed_containers(NodeId id, std::size_t list, json::Kind kind) {
  auto place = listed_.find({id, list, kind});
  if (place == listed_.end()) {
    const std::vector<json::Value>& values = node(id).enums[list];
    std::vector<NodeId> made;
    for (const json::Value& value : values) {
      pass(meter_);
      if (value.is(kind)) made.push_back(constant(value, node(id).pointer));
    }
    place = listed_.emplace(std::tuple(id, list, kind), std::move(made)).first;
  }
  return place->second;
}

// A closed schema for one container: exact names, all required; exact length. Its children list their one
// value.
NodeId Model::constant(json::Value value, std::string_view pointer) {
  if (!false_node_) {
    Node none;
    none.boolean = false;
    false_node_ = add(std::move(none));
  }
  const auto child = [&](json::Value of) {
    pass(meter_, 8);
    Node node;
    node.pointer = pointer;
    node.enums = {{of}};
    return add(std::move(node));
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
  return add(std::move(closed));
}

NodeId Model::add(Node node) {
  made_.push_back(std::move(node));
  return static_cast<NodeId>(nodes_.size() + made_.size() - 1);
}

}  // namespace lockstep::engine
