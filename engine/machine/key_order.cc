#include "lockstep/engine/machine/key_order.h"

#include <algorithm>
#include <numeric>
#include <utility>

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
  if (const auto known = index_.find(applied); known != index_.end()) return known->second;
  List list;
  std::set<NodeId> reached;
  for (const NodeId id : applied) walk(id, list, reached);
  settle_names(list);
  lists_.push_back(std::move(list));
  return index_[applied] = static_cast<std::uint32_t>(lists_.size() - 1);
}

// Depth first: each schema object the first time it is reached, its keywords in the order of the text.
void KeyOrders::walk(NodeId id, List& list, std::set<NodeId>& reached) const {
  if (!reached.insert(id).second) return;
  pass(meter_);
  const Node& node = model_.node(id);
  for (const Applicator keyword : node.applicators) {
    list.met.push_back({id, keyword});
    if (keyword == Applicator::properties) {
      for (const auto& [name, child] : node.properties) {
        pass(meter_, 4);
        list.names.push_back(name);
      }
    }
    for (const NodeId next : walked(node, keyword)) walk(next, list, reached);
  }
}

// A name counts where the walk meets it first.
void KeyOrders::settle_names(List& list) const {
  std::vector<std::uint32_t> sorted(list.names.size());
  std::iota(sorted.begin(), sorted.end(), 0U);
  std::stable_sort(sorted.begin(), sorted.end(), [&](std::uint32_t a, std::uint32_t b) {
    pass(meter_);
    return list.names[a] < list.names[b];
  });
  std::vector<bool> again(sorted.size(), false);
  for (std::size_t i = 1; i < sorted.size(); ++i)
    again[sorted[i]] = list.names[sorted[i]] == list.names[sorted[i - 1]];
  // How many names go before each that stays.
  std::vector<std::uint32_t> places(sorted.size());
  std::uint32_t kept = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    places[i] = kept;
    if (again[i]) continue;
    if (kept != i) list.names[kept] = std::move(list.names[i]);
    ++kept;
  }
  list.names.resize(kept);
  for (const std::uint32_t place : sorted) {
    if (!again[place]) list.sorted.push_back(places[place]);
  }
}

const std::vector<std::string>& KeyOrders::names(std::uint32_t applied) const {
  return lists_[applied].names;
}

std::uint32_t KeyOrders::place(std::uint32_t applied, const std::string& name) const {
  const List& list = lists_[applied];
  const auto found =
      std::lower_bound(list.sorted.begin(), list.sorted.end(), name,
                       [&](std::uint32_t at, const std::string& sought) { return list.names[at] < sought; });
  return found == list.sorted.end() || list.names[*found] != name ? kUndeclared : *found;
}

std::uint64_t KeyOrders::settled_index(std::uint32_t applied) const {
  std::uint64_t longest = 0;
  for (const Met& met : lists_[applied].met) {
    pass(meter_);
    longest = std::max<std::uint64_t>(longest, model_.node(met.node).prefix_items.size());
  }
  return longest;
}

std::vector<NodeId> KeyOrders::patterns(std::uint32_t applied) const {
  std::vector<NodeId> nodes;
  for (const Met& met : lists_[applied].met) {
    pass(meter_);
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
    pass(meter_);
    const bool declared = member && !key.is_other && model_.declares(node, key.name);
    const bool in_prefix = key.index < node.prefix_items.size();
    if (member && met.keyword == Applicator::properties && declared)
      children.push_back(*model_.child_for_name(node, key.name));
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
