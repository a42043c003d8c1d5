// The keywords that lead to other subschemas.
#include <algorithm>

#include "lockstep/engine/base/check.h"
#include "lockstep/engine/schema/reader.h"
#include "lockstep/engine/schema/uri.h"

namespace lockstep::engine {
namespace {

// The keywords with one place in Node each.
struct PlainApplicator {
  std::string_view name;
  Applicator applicator;
  std::optional<NodeId> Node::* one = nullptr;
  std::vector<NodeId> Node::* list = nullptr;
  std::vector<std::pair<std::string, NodeId>> Node::* map = nullptr;
};

const PlainApplicator& plain_applicator(std::string_view name) {
  static const std::vector<PlainApplicator> kAll = {
      {"properties", Applicator::properties, nullptr, nullptr, &Node::properties},
      {"additionalProperties", Applicator::additional_properties, &Node::additional_properties},
      {"prefixItems", Applicator::prefix_items, nullptr, &Node::prefix_items},
      {"items", Applicator::items, &Node::items},
      {"contains", Applicator::contains, &Node::contains},
      {"unevaluatedProperties", Applicator::unevaluated_properties, &Node::unevaluated_properties},
      {"unevaluatedItems", Applicator::unevaluated_items, &Node::unevaluated_items},
      {"propertyNames", Applicator::property_names, &Node::property_names},
      {"allOf", Applicator::all_of, nullptr, &Node::all_of},
      {"anyOf", Applicator::any_of, nullptr, &Node::any_of},
      {"oneOf", Applicator::one_of, nullptr, &Node::one_of},
      {"not", Applicator::negated, &Node::negated},
      {"if", Applicator::condition, &Node::condition},
      {"then", Applicator::then, &Node::then},
      {"else", Applicator::otherwise, &Node::otherwise},
      {"dependentSchemas", Applicator::dependent_schemas, nullptr, nullptr, &Node::dependent_schemas},
  };
  const auto found =
      std::find_if(kAll.begin(), kAll.end(), [&](const auto& one) { return one.name == name; });
  LOCKSTEP_CHECK(found != kAll.end());
  return *found;
}

}  // namespace

std::optional<CompileFault> Reader::applicator(Node& node, const SchemaPlace& place, std::string_view name,
                                               json::Value value) {
  if (name == "$ref") {
    std::variant<SchemaPlace, CompileFault> target = documents_.resolve(place, value.string());
    if (const CompileFault* fault = std::get_if<CompileFault>(&target)) return *fault;
    node.ref = node_of(std::get<SchemaPlace>(target));
    node.applicators.push_back(Applicator::ref);
    return std::nullopt;
  }
  if (name == "patternProperties") return pattern_properties(node, place, value);
  if (name == "$dynamicRef") return dynamic_reference(node, place, value.string());
  if (name == "$recursiveRef") return recursive_reference(node, place, value.string());
  if (name == "dependencies") {
    dependencies(node, place, value);
    return std::nullopt;
  }
  if (name == "additionalItems" || (name == "items" && value.is(json::Kind::array))) {
    items(node, place, value);
    return std::nullopt;
  }
  if (name == "unevaluatedItems") node.contained_is_evaluated = place.dialect.draft >= Draft::draft2020_12;
  const PlainApplicator& keyword = plain_applicator(name);
  node.applicators.push_back(keyword.applicator);
  if (keyword.one != nullptr) node.*keyword.one = child(place, value);
  if (keyword.list != nullptr) node.*keyword.list = children(place, value);
  if (keyword.map != nullptr) {
    for (const json::Member member : value.members()) {
      meter_.pass(2);
      (node.*keyword.map).emplace_back(std::string(member.name()), child(place, member.value));
    }
  }
  return std::nullopt;
}

std::optional<CompileFault> Reader::pattern_properties(Node& node, const SchemaPlace& place,
                                                       json::Value value) {
  for (const json::Member member : value.members()) {
    Node name;
    name.pointer =
        documents_.texts().keep(pointer_to(pointer_to(place.pointer, "patternProperties"), member.name()));
    name.document = place.document;
    if (auto fault = pattern(name.pattern, place, "patternProperties", std::string(member.name())))
      return fault;
    schema_.nodes.push_back(std::move(name));
    const auto id = static_cast<NodeId>(schema_.nodes.size() - 1);
    node.pattern_properties.emplace_back(id, child(place, member.value));
  }
  node.applicators.push_back(Applicator::pattern_properties);
  return std::nullopt;
}

// Core section 8.2.3.2: where the reference leads to a $dynamicAnchor, the outermost resource of the dynamic
// scope that has that anchor too is meant.
std::optional<CompileFault> Reader::dynamic_reference(Node& node, const SchemaPlace& place,
                                                      std::string_view reference) {
  std::variant<SchemaPlace, CompileFault> found = documents_.resolve(place, reference, "$dynamicRef");
  if (const CompileFault* fault = std::get_if<CompileFault>(&found)) return *fault;
  lead_dynamically(node, std::get<SchemaPlace>(found), split_fragment(reference)->fragment.value_or(""));
  return std::nullopt;
}

// Where the reference leads whose first target is `initial`: where that bears this dynamic anchor, to the
// outermost resource of the dynamic scope that has the anchor too.
void Reader::lead_dynamically(Node& node, const SchemaPlace& initial, std::string_view anchor) {
  SchemaPlace target = initial;
  const SchemaPlace* anchored = documents_.dynamic_anchor(initial.base, anchor);
  if (anchored != nullptr && anchored->document == initial.document &&
      anchored->value.span().begin == initial.value.span().begin) {
    for (const std::string& resource : scope_) {
      if (const SchemaPlace* outer = documents_.dynamic_anchor(resource, anchor)) {
        target = *outer;
        break;
      }
    }
  }
  node.dynamic_ref_initial = node_of(initial);
  node.dynamic_ref = node_of(target);
  node.applicators.push_back(Applicator::dynamic_ref);
}

}  // namespace lockstep::engine
