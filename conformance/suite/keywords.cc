#include "lockstep/conformance/suite/keywords.h"

#include <map>
#include <vector>

namespace lockstep::conformance {
namespace {

using oracle::JsonKind;
using oracle::JsonMember;
using oracle::JsonValue;

const std::map<std::string_view, Holds>& table() {
  static const std::map<std::string_view, Holds> kTable = {
      {"$schema", Holds::nothing},
      {"$id", Holds::nothing},
      {"id", Holds::nothing},
      {"$ref", Holds::nothing},
      {"$anchor", Holds::nothing},
      {"$dynamicRef", Holds::nothing},
      {"$dynamicAnchor", Holds::nothing},
      {"$recursiveRef", Holds::nothing},
      {"$recursiveAnchor", Holds::nothing},
      {"$vocabulary", Holds::nothing},
      {"$comment", Holds::nothing},
      {"$defs", Holds::schemas_by_name},
      {"definitions", Holds::schemas_by_name},
      {"allOf", Holds::schema},
      {"anyOf", Holds::schema},
      {"oneOf", Holds::schema},
      {"not", Holds::schema},
      {"if", Holds::schema},
      {"then", Holds::schema},
      {"else", Holds::schema},
      {"dependentSchemas", Holds::schemas_by_name},
      {"dependentRequired", Holds::nothing},
      {"dependencies", Holds::schemas_by_name},
      {"prefixItems", Holds::schema},
      {"items", Holds::schema},
      {"additionalItems", Holds::schema},
      {"contains", Holds::schema},
      {"properties", Holds::schemas_by_name},
      {"patternProperties", Holds::schemas_by_name},
      {"additionalProperties", Holds::schema},
      {"propertyNames", Holds::schema},
      {"unevaluatedItems", Holds::schema},
      {"unevaluatedProperties", Holds::schema},
      {"type", Holds::nothing},
      {"enum", Holds::nothing},
      {"const", Holds::nothing},
      {"multipleOf", Holds::nothing},
      {"maximum", Holds::nothing},
      {"exclusiveMaximum", Holds::nothing},
      {"minimum", Holds::nothing},
      {"exclusiveMinimum", Holds::nothing},
      {"maxLength", Holds::nothing},
      {"minLength", Holds::nothing},
      {"pattern", Holds::nothing},
      {"maxItems", Holds::nothing},
      {"minItems", Holds::nothing},
      {"uniqueItems", Holds::nothing},
      {"maxContains", Holds::nothing},
      {"minContains", Holds::nothing},
      {"maxProperties", Holds::nothing},
      {"minProperties", Holds::nothing},
      {"required", Holds::nothing},
      {"format", Holds::nothing},
      {"contentEncoding", Holds::nothing},
      {"contentMediaType", Holds::nothing},
      {"contentSchema", Holds::schema},
      {"title", Holds::nothing},
      {"description", Holds::nothing},
      {"default", Holds::nothing},
      {"deprecated", Holds::nothing},
      {"readOnly", Holds::nothing},
      {"writeOnly", Holds::nothing},
      {"examples", Holds::nothing},
  };
  return kTable;
}

void collect_from(const JsonValue& schema, std::set<std::string>& found,
                  std::vector<const JsonValue*>& todo) {
  if (schema.kind == JsonKind::boolean) found.insert("true/false");
  for (const JsonValue& item : schema.items) todo.push_back(&item);
  for (const JsonMember& member : schema.members) {
    const auto entry = table().find(member.name);
    if (entry == table().end()) continue;
    found.insert(member.name);
    if (entry->second == Holds::schema) todo.push_back(&member.value);
    if (entry->second == Holds::schemas_by_name) {
      for (const JsonMember& named : member.value.members) todo.push_back(&named.value);
    }
  }
}

}  // namespace

std::optional<Holds> keyword_holds(std::string_view name) {
  const auto found = table().find(name);
  if (found == table().end()) return std::nullopt;
  return found->second;
}

std::set<std::string> keywords_of(const JsonValue& schema) {
  std::set<std::string> found;
  std::vector<const JsonValue*> todo = {&schema};
  while (!todo.empty()) {
    const JsonValue* next = todo.back();
    todo.pop_back();
    collect_from(*next, found, todo);
  }
  return found;
}

std::set<std::string> keywords_of_file(std::string_view path) {
  static const std::map<std::string_view, std::set<std::string>> kSpecial = {
      {"anchor", {"$anchor"}},
      {"boolean_schema", {"true/false"}},
      {"content", {"contentEncoding", "contentMediaType", "contentSchema"}},
      {"defs", {"$defs"}},
      {"dependencies-compatibility", {"dependencies"}},
      {"dynamicRef", {"$dynamicRef"}},
      {"ecmascript-regex", {"pattern"}},
      {"format-assertion", {"format", "$vocabulary"}},
      {"id", {"$id"}},
      {"if-then-else", {"if", "then", "else"}},
      {"infinite-loop-detection", {"$ref"}},
      {"non-bmp-regex", {"pattern"}},
      {"recursiveRef", {"$recursiveRef"}},
      {"ref", {"$ref"}},
      {"refOfUnknownKeyword", {"$ref"}},
      {"refRemote", {"$ref"}},
      {"vocabulary", {"$vocabulary"}},
  };
  if (path.find("optional/format/") != std::string_view::npos) return {"format"};
  const std::size_t slash = path.rfind('/');
  std::string_view base = slash == std::string_view::npos ? path : path.substr(slash + 1);
  if (base.ends_with(".json")) base.remove_suffix(5);
  const auto special = kSpecial.find(base);
  if (special != kSpecial.end()) return special->second;
  if (keyword_holds(base)) return {std::string(base)};
  return {};
}

}  // namespace lockstep::conformance
