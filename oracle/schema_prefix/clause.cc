// What the plain keywords of a clause say together: JSON Schema Validation section 6, Core 10.3.
#include <algorithm>
#include <array>

#include "lockstep/oracle/schema_prefix/language.h"

namespace lockstep::oracle {
namespace {

Decimal decimal_of(std::size_t count) { return parse_decimal(std::to_string(count)); }

// By JsonKind.
constexpr std::array<std::string_view, 6> kTypeNames = {"null",   "boolean", "number",
                                                        "string", "array",   "object"};

// Does `type` list the name? Absent: yes.
bool lists_type(const Subschema& schema, std::string_view name) {
  const Keyword* type = schema.find("type");
  if (type == nullptr) return true;
  if (type->value->kind == JsonKind::string) return type->value->text == name;
  return std::any_of(type->value->items.begin(), type->value->items.end(),
                     [name](const JsonValue& item) { return item.text == name; });
}

// Before 2020-12 `items` could be the list, with `additionalItems` for the rest.
bool has_old_items(const Subschema& schema) {
  const Keyword* items = schema.find("items");
  return items != nullptr && items->value->kind == JsonKind::array;
}

// The schemas of the first items; nullptr: none.
const JsonValue* item_list(const Subschema& schema) {
  const Keyword* list = schema.find(has_old_items(schema) ? "items" : "prefixItems");
  return list == nullptr ? nullptr : list->value;
}

SizeRange sizes(const std::vector<const Subschema*>& schemas, std::string_view least, std::string_view most) {
  SizeRange range;
  for (const Subschema* schema : schemas) {
    if (const Keyword* found = schema->find(least)) {
      const Decimal bound = parse_decimal(found->value->text);
      if (compare(bound, range.least) > 0) range.least = bound;
    }
    if (const Keyword* found = schema->find(most)) {
      const Decimal bound = parse_decimal(found->value->text);
      if (!range.most || compare(bound, *range.most) < 0) range.most = bound;
    }
  }
  return range;
}

}  // namespace

bool SizeRange::wants_more_than(std::size_t count) const { return compare(least, decimal_of(count)) > 0; }
bool SizeRange::allows(std::size_t count) const { return !most || compare(decimal_of(count), *most) <= 0; }

bool Clause::allows(JsonKind kind) const {
  return std::all_of(schemas.begin(), schemas.end(), [kind](const Subschema* schema) {
    return lists_type(*schema, kTypeNames.at(static_cast<std::size_t>(kind))) ||
           (kind == JsonKind::number && lists_type(*schema, "integer"));
  });
}

// Validation 6.2; 6.1.1 for integers, policy.md 4.4 for how they are spelled.
NumberSet Clause::numbers(NumberRule rule) const {
  NumberSet set;
  for (const Subschema* schema : schemas) {
    if (!lists_type(*schema, "number")) {
      set.integral = true;
      set.word = rule == NumberRule::plain;
    }
    const auto bound = [schema](std::string_view name) -> std::optional<Decimal> {
      const Keyword* found = schema->find(name);
      if (found == nullptr || found->value->kind != JsonKind::number)
        return std::nullopt;  // draft 4: a boolean
      return parse_decimal(found->value->text);
    };
    if (const auto value = bound("minimum")) set.at_least(*value, false);
    if (const auto value = bound("exclusiveMinimum")) set.at_least(*value, true);
    if (const auto value = bound("maximum")) set.at_most(*value, false);
    if (const auto value = bound("exclusiveMaximum")) set.at_most(*value, true);
  }
  return set;
}

SizeRange Clause::lengths() const { return sizes(schemas, "minLength", "maxLength"); }
SizeRange Clause::item_counts() const { return sizes(schemas, "minItems", "maxItems"); }
SizeRange Clause::member_counts() const { return sizes(schemas, "minProperties", "maxProperties"); }

std::size_t Clause::listed_items() const {
  std::size_t most = 0;
  for (const Subschema* schema : schemas) {
    if (const JsonValue* list = item_list(*schema)) most = std::max(most, list->items.size());
  }
  return most;
}

std::set<std::string> Clause::required() const {
  std::set<std::string> names;
  for (const Subschema* schema : schemas) {
    if (const Keyword* found = schema->find("required")) {
      for (const JsonValue& name : found->value->items) names.insert(name.text);
    }
  }
  return names;
}

std::set<std::string> Clause::named() const {
  std::set<std::string> names = required();
  for (const Subschema* schema : schemas) {
    if (const Keyword* found = schema->find("properties")) {
      for (const JsonMember& member : found->value->members) names.insert(member.name);
    }
  }
  return names;
}

// Core 10.3.1.1 and 10.3.1.2.
Conjunction Language::item(const Clause& clause, std::size_t index) const {
  Conjunction all;
  for (const Subschema* schema : clause.schemas) {
    const JsonValue* list = item_list(*schema);
    const Keyword* rest = schema->find(has_old_items(*schema) ? "additionalItems" : "items");
    if (list != nullptr && index < list->items.size()) {
      add(all, list->items[index]);
    } else if (rest != nullptr) {
      add(all, *rest->value);
    }
  }
  return all;
}

// Core 10.3.2.1 and 10.3.2.3. Beside patternProperties nobody knows here what is additional: a superset.
Conjunction Language::member(const Clause& clause, std::optional<std::string_view> name) const {
  Conjunction all;
  for (const Subschema* schema : clause.schemas) {
    const Keyword* named = schema->find("properties");
    const Keyword* additional = schema->find("additionalProperties");
    const JsonValue* own = named != nullptr && name ? named->value->find(*name) : nullptr;
    if (own != nullptr) {
      add(all, *own);
    } else if (additional != nullptr && schema->find("patternProperties") == nullptr) {
      add(all, *additional->value);
    }
  }
  return all;
}

void Language::add(Conjunction& all, const JsonValue& value) const {
  const std::size_t index = index_of(at(value));
  const auto place = std::lower_bound(all.begin(), all.end(), index);
  if (place == all.end() || *place != index) all.insert(place, index);
}

}  // namespace lockstep::oracle
