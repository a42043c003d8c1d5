#include "lockstep/engine/schema/keywords.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "lockstep/engine/lexical/decimal.h"

namespace lockstep::engine {
namespace {

constexpr std::array<Keyword, 61> kKeywords = {{
    {"$anchor", Shape::anchor, Role::structural},
    {"$comment", Shape::string, Role::annotation},
    {"$defs", Shape::schema_map, Role::structural},
    {"$dynamicAnchor", Shape::anchor, Role::structural},
    {"$dynamicRef", Shape::string, Role::enforced},
    {"$id", Shape::identifier, Role::structural},
    {"$recursiveAnchor", Shape::anchor, Role::annotation},
    {"$recursiveRef", Shape::string, Role::annotation},
    {"$ref", Shape::string, Role::enforced},
    {"$schema", Shape::string, Role::structural},
    {"$vocabulary", Shape::boolean_map, Role::annotation},
    {"additionalProperties", Shape::schema, Role::enforced},
    {"allOf", Shape::schema_array, Role::enforced},
    {"anyOf", Shape::schema_array, Role::enforced},
    {"const", Shape::any, Role::enforced},
    {"contains", Shape::schema, Role::enforced},
    {"contentEncoding", Shape::string, Role::annotation},
    {"contentMediaType", Shape::string, Role::annotation},
    {"contentSchema", Shape::schema, Role::annotation},
    {"default", Shape::any, Role::annotation},
    {"definitions", Shape::schema_map, Role::structural},
    {"dependencies", Shape::schema_or_strings_map, Role::annotation},
    {"dependentRequired", Shape::strings_map, Role::enforced},
    {"dependentSchemas", Shape::schema_map, Role::enforced},
    {"deprecated", Shape::boolean, Role::annotation},
    {"description", Shape::string, Role::annotation},
    {"else", Shape::schema, Role::enforced},
    {"enum", Shape::array, Role::enforced},
    {"examples", Shape::array, Role::annotation},
    {"exclusiveMaximum", Shape::number, Role::enforced},
    {"exclusiveMinimum", Shape::number, Role::enforced},
    {"format", Shape::string, Role::annotation},
    {"if", Shape::schema, Role::enforced},
    {"items", Shape::schema, Role::enforced},
    {"maxContains", Shape::count, Role::enforced},
    {"maxItems", Shape::count, Role::enforced},
    {"maxLength", Shape::count, Role::enforced},
    {"maxProperties", Shape::count, Role::enforced},
    {"maximum", Shape::number, Role::enforced},
    {"minContains", Shape::count, Role::enforced},
    {"minItems", Shape::count, Role::enforced},
    {"minLength", Shape::count, Role::enforced},
    {"minProperties", Shape::count, Role::enforced},
    {"minimum", Shape::number, Role::enforced},
    {"multipleOf", Shape::positive_number, Role::enforced},
    {"not", Shape::schema, Role::enforced},
    {"oneOf", Shape::schema_array, Role::enforced},
    {"pattern", Shape::string, Role::enforced},
    {"patternProperties", Shape::schema_map, Role::enforced},
    {"prefixItems", Shape::schema_array, Role::enforced},
    {"properties", Shape::schema_map, Role::enforced},
    {"propertyNames", Shape::schema, Role::enforced},
    {"readOnly", Shape::boolean, Role::annotation},
    {"required", Shape::unique_strings, Role::enforced},
    {"then", Shape::schema, Role::enforced},
    {"title", Shape::string, Role::annotation},
    {"type", Shape::type, Role::enforced},
    {"unevaluatedItems", Shape::schema, Role::enforced},
    {"unevaluatedProperties", Shape::schema, Role::enforced},
    {"uniqueItems", Shape::boolean, Role::enforced},
    {"writeOnly", Shape::boolean, Role::annotation},
}};

bool is_schema(json::Value value) { return value.is(json::Kind::object) || value.is(json::Kind::boolean); }

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

// ^[A-Za-z_][-A-Za-z0-9._]*$
bool is_anchor(std::string_view text) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  if (text.empty() || !letter(text[0])) return false;
  return std::all_of(text.begin(), text.end(),
                     [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '.'; });
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

bool is_schema_array(json::Value value, Meter* meter) {
  if (!value.is(json::Kind::array) || value.size() == 0) return false;
  for (const json::Value item : value.elements()) {
    pass(meter);
    if (!is_schema(item)) return false;
  }
  return true;
}

Decimal number_of(json::Value value, Meter* meter) { return Decimal::saturating(value.number(), meter); }

bool is_count(json::Value value, Meter* meter) {
  if (!value.is(json::Kind::number)) return false;
  const Decimal number = number_of(value, meter);
  return number.is_integer() && (!number.negative() || number.is_zero());
}

// Those in which a keyword stands; of the core, where it is in none.
Vocabularies vocabularies_of(std::string_view name) {
  static const std::map<std::string_view, Vocabularies> kOf = [] {
    std::map<std::string_view, Vocabularies> of;
    for (const char* one :
         {"prefixItems", "items", "contains", "additionalProperties", "properties", "patternProperties",
          "dependentSchemas", "propertyNames", "if", "then", "else", "allOf", "anyOf", "oneOf", "not"})
      of[one] = kApplicatorVocabulary;
    for (const char* one : {"unevaluatedItems", "unevaluatedProperties"}) of[one] = kUnevaluatedVocabulary;
    for (const char* one : {"type",          "enum",
                            "const",         "multipleOf",
                            "maximum",       "exclusiveMaximum",
                            "minimum",       "exclusiveMinimum",
                            "maxLength",     "minLength",
                            "pattern",       "maxItems",
                            "minItems",      "uniqueItems",
                            "maxContains",   "minContains",
                            "maxProperties", "minProperties",
                            "required",      "dependentRequired"})
      of[one] = kValidationVocabulary;
    for (const char* one :
         {"title", "description", "default", "deprecated", "readOnly", "writeOnly", "examples"})
      of[one] = kMetaDataVocabulary;
    of["format"] = kFormatAnnotationVocabulary | kFormatAssertionVocabulary;
    for (const char* one : {"contentEncoding", "contentMediaType", "contentSchema"})
      of[one] = kContentVocabulary;
    return of;
  }();
  const auto found = kOf.find(name);
  return found == kOf.end() ? kCoreVocabulary : found->second;
}

}  // namespace

std::optional<Vocabularies> vocabulary_named(std::string_view uri) {
  constexpr std::string_view kStem = "https://json-schema.org/draft/2020-12/vocab/";
  static constexpr std::array<std::pair<std::string_view, Vocabularies>, 8> kNames = {
      {{"core", kCoreVocabulary},
       {"applicator", kApplicatorVocabulary},
       {"unevaluated", kUnevaluatedVocabulary},
       {"validation", kValidationVocabulary},
       {"meta-data", kMetaDataVocabulary},
       {"format-annotation", kFormatAnnotationVocabulary},
       {"format-assertion", kFormatAssertionVocabulary},
       {"content", kContentVocabulary}}};
  if (!uri.starts_with(kStem)) return std::nullopt;
  for (const auto& [name, bit] : kNames) {
    if (uri.substr(kStem.size()) == name) return bit;
  }
  return std::nullopt;
}

std::optional<Keyword> keyword_named(std::string_view name, Vocabularies vocabularies) {
  if ((vocabularies & vocabularies_of(name)) == 0) return std::nullopt;
  const auto found =
      std::lower_bound(kKeywords.begin(), kKeywords.end(), name,
                       [](const Keyword& keyword, std::string_view wanted) { return keyword.name < wanted; });
  if (found == kKeywords.end() || found->name != name) return std::nullopt;
  return *found;
}

std::optional<std::string> shape_fault(Shape shape, json::Value value, Meter* meter) {
  const bool string = value.is(json::Kind::string);
  const auto unless = [](bool good, const char* wanted) {
    return good ? std::nullopt : std::optional<std::string>(std::string("must be ") + wanted);
  };
  switch (shape) {
    case Shape::any:
      return std::nullopt;
    case Shape::schema:
      return unless(is_schema(value), "a schema: an object or a boolean");
    case Shape::schema_array:
      return unless(is_schema_array(value, meter), "a non-empty array of schemas");
    case Shape::schema_map:
      return unless(every_member(value, meter, is_schema), "an object whose members are schemas");
    case Shape::schema_or_strings_map:
      return unless(every_member(value, meter,
                                 [meter](json::Value v) { return is_schema(v) || unique_strings(v, meter); }),
                    "an object whose members are schemas or arrays of unique strings");
    case Shape::string:
      return unless(string, "a string");
    case Shape::identifier:
      return unless(string && is_identifier(value.string()), "a URI reference without fragment");
    case Shape::anchor:
      return unless(string && is_anchor(value.string()), "a plain name");
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
      return unless(is_count(value, meter), "a non-negative integer");
    case Shape::type:
      return unless(is_type(value, meter), "a type name or a non-empty array of unique type names");
    case Shape::array:
      return unless(value.is(json::Kind::array), "an array");
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
