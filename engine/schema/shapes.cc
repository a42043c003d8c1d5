// The shapes that metaschemas demand of keywords.
#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <map>
#include <set>

#include "lockstep/engine/lexical/decimal.h"
#include "lockstep/engine/schema/keywords.h"

namespace lockstep::engine {
namespace {

bool unique_strings(json::Value value, Meter* meter) {
  if (!value.is(json::Kind::array)) return false;
  std::set<std::string_view> seen;
  for (const json::Value item : value.elements()) {
    pass(meter, 4);
    if (!item.is(json::Kind::string)) return false;
    pass_bytes(meter, item.string().size());
    if (!seen.insert(item.string()).second) return false;
  }
  return true;
}

bool is_type_name(json::Value value) {
  static constexpr std::array<std::string_view, 7> kNames = {"array",  "boolean", "integer", "null",
                                                             "number", "object",  "string"};
  return value.is(json::Kind::string) &&
         std::find(kNames.begin(), kNames.end(), value.string()) != kNames.end();
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool is_anchor_byte(char c) {
  return is_letter(c) || (c >= '0' && c <= '9') || std::string_view("-._").find(c) != std::string_view::npos;
}

// ^[A-Za-z_][-A-Za-z0-9._]*$
bool is_anchor(std::string_view text) {
  return !text.empty() && (is_letter(text[0]) || text[0] == '_') &&
         std::all_of(text.begin(), text.end(), is_anchor_byte);
}

// ^[A-Za-z][-A-Za-z0-9.:_]*$
bool is_anchor_with_colons(std::string_view text) {
  return !text.empty() && is_letter(text[0]) &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_anchor_byte(c) || c == ':'; });
}

// ^[^#]*#?$
bool is_identifier(std::string_view text) {
  const std::size_t hash = text.find('#');
  return hash == std::string_view::npos || hash + 1 == text.size();
}

template <typename Good>
bool every_member(json::Value value, Meter* meter, const Good& good) {
  if (!value.is(json::Kind::object)) return false;
  for (const json::Member member : value.members()) {
    pass(meter);
    if (!good(member.value)) return false;
  }
  return true;
}

bool is_type(json::Value value, Meter* meter) {
  if (is_type_name(value)) return true;
  if (!unique_strings(value, meter) || value.size() == 0) return false;
  for (const json::Value item : value.elements()) {
    if (!is_type_name(item)) return false;
  }
  return true;
}

bool is_schema_array(json::Value value, Draft draft, Meter* meter) {
  if (!value.is(json::Kind::array) || value.size() == 0) return false;
  for (const json::Value item : value.elements()) {
    pass(meter);
    if (!is_schema(item, draft)) return false;
  }
  return true;
}

Decimal number_of(json::Value value, Meter* meter) { return Decimal::saturating(value.number(), meter); }

bool is_count(json::Value value, Draft draft, Meter* meter) {
  if (!value.is(json::Kind::number)) return false;
  if (draft == Draft::draft4 && !is_integer_word(value.number())) return false;
  const Decimal number = number_of(value, meter);
  return number.is_integer() && (!number.negative() || number.is_zero());
}

// Equal for equal values (draft 4 core, section 3.6).
std::string key_of(json::Value value, Meter* meter) {
  pass_bytes(meter, value.raw().size());
  const auto sized = [](std::string_view text) {
    return std::to_string(text.size()) + ":" + std::string(text);
  };
  switch (value.kind()) {
    case json::Kind::number: {
      const Decimal number = number_of(value, meter);
      // One that is too far to tell is a limit where it counts.
      if (number.exponent() == kFarExponent || number.exponent() == -kFarExponent)
        return "far" + sized(value.raw());
      return (number.negative() ? "-" : "+") + number.digits() + "e" + std::to_string(number.exponent());
    }
    case json::Kind::string:
      return "s" + sized(value.string());
    case json::Kind::array: {
      std::string key = "[";
      for (const json::Value item : value.elements()) key += sized(key_of(item, meter));
      return key;
    }
    case json::Kind::object: {
      std::map<std::string_view, std::string> members;
      for (const json::Member member : value.members()) members[member.name()] = key_of(member.value, meter);
      std::string key = "{";
      for (const auto& [name, of] : members) key += sized(name) + sized(of);
      return key;
    }
    default:
      return std::string(value.raw());
  }
}

bool different_values(json::Value value, Meter* meter) {
  if (!value.is(json::Kind::array) || value.size() == 0) return false;
  std::set<std::string> seen;
  for (const json::Value item : value.elements()) {
    pass(meter, 4);
    if (!seen.insert(key_of(item, meter)).second) return false;
  }
  return true;
}

std::optional<std::string> unless(bool good, const char* wanted) {
  return good ? std::nullopt : std::optional<std::string>(std::string("must be ") + wanted);
}

// Of the shapes that hold subschemas.
std::optional<std::string> subschema_fault(Shape shape, json::Value value, Draft draft, Meter* meter) {
  const auto schema = [draft](json::Value v) { return is_schema(v, draft); };
  const auto schema_or_strings = [&](json::Value v) {
    return schema(v) || (unique_strings(v, meter) && (shape == Shape::schema_or_strings_map || v.size() > 0));
  };
  const bool array = value.is(json::Kind::array);
  switch (shape) {
    case Shape::schema:
      return unless(schema(value),
                    draft == Draft::draft4 ? "a schema: an object" : "a schema: an object or a boolean");
    case Shape::schema_or_boolean:
      return unless(schema(value) || value.is(json::Kind::boolean), "a schema or a boolean");
    case Shape::schema_array:
      return unless(is_schema_array(value, draft, meter), "a non-empty array of schemas");
    case Shape::schema_or_array:
      return unless(array ? is_schema_array(value, draft, meter) : schema(value),
                    "a schema or a non-empty array of schemas");
    case Shape::schema_map:
      return unless(every_member(value, meter, schema), "an object whose members are schemas");
    case Shape::schema_or_strings_map:
      return unless(every_member(value, meter, schema_or_strings),
                    "an object whose members are schemas or arrays of unique strings");
    default:
      return unless(every_member(value, meter, schema_or_strings),
                    "an object whose members are schemas or non-empty arrays of unique strings");
  }
}

}  // namespace

