#include "lockstep/engine/schema/schema.h"

#include "lockstep/engine/schema/reader.h"

namespace lockstep::engine {

std::vector<NodeId> in_place_of(const Node& node) {
  std::vector<NodeId> all;
  for (const auto* list : {&node.all_of, &node.any_of, &node.one_of}) {
    all.insert(all.end(), list->begin(), list->end());
  }
  for (const auto& [name, id] : node.dependent_schemas) all.push_back(id);
  const bool branches = node.condition.has_value();
  for (const auto& one : {node.negated, node.condition, branches ? node.then : std::nullopt,
                          branches ? node.otherwise : std::nullopt, node.ref, node.dynamic_ref}) {
    if (one) all.push_back(*one);
  }
  return all;
}

bool says_nothing(const Node& node) {
  if (node.boolean) return *node.boolean;
  return node.types == kAnyType && node.enums.empty() && !node.minimum && !node.maximum &&
         !node.exclusive_minimum && !node.exclusive_maximum && !node.multiple_of && !node.min_length &&
         !node.max_length && !node.pattern && !node.format && !node.unique_items && !node.min_items &&
         !node.max_items && !node.min_properties && !node.max_properties && !node.property_names &&
         node.pattern_properties.empty() && !node.contains && !node.unevaluated_properties &&
         !node.unevaluated_items && node.properties.empty() && !node.additional_properties &&
         node.required.empty() && node.prefix_items.empty() && !node.items && node.all_of.empty() &&
         node.any_of.empty() && node.one_of.empty() && !node.negated &&
         !(node.condition && (node.then || node.otherwise)) && node.dependent_required.empty() &&
         node.dependent_schemas.empty() && !node.dynamic_ref;
}

std::variant<Schema, CompileFault> read_schema(std::string_view text, const Registry& registry,
                                               const SchemaOptions& options, const Limits& limits,
                                               const Cancellation* cancellation) {
  return Reader(registry, options, limits, cancellation).read(text);
}

}  // namespace lockstep::engine
