#include "lockstep/conformance/suite/keywords.h"

#include <map>
#include <vector>

namespace lockstep::conformance {
namespace {

using oracle::JsonKind;
using oracle::JsonMember;
using oracle::JsonValue;

enum class Inside { nothing, schema, schemas_by_name };

// What the value of a keyword holds, as far as schemas go. A list of schemas is walked like a schema.
const std::map<std::string_view, Inside>& table() {
  static const std::map<std::string_view, Inside> kTable = {
      {"$schema", Inside::nothing},
      {"$id", Inside::nothing},
      {"id", Inside::nothing},
      {"$ref", Inside::nothing},
      {"$anchor", Inside::nothing},
      {"$dynamicRef", Inside::nothing},
      {"$dynamicAnchor", Inside::nothing},
      {"$recursiveRef", Inside::nothing},
      {"$recursiveAnchor", Inside::nothing},
      {"$vocabulary", Inside::nothing},
      {"$comment", Inside::nothing},
      {"$defs", Inside::schemas_by_name},
      {"definitions", Inside::schemas_by_name},
      {"allOf", Inside::schema},
      {"anyOf", Inside::schema},
      {"oneOf", Inside::schema},
      {"not", Inside::schema},
      {"if", Inside::schema},
      {"then", Inside::schema},
      {"else", Inside::schema},
      {"dependentSchemas", Inside::schemas_by_name},
      {"dependentRequired", Inside::nothing},
      {"dependencies", Inside::schemas_by_name},
      {"prefixItems", Inside::schema},
      {"items", Inside::schema},
      {"additionalItems", Inside::schema},
      {"contains", Inside::schema},
      {"properties", Inside::schemas_by_name},
      {"patternProperties", Inside::schemas_by_name},
      {"additionalProperties", Inside::schema},
      {"propertyNames", Inside::schema},
      {"unevaluatedItems", Inside::schema},
      {"unevaluatedProperties", Inside::schema},
      {"type", Inside::nothing},
      {"enum", Inside::nothing},
      {"const", Inside::nothing},
      {"multipleOf", Inside::nothing},
      {"maximum", Inside::nothing},
      {"exclusiveMaximum", Inside::nothing},
      {"minimum", Inside::nothing},
      {"exclusiveMinimum", Inside::nothing},
      {"maxLength", Inside::nothing},
      {"minLength", Inside::nothing},
      {"pattern", Inside::nothing},
      {"maxItems", Inside::nothing},
      {"minItems", Inside::nothing},
      {"uniqueItems", Inside::nothing},
      {"maxContains", Inside::nothing},
      {"minContains", Inside::nothing},
      {"maxProperties", Inside::nothing},
      {"minProperties", Inside::nothing},
      {"required", Inside::nothing},
      {"format", Inside::nothing},
      {"contentEncoding", Inside::nothing},
      {"contentMediaType", Inside::nothing},
      {"contentSchema", Inside::schema},
      {"title", Inside::nothing},
      {"description", Inside::nothing},
      {"default", Inside::nothing},
      {"deprecated", Inside::nothing},
      {"readOnly", Inside::nothing},
      {"writeOnly", Inside::nothing},
      {"examples", Inside::nothing},
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
    if (entry->second == Inside::schema) todo.push_back(&member.value);
    if (entry->second == Inside::schemas_by_name) {
      for (const JsonMember& named : member.value.members) todo.push_back(&named.value);
    }
  }
}

}  // namespace

bool is_keyword(std::string_view name) { return table().contains(name); }

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
  if (is_keyword(base)) return {std::string(base)};
  return {};
}

}  // namespace lockstep::conformance