bool is_schema(json::Value value, Draft draft) {
  return value.is(json::Kind::object) || (draft != Draft::draft4 && value.is(json::Kind::boolean));
}

std::optional<std::string> shape_fault(Shape shape, json::Value value, Draft draft, Meter* meter) {
  const bool string = value.is(json::Kind::string);
  switch (shape) {
    case Shape::any:
      return std::nullopt;
    case Shape::schema:
    case Shape::schema_or_boolean:
    case Shape::schema_array:
    case Shape::schema_or_array:
    case Shape::schema_map:
    case Shape::schema_or_strings_map:
    case Shape::schema_or_names_map:
      return subschema_fault(shape, value, draft, meter);
    case Shape::string:
      return unless(string, "a string");
    case Shape::identifier:
      return unless(string && is_identifier(value.string()), "a URI reference without fragment");
    case Shape::anchor:
      return unless(string && is_anchor(value.string()), "a plain name");
    case Shape::anchor_with_colons:
      return unless(string && is_anchor_with_colons(value.string()), "a plain name");
    case Shape::boolean:
      return unless(value.is(json::Kind::boolean), "a boolean");
    case Shape::boolean_map:
      return unless(every_member(value, meter, [](json::Value v) { return v.is(json::Kind::boolean); }),
                    "an object whose members are booleans");
    case Shape::number:
      return unless(value.is(json::Kind::number), "a number");
    case Shape::positive_number:
      return unless(value.is(json::Kind::number) && !number_of(value, meter).negative() &&
                        !number_of(value, meter).is_zero(),
                    "a number greater than 0");
    case Shape::count:
      return unless(is_count(value, draft, meter), "a non-negative integer");
    case Shape::type:
      return unless(is_type(value, meter), "a type name or a non-empty array of unique type names");
    case Shape::array:
      return unless(value.is(json::Kind::array), "an array");
    case Shape::different_values:
      return unless(different_values(value, meter), "a non-empty array of different values");
    case Shape::names:
      return unless(unique_strings(value, meter) && value.size() > 0, "a non-empty array of unique strings");
    case Shape::unique_strings:
      return unless(unique_strings(value, meter), "an array of unique strings");
    case Shape::strings_map:
      return unless(every_member(value, meter, [meter](json::Value v) { return unique_strings(v, meter); }),
                    "an object whose members are arrays of unique strings");
  }
  return std::nullopt;
}

std::uint64_t count_of(json::Value value, Meter* meter) {
  const Decimal number = number_of(value, meter);
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  if (number.is_zero()) return 0;
  if (number.exponent() > 20 || number.digits().size() + static_cast<std::size_t>(number.exponent()) > 20)
    return kMost;
  const std::string digits = number.digits() + std::string(static_cast<std::size_t>(number.exponent()), '0');
  std::uint64_t count = 0;
  const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), count);
  return fault == std::errc() ? count : kMost;
}

}  // namespace lockstep::engine
