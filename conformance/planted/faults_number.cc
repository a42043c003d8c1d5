#include <fmt/core.h>

#include <cmath>
#include <cstdlib>
#include <limits>

#include "lockstep/conformance/planted/faults.h"
#include "lockstep/conformance/planted/rewrite.h"

// This file uses binary64 on purpose: it builds the validators that do. No verdict is computed here.
namespace lockstep::conformance {
namespace {

using oracle::JsonKind;
using oracle::JsonValue;

double clamped(const std::string& text) {
  const double limit = std::numeric_limits<double>::max();
  const double value = std::strtod(text.c_str(), nullptr);
  return std::isinf(value) ? std::copysign(limit, value) : value;
}

void round_number(JsonValue& value) {
  if (value.kind == JsonKind::number) value.text = fmt::format("{:.17g}", clamped(value.text));
}

// Every digit of the binary64 value, as a decimal.
void expand_number(JsonValue& value) {
  if (value.kind == JsonKind::number) value.text = fmt::format("{:.1074f}", clamped(value.text));
}

bool is_plain_integer(const std::string& number) { return number.find_first_of(".eE") == std::string::npos; }

// Gives a number that is not spelled as an integer another value, different for different spellings.
void respell(JsonValue& value) {
  if (value.kind != JsonKind::number || is_plain_integer(value.text)) return;
  const std::size_t exponent = value.text.find_first_of("eE");
  std::string mantissa = value.text.substr(0, exponent);
  const std::string rest = exponent == std::string::npos ? "" : value.text.substr(exponent);
  mantissa += mantissa.find('.') == std::string::npos ? ".0000000001" : "0000000001";
  value.text = mantissa + rest;
}

void respell_in(std::string_view keyword, JsonValue& schema, JsonValue& instance) {
  if (!uses_keyword(schema, {keyword})) return;
  for_each_schema(schema, [&](JsonValue& object) {
    if (JsonValue* found = find_member(object, keyword)) for_each_value(*found, respell);
  });
  for_each_value(instance, respell);
}

void boolean_as_number(JsonValue& value) {
  if (value.kind == JsonKind::boolean) value = json_number(value.boolean ? "1" : "0");
}

void booleans_in(std::string_view keyword, JsonValue& schema, JsonValue& instance) {
  if (!uses_keyword(schema, {keyword})) return;
  for_each_schema(schema, [&](JsonValue& object) {
    JsonValue* found = find_member(object, keyword);
    if (found != nullptr && keyword != "uniqueItems") for_each_value(*found, boolean_as_number);
  });
  for_each_value(instance, boolean_as_number);
}

bool says_integer(const JsonValue& schema) {
  bool found = false;
  JsonValue copy = schema;
  for_each_schema(copy, [&](JsonValue& object) {
    if (const JsonValue* type = find_member(object, "type")) {
      found = found || type->text == "integer";
      for (const JsonValue& one : type->items) found = found || one.text == "integer";
    }
  });
  return found;
}

}  // namespace

std::vector<PlantedFault> number_faults() {
  std::vector<PlantedFault> faults;
  const auto add = [&](std::string name, std::string sentence, auto trees) {
    faults.push_back({std::move(name), std::move(sentence), trees, nullptr, nullptr});
  };
  add("integral_fraction_is_no_integer", "1.0 is not an integer", [](JsonValue& schema, JsonValue& instance) {
    if (says_integer(schema)) for_each_value(instance, respell);
  });
  add("enum_by_text", "two numbers of an enum are equal only when they are spelled alike",
      [](JsonValue& schema, JsonValue& instance) { respell_in("enum", schema, instance); });
  add("const_by_text", "a number equals a const only when it is spelled alike",
      [](JsonValue& schema, JsonValue& instance) { respell_in("const", schema, instance); });
  add("enum_true_is_one", "in an enum true equals 1 and false equals 0",
      [](JsonValue& schema, JsonValue& instance) { booleans_in("enum", schema, instance); });
  add("const_true_is_one", "for const true equals 1 and false equals 0",
      [](JsonValue& schema, JsonValue& instance) { booleans_in("const", schema, instance); });
  add("unique_true_is_one", "for uniqueItems true equals 1 and false equals 0",
      [](JsonValue& schema, JsonValue& instance) { booleans_in("uniqueItems", schema, instance); });
  add("exclusive_bounds_inclusive", "exclusiveMinimum and exclusiveMaximum let their bound through",
      [](JsonValue& schema, JsonValue&) {
        for_each_schema(schema, [](JsonValue& object) {
          rename_member(object, "exclusiveMinimum", "minimum");
          rename_member(object, "exclusiveMaximum", "maximum");
        });
      });
  add("inclusive_bounds_exclusive", "minimum and maximum exclude their bound",
      [](JsonValue& schema, JsonValue&) {
        for_each_schema(schema, [](JsonValue& object) {
          rename_member(object, "minimum", "exclusiveMinimum");
          rename_member(object, "maximum", "exclusiveMaximum");
        });
      });
  add("multiple_of_binary64", "multipleOf divides the nearest binary64 values",
      [](JsonValue& schema, JsonValue& instance) {
        if (!uses_keyword(schema, {"multipleOf"})) return;
        for_each_schema(schema, [](JsonValue& object) {
          if (JsonValue* divisor = find_member(object, "multipleOf")) expand_number(*divisor);
        });
        for_each_value(instance, expand_number);
      });
  add("numbers_binary64",
      "every number is the nearest binary64 value, so 9007199254740993 is 9007199254740992",
      [](JsonValue& schema, JsonValue& instance) {
        for_each_value(schema, round_number);
        for_each_value(instance, round_number);
      });
  return faults;
}

}  // namespace lockstep::conformance
