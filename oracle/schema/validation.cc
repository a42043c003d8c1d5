// The Validation vocabulary (JSON Schema Validation section 6).
#include <array>
#include <set>
#include <string>

#include "lockstep/oracle/json_text/decimal.h"
#include "lockstep/oracle/json_text/equality.h"
#include "lockstep/oracle/json_text/utf8.h"
#include "lockstep/oracle/schema/evaluation.h"
#include "lockstep/oracle/schema/unique_key.h"

namespace lockstep::oracle {
namespace {

// policy.md 4.4: -?(0|[1-9][0-9]*), of a number.
bool is_word(const std::string& number) { return number.find_first_of(".eE") == std::string::npos; }

// With plain numbers: every number of the instance whose value is integral is an integer word.
bool has_words(const JsonValue& instance) {
  if (instance.kind == JsonKind::number) {
    return is_word(instance.text) || !parse_decimal(instance.text).is_integer();
  }
  for (const JsonValue& item : instance.items) {
    if (!has_words(item)) return false;
  }
  for (const JsonMember& member : instance.members) {
    if (!has_words(member.value)) return false;
  }
  return true;
}

bool is_same(const Evaluation& evaluation, const JsonValue& value, const JsonValue& instance) {
  return equal(value, instance) && (!evaluation.plain_numbers() || has_words(instance));
}

// `words`: an integer is a spelling (policy.md 4.4; draft 4 core 3.5).
bool has_type(bool words, const JsonValue& instance, const std::string& name) {
  switch (instance.kind) {
    case JsonKind::null:
      return name == "null";
    case JsonKind::boolean:
      return name == "boolean";
    case JsonKind::string:
      return name == "string";
    case JsonKind::array:
      return name == "array";
    case JsonKind::object:
      return name == "object";
    case JsonKind::number:
      if (name == "integer" && words) return is_word(instance.text);
      return name == "number" || (name == "integer" && parse_decimal(instance.text).is_integer());
  }
  return false;
}

// 6.1.1: an integer is any number with a zero fractional part.
Answer judge_type(Evaluation& evaluation, Frame& frame, const Keyword& keyword) {
  const bool words = keyword.integer_words || evaluation.plain_numbers();
  if (keyword.value->kind == JsonKind::string)
    return Answer::of(has_type(words, frame.instance, keyword.value->text));
  for (const JsonValue& name : keyword.value->items) {
    if (has_type(words, frame.instance, name.text)) return Answer::yes();
  }
  return Answer::no();
}

// 6.1.2
Answer judge_enum(Evaluation& evaluation, Frame& frame, const Keyword& keyword) {
  for (const JsonValue& value : keyword.value->items) {
    if (is_same(evaluation, value, frame.instance)) return Answer::yes();
  }
  return Answer::no();
}

// 6.1.3
Answer judge_const(Evaluation& evaluation, Frame& frame, const Keyword& keyword) {
  return Answer::of(is_same(evaluation, *keyword.value, frame.instance));
}

// 6.2.1
Answer judge_multiple_of(Evaluation&, Frame& frame, const Keyword& keyword) {
  if (frame.instance.kind != JsonKind::number) return Answer::yes();
  return is_multiple_of(parse_decimal(frame.instance.text), parse_decimal(keyword.value->text));
}

std::strong_ordering against_bound(const Frame& frame, const Keyword& keyword) {
  return compare(parse_decimal(frame.instance.text), parse_decimal(keyword.value->text));
}

// 6.2.2
Answer judge_maximum(Evaluation&, Frame& frame, const Keyword& keyword) {
  return Answer::of(frame.instance.kind != JsonKind::number || against_bound(frame, keyword) <= 0);
}

// 6.2.3
Answer judge_exclusive_maximum(Evaluation&, Frame& frame, const Keyword& keyword) {
  return Answer::of(frame.instance.kind != JsonKind::number || against_bound(frame, keyword) < 0);
}

// 6.2.4
Answer judge_minimum(Evaluation&, Frame& frame, const Keyword& keyword) {
  return Answer::of(frame.instance.kind != JsonKind::number || against_bound(frame, keyword) >= 0);
}

// 6.2.5
Answer judge_exclusive_minimum(Evaluation&, Frame& frame, const Keyword& keyword) {
  return Answer::of(frame.instance.kind != JsonKind::number || against_bound(frame, keyword) > 0);
}

// A size against a bound of any magnitude, 2.0 and 1e400 included.
std::strong_ordering size_against(std::size_t size, const Keyword& keyword) {
  return compare(parse_decimal(std::to_string(size)), parse_decimal(keyword.value->text));
}

// 6.3.1: characters are code points, as in RFC 8259.
Answer judge_max_length(Evaluation&, Frame& frame, const Keyword& keyword) {
  if (frame.instance.kind != JsonKind::string) return Answer::yes();
  return Answer::of(size_against(count_code_points(frame.instance.text), keyword) <= 0);
}

// 6.3.2
Answer judge_min_length(Evaluation&, Frame& frame, const Keyword& keyword) {
  if (frame.instance.kind != JsonKind::string) return Answer::yes();
  return Answer::of(size_against(count_code_points(frame.instance.text), keyword) >= 0);
}

// 6.3.3: not anchored.
Answer judge_pattern(Evaluation& evaluation, Frame& frame, const Keyword& keyword) {
  if (frame.instance.kind != JsonKind::string) return Answer::yes();
  return keyword.patterns.front().search(frame.instance.text, evaluation.pattern_steps());
}

// 6.4.1
Answer judge_max_items(Evaluation&, Frame& frame, const Keyword& keyword) {
  if (frame.instance.kind != JsonKind::array) return Answer::yes();
  return Answer::of(size_against(frame.instance.items.size(), keyword) <= 0);
}

// 6.4.2
Answer judge_min_items(Evaluation&, Frame& frame, const Keyword& keyword) {
  if (frame.instance.kind != JsonKind::array) return Answer::yes();
  return Answer::of(size_against(frame.instance.items.size(), keyword) >= 0);
}

// 6.4.3
Answer judge_unique_items(Evaluation&, Frame& frame, const Keyword& keyword) {
  if (frame.instance.kind != JsonKind::array || !keyword.value->boolean) return Answer::yes();
  std::set<std::string> seen;
  for (const JsonValue& item : frame.instance.items) {
    if (!seen.insert(unique_key(item)).second) return Answer::no();
  }
  return Answer::yes();
}

// 6.5.1
Answer judge_max_properties(Evaluation&, Frame& frame, const Keyword& keyword) {
  if (frame.instance.kind != JsonKind::object) return Answer::yes();
  return Answer::of(size_against(frame.instance.members.size(), keyword) <= 0);
}

// 6.5.2
Answer judge_min_properties(Evaluation&, Frame& frame, const Keyword& keyword) {
  if (frame.instance.kind != JsonKind::object) return Answer::yes();
  return Answer::of(size_against(frame.instance.members.size(), keyword) >= 0);
}

bool has_all(const JsonValue& instance, const JsonValue& names) {
  for (const JsonValue& name : names.items) {
    if (instance.find(name.text) == nullptr) return false;
  }
  return true;
}

// 6.5.3
Answer judge_required(Evaluation&, Frame& frame, const Keyword& keyword) {
  return Answer::of(frame.instance.kind != JsonKind::object || has_all(frame.instance, *keyword.value));
}

// 6.5.4
Answer judge_dependent_required(Evaluation&, Frame& frame, const Keyword& keyword) {
  if (frame.instance.kind != JsonKind::object) return Answer::yes();
  for (const JsonMember& dependency : keyword.value->members) {
    if (dependency.value.kind != JsonKind::array) continue;  // a schema among `dependencies`
    if (frame.instance.find(dependency.name) != nullptr && !has_all(frame.instance, dependency.value)) {
      return Answer::no();
    }
  }
  return Answer::yes();
}

constexpr Stage kStage = Stage::assertion;

constexpr std::array<Rule, 20> kRules = {{
    {"type", kValidation, ValueShape::type_names, kStage, judge_type},
    {"enum", kValidation, ValueShape::array, kStage, judge_enum},
    {"const", kValidation, ValueShape::any, kStage, judge_const, Draft::draft6},
    {"multipleOf", kValidation, ValueShape::positive_number, kStage, judge_multiple_of},
    {"maximum", kValidation, ValueShape::number, kStage, judge_maximum},
    {"exclusiveMaximum", kValidation, ValueShape::number, kStage, judge_exclusive_maximum, Draft::draft6},
    {"minimum", kValidation, ValueShape::number, kStage, judge_minimum},
    {"exclusiveMinimum", kValidation, ValueShape::number, kStage, judge_exclusive_minimum, Draft::draft6},
    {"maxLength", kValidation, ValueShape::count, kStage, judge_max_length},
    {"minLength", kValidation, ValueShape::count, kStage, judge_min_length},
    {"pattern", kValidation, ValueShape::string, kStage, judge_pattern},
    {"maxItems", kValidation, ValueShape::count, kStage, judge_max_items},
    {"minItems", kValidation, ValueShape::count, kStage, judge_min_items},
    {"uniqueItems", kValidation, ValueShape::boolean, kStage, judge_unique_items},
    {"maxContains", kValidation, ValueShape::count, kStage, nullptr,
     Draft::draft2019},  // 6.4.4, read by contains
    {"minContains", kValidation, ValueShape::count, kStage, nullptr,
     Draft::draft2019},  // 6.4.5, read by contains
    {"maxProperties", kValidation, ValueShape::count, kStage, judge_max_properties},
    {"minProperties", kValidation, ValueShape::count, kStage, judge_min_properties},
    {"required", kValidation, ValueShape::strings, kStage, judge_required},
    {"dependentRequired", kValidation, ValueShape::strings_map, kStage, judge_dependent_required,
     Draft::draft2019},
}};

}  // namespace

std::span<const Rule> validation_rules() { return kRules; }

}  // namespace lockstep::oracle
