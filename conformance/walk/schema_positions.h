// Where in a schema subschemas stand. Core 10, 11; Validation 8.5.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "lockstep/conformance/generate/json_tree.h"

namespace lockstep::conformance {

namespace positions {
inline constexpr std::array<std::string_view, 6> kMaps = {
    "properties", "$defs", "definitions", "dependentSchemas", "patternProperties", "dependencies"};
inline constexpr std::array<std::string_view, 4> kLists = {"allOf", "anyOf", "oneOf", "prefixItems"};
inline constexpr std::array<std::string_view, 11> kSchemas = {
    "items",         "additionalProperties", "contentSchema",        "not", "if", "then", "else", "contains",
    "propertyNames", "unevaluatedItems",     "unevaluatedProperties"};

template <std::size_t N>
bool among(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}
}  // namespace positions

// The subschemas of one keyword; `TreeLike` is Tree or const Tree.
template <typename TreeLike, typename Visit>
void visit_subschemas(std::string_view keyword, TreeLike& value, const Visit& visit) {
  if (positions::among(positions::kMaps, keyword)) {
    for (auto& [name, part] : value.members) visit(part);
  } else if (positions::among(positions::kLists, keyword)) {
    for (TreeLike& part : value.items) visit(part);
  } else if (positions::among(positions::kSchemas, keyword)) {
    visit(value);
  }
}

}  // namespace lockstep::conformance
