// Keywords of drafts 4 to 2019-09 that 2020-12 spells otherwise (conformance/spec/drafts.md). They are read
// as the keywords of 2020-12 that say the same, where they stand, so that evaluation and prefixes know one
// set of keywords.
#include <array>

#include "lockstep/oracle/schema/loader.h"

namespace lockstep::oracle {
namespace {

constexpr Stage kStage = Stage::assertion;
constexpr Draft k4 = Draft::draft4;
constexpr Draft k7 = Draft::draft7;
constexpr Draft k2019 = Draft::draft2019;
constexpr Draft k2020 = Draft::draft2020;

constexpr std::array<Rule, 10> kRules = {{
    {"id", kCore, ValueShape::string, kStage, nullptr, k4, k4},
    {"$recursiveRef", kCore, ValueShape::string, kStage, nullptr, k2019, k2019},
    {"$recursiveAnchor", kCore, ValueShape::boolean, kStage, nullptr, k2019, k2019},
    {"definitions", kCore, ValueShape::schema_map, kStage, nullptr, k4, k2020},
    {"dependencies", kApplicator, ValueShape::dependencies, kStage, nullptr, k4, k7},
    {"dependencies", kCore, ValueShape::any, kStage, nullptr, k2019, k2020},
    {"items", kApplicator, ValueShape::schema_or_array, kStage, nullptr, k4, k2019},
    {"additionalItems", kApplicator, ValueShape::schema, kStage, nullptr, k4, k2019},
    {"exclusiveMinimum", kValidation, ValueShape::boolean, kStage, nullptr, k4, k4},
    {"exclusiveMaximum", kValidation, ValueShape::boolean, kStage, nullptr, k4, k4},
}};

Keyword read_as(std::string_view name, const JsonValue& value) {
  Keyword keyword;
  keyword.rule = &current_rule(name);
  keyword.value = &value;
  return keyword;
}

bool is_true(const JsonValue* value) {
  return value != nullptr && value->kind == JsonKind::boolean && value->boolean;
}

// drafts.md 3.2: the boolean beside the bound decides which bound it is.
Keyword read_bound(const Dialect& dialect, const JsonMember& member, const JsonValue& schema) {
  const bool is_least = member.name == "minimum";
  const std::string_view exclusive = is_least ? "exclusiveMinimum" : "exclusiveMaximum";
  const bool excludes = dialect.draft == k4 && is_true(schema.find(exclusive));
  return read_as(excludes ? exclusive : std::string_view(member.name), member.value);
}

// drafts.md 3.5.
std::vector<Keyword> read_items(const JsonMember& member, const JsonValue& schema) {
  const JsonValue* items = schema.find("items");
  const bool is_list = items != nullptr && items->kind == JsonKind::array;
  if (member.name == "items") return {read_as(is_list ? "prefixItems" : "items", member.value)};
  if (!is_list) return {};
  return {read_as("items", member.value)};
}

}  // namespace

std::span<const Rule> older_rules() { return kRules; }

bool voids_siblings(const JsonValue& schema, const Dialect& dialect) {
  return dialect.draft <= k7 && schema.kind == JsonKind::object && schema.find("$ref") != nullptr;
}

const JsonValue* neighbour_fault(const Rule& rule, const JsonMember& member, const JsonValue& schema) {
  if (rule.last != k4 || !rule.name.starts_with("exclusive")) return nullptr;
  const bool is_least = rule.name == "exclusiveMinimum";
  return schema.find(is_least ? "minimum" : "maximum") == nullptr ? &member.value : nullptr;
}

std::vector<Keyword> Loader::read_keyword(const Rule& rule, const JsonMember& member,
                                          const Subschema& schema) const {
  const std::string_view name = rule.name;
  const Dialect& dialect = *schema.dialect;
  if (name == "definitions" || (name.starts_with("exclusive") && rule.last == k4)) return {};
  if (name == "dependencies") {
    if (dialect.draft > k7) return {};
    return {read_as("dependentRequired", member.value), read_as("dependentSchemas", member.value)};
  }
  if (name == "$recursiveRef") return {read_as("$dynamicRef", member.value)};
  if (name == "minimum" || name == "maximum") return {read_bound(dialect, member, *schema.value)};
  if ((name == "items" || name == "additionalItems") && dialect.draft <= k2019) {
    return read_items(member, *schema.value);
  }
  Keyword keyword;
  keyword.rule = &rule;
  keyword.value = &member.value;
  if (name == "type") {
    keyword.integer_words = dialect.draft == k4;
    if (options_.openapi && is_true(schema.value->find("nullable"))) keyword.value = &with_null(member.value);
  }
  if (name == "contains") keyword.evaluates = dialect.draft >= k2020;
  return {std::move(keyword)};
}

// drafts.md 3.11. The place in the text stays that of `type`.
const JsonValue& Loader::with_null(const JsonValue& type) const {
  JsonValue& written = impl_->written.emplace_back(type);
  if (type.kind == JsonKind::string) {
    written = JsonValue();
    written.kind = JsonKind::array;
    written.begin = type.begin;
    written.end = type.end;
    written.items.push_back(type);
  }
  JsonValue& null = written.items.emplace_back();
  null.kind = JsonKind::string;
  null.text = "null";
  null.begin = type.begin;
  null.end = type.end;
  return written;
}

}  // namespace lockstep::oracle
