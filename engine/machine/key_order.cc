#include "lockstep/engine/machine/key_order.h"

#include <algorithm>

namespace lockstep::engine {
namespace {

// The schemas that the walk goes on to on meeting a keyword.
std::vector<NodeId> walked(const Node& node, Applicator keyword) {
  switch (keyword) {
    case Applicator::all_of:
      return node.all_of;
    case Applicator::any_of:
      return node.any_of;
    case Applicator::one_of:
      return node.one_of;
    case Applicator::negated:
      return {*node.negated};
    case Applicator::condition:
      return {*node.condition};
    case Applicator::then:
      return {*node.then};
    case Applicator::otherwise:
      return {*node.otherwise};
    case Applicator::dependent_schemas: {
      std::vector<NodeId> all;
      for (const auto& [name, next] : node.dependent_schemas) all.push_back(next);
      return all;
    }
    case Applicator::ref:
      return {*node.ref};
    case Applicator::dynamic_ref:
      return {*node.dynamic_ref_initial};
    default:
      return {};
  }
}

}  // namespace

std::uint32_t KeyOrders::root(NodeId node) { return order_ == KeyOrder::declared ? intern({node}) : 0; }

std::uint32_t KeyOrders::intern(const std::vector<NodeId>& applied) {
  if (applied.empty()) return 0;
  const auto [place, added] = index_.try_emplace(applied, static_cast<std::uint32_t>(lists_.size()));
  if (added) {
    List list;
    std::set<NodeId> reached;
    for (const NodeId id : applied) walk(id, list, reached);
    lists_.push_back(std::move(list));
  }
  return place->second;
}

// Depth first: each schema object the first time it is reached, its keywords in the order of the text.
void KeyOrders::walk(NodeId id, List& list, std::set<NodeId>& reached) const {
  if (!reached.insert(id).second) return;
  const Node& node = model_.node(id);
  for (const Applicator keyword : node.applicators) {
    list.met.push_back({id, keyword});
    if (keyword == Applicator::properties) {
      for (const auto& [name, child] : node.properties) {
        if (std::find(list.names.begin(), list.names.end(), name) == list.names.end())
          list.names.push_back(name);
      }
    }
    for (const NodeId next : walked(node, keyword)) walk(next, list, reached);
  }
}

const std::vector<std::string>& KeyOrders::names(std::uint32_t applied) { return lists_[applied].names; }

std::uint64_t KeyOrders::settled_index(std::uint32_t applied) const {
  std::uint64_t longest = 0;
  for (const Met& met : lists_[applied].met) {
    longest = std::max<std::uint64_t>(longest, model_.node(met.node).prefix_items.size());
  }
  return longest;
}

std::vector<NodeId> KeyOrders::patterns(std::uint32_t applied) const {
  std::vector<NodeId> nodes;
  for (const Met& met : lists_[applied].met) {
    if (met.keyword != Applicator::pattern_properties) continue;
    for (const auto& [pattern, schema] : model_.node(met.node).pattern_properties) nodes.push_back(pattern);
  }
  return nodes;
}

// The applied list of a child, in the order in which the same walk meets the keywords that lead to it.
std::uint32_t KeyOrders::child(std::uint32_t applied, const Key& key) {
  if (applied == 0) return 0;
  const bool member = key.type == ContainerType::object;
  std::vector<NodeId> children;
  for (const Met& met : lists_[applied].met) {
    const Node& node = model_.node(met.node);
    const auto named = std::find_if(
        node.properties.begin(), node.properties.end(),
        [&](const auto& property) { return member && !key.is_other && property.first == key.name; });
    const bool declared = named != node.properties.end();
    const bool in_prefix = key.index < node.prefix_items.size();
    if (member && met.keyword == Applicator::properties && declared) children.push_back(named->second);
    bool matched = false;
    if (member) {
      for (const auto& [pattern, schema] : node.pattern_properties) {
        if (!scalars_.matches(pattern, key.name)) continue;
        matched = true;
        if (met.keyword == Applicator::pattern_properties) children.push_back(schema);
      }
    }
    if (member && met.keyword == Applicator::additional_properties && !declared && !matched) {
      children.push_back(*node.additional_properties);
    }
    if (!member && met.keyword == Applicator::prefix_items && in_prefix) {
      children.push_back(node.prefix_items[key.index]);
    }
    if (member && met.keyword == Applicator::unevaluated_properties) {
      children.push_back(*node.unevaluated_properties);
    }
    if (!member && met.keyword == Applicator::items && !in_prefix) children.push_back(*node.items);
    if (!member && met.keyword == Applicator::contains) children.push_back(*node.contains);
    if (!member && met.keyword == Applicator::unevaluated_items) children.push_back(*node.unevaluated_items);
  }
  return intern(children);
}

}  // namespace lockstep::engine
