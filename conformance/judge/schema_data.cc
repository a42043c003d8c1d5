// A walk over applicators by name, and JSON pointers (RFC 6901) without percent-encoding.
#include "lockstep/conformance/judge/schema_data.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace lockstep::conformance {
namespace {

using oracle::JsonKind;
using oracle::JsonMember;
using oracle::JsonValue;

constexpr std::array<std::string_view, 6> kMaps = {"properties",       "patternProperties", "$defs",
                                                   "dependentSchemas", "definitions",       "dependencies"};
constexpr std::array<std::string_view, 19> kSchemas = {"allOf",
                                                       "anyOf",
                                                       "oneOf",
                                                       "prefixItems",
                                                       "items",
                                                       "contains",
                                                       "additionalProperties",
                                                       "propertyNames",
                                                       "if",
                                                       "then",
                                                       "else",
                                                       "not",
                                                       "unevaluatedItems",
                                                       "unevaluatedProperties",
                                                       "contentSchema",
                                                       "additionalItems",
                                                       "$ref",
                                                       "$dynamicRef",
                                                       "$recursiveRef"};
constexpr std::array<std::string_view, 39> kPlain = {"$schema",
                                                     "$id",
                                                     "id",
                                                     "$vocabulary",
                                                     "$anchor",
                                                     "$dynamicAnchor",
                                                     "$recursiveAnchor",
                                                     "$comment",
                                                     "type",
                                                     "multipleOf",
                                                     "maximum",
                                                     "exclusiveMaximum",
                                                     "minimum",
                                                     "exclusiveMinimum",
                                                     "maxLength",
                                                     "minLength",
                                                     "pattern",
                                                     "maxItems",
                                                     "minItems",
                                                     "uniqueItems",
                                                     "maxContains",
                                                     "minContains",
                                                     "maxProperties",
                                                     "minProperties",
                                                     "required",
                                                     "dependentRequired",
                                                     "title",
                                                     "description",
                                                     "deprecated",
                                                     "readOnly",
                                                     "writeOnly",
                                                     "format",
                                                     "contentEncoding",
                                                     "contentMediaType",
                                                     "divisibleBy",
                                                     "disallow",
                                                     "extends",
                                                     "optional",
                                                     "requires"};

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void walk(const JsonValue& schema, std::vector<const JsonValue*>& data) {
  for (const JsonValue& item : schema.items) walk(item, data);  // allOf and the like; elsewhere harmless
  for (const JsonMember& member : schema.members) {
    if (is_one_of(kMaps, member.name) && member.value.kind == JsonKind::object) {
      for (const JsonMember& inner : member.value.members) walk(inner.value, data);
    } else if (is_one_of(kSchemas, member.name)) {
      walk(member.value, data);
    } else if (!is_one_of(kPlain, member.name)) {
      data.push_back(&member.value);
    }
  }
}

std::string unescaped(std::string_view token) {
  std::string text;
  for (std::size_t i = 0; i < token.size(); ++i) {
    const bool escape = token[i] == '~' && i + 1 < token.size();
    text += escape ? (token[i + 1] == '1' ? '/' : '~') : token[i];
    i += escape ? 1 : 0;
  }
  return text;
}

const JsonValue* child(const JsonValue& value, const std::string& token) {
  if (value.kind == JsonKind::object) return value.find(token);
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), index);
  const bool whole = error == std::errc() && end == token.data() + token.size();
  return whole && index < value.items.size() ? &value.items[index] : nullptr;
}

}  // namespace

std::vector<const JsonValue*> data_values(const JsonValue& schema) {
  std::vector<const JsonValue*> data;
  walk(schema, data);
  return data;
}

bool is_inside(const std::vector<const JsonValue*>& values, std::size_t offset) {
  return std::any_of(values.begin(), values.end(),
                     [&](const JsonValue* value) { return value->begin <= offset && offset < value->end; });
}

const JsonValue* at_pointer(const JsonValue& document, std::string_view reference) {
  if (reference.substr(0, 2) != "#/") return nullptr;
  reference.remove_prefix(2);
  const JsonValue* value = &document;
  while (value != nullptr) {
    const std::size_t slash = reference.find('/');
    value = child(*value, unescaped(reference.substr(0, slash)));
    if (slash == std::string_view::npos) return value;
    reference.remove_prefix(slash + 1);
  }
  return nullptr;
}

}  // namespace lockstep::conformance
