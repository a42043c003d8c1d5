// What older drafts say otherwise, in the words of 2020-12 (conformance/spec/drafts.md section 3), and
// OpenAPI's `nullable`.
#include <algorithm>

#include "lockstep/engine/schema/reader.h"
#include "lockstep/engine/schema/uri.h"

namespace lockstep::engine {

// 3.3: what stands beside a reference decides nothing up to draft 7, annotations included.
bool Reader::without_meaning(const SchemaPlace& place, std::string_view name, bool lone_ref) {
  if (name == "$ref" || !lone_ref) return false;
  if (name != "$schema" && name != "definitions") remark("without_effect", place, name);
  return true;
}

// 3.11.
std::optional<CompileFault> Reader::nullable(const SchemaPlace& place, json::Value value, bool lone_ref) {
  if (!options_.openapi) {
    return unsupported_keyword(place, "nullable",
                               "nullable is a keyword of OpenAPI, which this schema is not read as");
  }
  if (!value.is(json::Kind::boolean))
    return malformed("invalid_schema", "nullable must be a boolean", pointer_to(place.pointer, "nullable"));
  if (!lone_ref && adds_null(place)) return std::nullopt;
  remark("without_effect", place, "nullable");
  return std::nullopt;
}

// To `type`, wherever it stands beside it.
bool Reader::adds_null(const SchemaPlace& place) const {
  const std::optional<json::Value> value = options_.openapi ? place.value.find("nullable") : std::nullopt;
  return value && value->is(json::Kind::boolean) && value->boolean() && place.value.find("type");
}

// 3.9: where it leads to a $recursiveAnchor, the outermost resource of the dynamic scope that has one is
// meant.
std::optional<CompileFault> Reader::recursive_reference(Node& node, const SchemaPlace& place,
                                                        std::string_view reference) {
  if (reference != "#") {
    return malformed("bad_reference", "$recursiveRef is \"#\" and nothing else",
                     pointer_to(place.pointer, "$recursiveRef"));
  }
  std::variant<SchemaPlace, CompileFault> found = documents_.resolve(place, reference, "$recursiveRef");
  if (const CompileFault* fault = std::get_if<CompileFault>(&found)) return *fault;
  lead_dynamically(node, std::get<SchemaPlace>(found), kRecursiveAnchor);
  node.dynamic_ref_keyword = "$recursiveRef";
  return std::nullopt;
}

// 3.8.
void Reader::dependencies(Node& node, const SchemaPlace& place, json::Value value) {
  node.dependent_required_keyword = "dependencies";
  for (const json::Member member : value.members()) {
    meter_.pass(2);
    if (member.value.is(json::Kind::array)) {
      add_dependent(node, member);
    } else {
      node.dependent_schemas.emplace_back(std::string(member.name()), child(place, member.value));
    }
  }
  if (!node.dependent_schemas.empty()) node.applicators.push_back(Applicator::dependent_schemas);
}

// 3.5: `items` as a list, and `additionalItems`.
void Reader::items(Node& node, const SchemaPlace& place, json::Value value) {
  if (value.is(json::Kind::array)) {
    node.prefix_items = children(place, value);
    node.prefix_items_keyword = "items";
    node.applicators.push_back(Applicator::prefix_items);
  } else if (has_effect(place, "additionalItems", value)) {
    node.items = child(place, value);
    node.applicators.push_back(Applicator::items);
  }
}

// 3.2: in draft 4 the bound stands beside it.
std::optional<CompileFault> Reader::exclusive(std::optional<Decimal>& into, const SchemaPlace& place,
                                              std::string_view name, json::Value value) {
  if (place.dialect.draft != Draft::draft4) return bound(into, place, name, value);
  if (!value.boolean()) return std::nullopt;
  const std::string_view beside = name == "exclusiveMinimum" ? "minimum" : "maximum";
  return bound(into, place, beside, place.value.find(beside).value());
}

}  // namespace lockstep::engine
