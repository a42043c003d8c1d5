// Look-up in the keyword tables, and the shapes of keyword values.
#include "lockstep/oracle/schema/rules.h"

#include <set>
#include <string>

#include "lockstep/oracle/json_text/decimal.h"
#include "lockstep/oracle/schema/model.h"

namespace lockstep::oracle {
namespace {

const JsonValue* unless(bool good, const JsonValue& value) { return good ? nullptr : &value; }

const JsonValue* schema_fault(const JsonValue& value) {
  return unless(value.kind == JsonKind::object || value.kind == JsonKind::boolean, value);
}

const JsonValue* strings_fault(const JsonValue& value) {
  if (value.kind != JsonKind::array) return &value;
  std::set<std::string_view> seen;
  for (const JsonValue& item : value.items) {
    if (item.kind != JsonKind::string || !seen.insert(item.text).second) return &item;
  }
  return nullptr;
}

const JsonValue* type_names_fault(const JsonValue& value) {
  static const std::set<std::string_view> kNames = {"array",  "boolean", "integer", "null",
                                                    "number", "object",  "string"};
  if (value.kind == JsonKind::string) return unless(kNames.contains(value.text), value);
  if (const JsonValue* fault = strings_fault(value)) return fault;
  for (const JsonValue& item : value.items) {
    if (!kNames.contains(item.text)) return &item;
  }
  return unless(!value.items.empty(), value);
}

const JsonValue* number_fault(ValueShape shape, const JsonValue& value) {
  if (value.kind != JsonKind::number) return &value;
  if (shape == ValueShape::number) return nullptr;
  const Decimal number = parse_decimal(value.text);
  if (shape == ValueShape::positive_number) return unless(!number.negative && !number.is_zero(), value);
  return unless(number.is_integer() && !number.negative, value);
}

// Every member of an object has the shape of `part`.
const JsonValue* map_fault(ValueShape part, const JsonValue& value) {
  if (value.kind != JsonKind::object) return &value;
  for (const JsonMember& member : value.members) {
    if (const JsonValue* fault = shape_fault(part, member.value)) return fault;
  }
  return nullptr;
}

const JsonValue* dependencies_fault(const JsonValue& value) {
  if (value.kind != JsonKind::object) return &value;
  for (const JsonMember& member : value.members) {
    const bool is_list = member.value.kind == JsonKind::array;
    if (const JsonValue* fault = is_list ? strings_fault(member.value) : schema_fault(member.value))
      return fault;
  }
  return nullptr;
}

const JsonValue* schema_array_fault(const JsonValue& value) {
  if (value.kind != JsonKind::array || value.items.empty()) return &value;
  for (const JsonValue& item : value.items) {
    if (const JsonValue* fault = schema_fault(item)) return fault;
  }
  return nullptr;
}

}  // namespace

const Rule* find_rule(std::string_view name, const Dialect& dialect) {
  for (const auto table : {core_rules(), applicator_rules(), unevaluated_rules(), validation_rules(),
                           format_rules(), content_rules(), meta_data_rules(), older_rules()}) {
    for (const Rule& rule : table) {
      const bool has = rule.first <= dialect.draft && dialect.draft <= rule.last;
      if (has && rule.name == name) return (rule.vocabularies & dialect.vocabularies) != 0 ? &rule : nullptr;
    }
  }
  return nullptr;
}

const Rule& current_rule(std::string_view name) {
  static const Dialect kAll = {"", Draft::draft2020, kEveryVocabulary, nullptr};
  return *find_rule(name, kAll);
}

const JsonValue* shape_fault(ValueShape shape, const JsonValue& value) {
  switch (shape) {
    case ValueShape::any:
      return nullptr;
    case ValueShape::boolean:
      return unless(value.kind == JsonKind::boolean, value);
    case ValueShape::string:
      return unless(value.kind == JsonKind::string, value);
    case ValueShape::number:
    case ValueShape::positive_number:
    case ValueShape::count:
      return number_fault(shape, value);
    case ValueShape::array:
      return unless(value.kind == JsonKind::array, value);
    case ValueShape::boolean_map:
      return map_fault(ValueShape::boolean, value);
    case ValueShape::strings:
      return strings_fault(value);
    case ValueShape::strings_map:
      return map_fault(ValueShape::strings, value);
    case ValueShape::type_names:
      return type_names_fault(value);
    case ValueShape::schema:
      return schema_fault(value);
    case ValueShape::schema_array:
      return schema_array_fault(value);
    case ValueShape::schema_map:
      return map_fault(ValueShape::schema, value);
    case ValueShape::schema_or_array:
      return value.kind == JsonKind::array ? schema_array_fault(value) : schema_fault(value);
    case ValueShape::dependencies:
      return dependencies_fault(value);
  }
  return &value;
}

}  // namespace lockstep::oracle
