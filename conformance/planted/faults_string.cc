#include <regex>

#include "lockstep/conformance/planted/faults.h"
#include "lockstep/conformance/planted/rewrite.h"

namespace lockstep::conformance {
namespace {

using oracle::JsonKind;
using oracle::JsonMember;
using oracle::JsonValue;

bool is_lead(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

// Replaces every character by as many ASCII letters as `units` says for its UTF-8 length; ASCII stays.
template <typename Units>
void stretch(JsonValue& value, Units units) {
  if (value.kind != JsonKind::string) return;
  std::string out;
  for (std::size_t i = 0; i < value.text.size();) {
    std::size_t length = 1;
    while (i + length < value.text.size() && !is_lead(value.text[i + length])) ++length;
    const std::size_t count = units(length);
    if (count == 1) {
      out += value.text.substr(i, length);
    } else {
      out += std::string(count, 'x');
    }
    i += length;
  }
  value.text = out;
}

template <typename Units>
auto stretched_where_length_counts(Units units) {
  return [units](JsonValue& schema, JsonValue& instance) {
    if (!uses_keyword(schema, {"minLength", "maxLength"})) return;
    for_each_value(instance, [&](JsonValue& value) { stretch(value, units); });
  };
}

void anchor(std::string& pattern) { pattern = "^(?:" + pattern + ")$"; }

void anchor_patterns(JsonValue& schema, JsonValue&) {
  for_each_schema(schema, [](JsonValue& object) {
    if (JsonValue* pattern = find_member(object, "pattern")) anchor(pattern->text);
    if (JsonValue* patterns = find_member(object, "patternProperties")) {
      for (JsonMember& member : patterns->members) anchor(member.name);
    }
  });
}

// Instances whose strings hold 29 February of any year are shown with another day.
auto leap_day_as(const char* day) {
  return [day](JsonValue& schema, JsonValue& instance) {
    if (!uses_keyword(schema, {"format"})) return;
    static const std::regex kLeapDay("([0-9]{4}-02-)29");
    for_each_value(instance, [&](JsonValue& value) {
      if (value.kind == JsonKind::string) value.text = std::regex_replace(value.text, kLeapDay, day);
    });
  };
}

// Is the whole text a run of base64 digits with padding (RFC 4648 section 4)?
bool is_base64(const std::string& text) {
  static const std::regex kBase64("([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?");
  return std::regex_match(text, kBase64);
}

// A string that does not hold what content* announces is forbidden by name.
void assert_contents(JsonValue& schema, JsonValue& instance) {
  if (instance.kind != JsonKind::string) return;
  for_each_schema(schema, [&](JsonValue& object) {
    const JsonValue* encoding = find_member(object, "contentEncoding");
    const JsonValue* type = find_member(object, "contentMediaType");
    const bool bad_encoding = encoding != nullptr && !is_base64(instance.text);
    const bool bad_type = encoding == nullptr && type != nullptr && !oracle::parse_json(instance.text);
    if (bad_encoding || bad_type)
      add_to_all_of(object, json_object({{"not", json_object({{"const", instance}})}}));
  });
}

auto shifted_count(std::string keyword, int by) {
  return [keyword, by](JsonValue& schema, JsonValue&) {
    for_each_schema(schema, [&](JsonValue& object) {
      JsonValue* bound = find_member(object, keyword);
      if (bound == nullptr || bound->text.size() > 9 ||
          bound->text.find_first_of(".eE-") != std::string::npos)
        return;
      bound->text = std::to_string(std::max(0, std::stoi(bound->text) + by));
    });
  };
}

}  // namespace

std::vector<PlantedFault> string_faults() {
  std::vector<PlantedFault> faults;
  const auto add = [&](std::string name, std::string sentence, auto trees) {
    faults.push_back({std::move(name), std::move(sentence), trees, nullptr, nullptr});
  };
  add("pattern_anchored", "a pattern must match the whole string", anchor_patterns);
  add("length_in_utf16_units", "minLength and maxLength count UTF-16 code units",
      stretched_where_length_counts(
          [](std::size_t bytes) { return bytes == 4 ? std::size_t{2} : std::size_t{1}; }));
  add("length_in_bytes", "minLength and maxLength count bytes of UTF-8",
      stretched_where_length_counts([](std::size_t bytes) { return bytes; }));
  add("max_length_plus_one", "maxLength lets one character more through", shifted_count("maxLength", 1));
  add("min_length_minus_one", "minLength is content with one character less", shifted_count("minLength", -1));
  add("leap_day_always", "every year has a 29 February", leap_day_as("$0128"));
  add("leap_day_never", "no year has a 29 February", leap_day_as("$0130"));
  add("content_asserted", "contentEncoding and contentMediaType are assertions", assert_contents);
  faults.push_back({"format_ignored", "format never asserts, even where the caller asks for it", nullptr,
                    nullptr, [](ValidateRequest& request) { request.assert_formats = false; }});
  faults.push_back({"format_always_asserted", "format asserts, even where it is an annotation", nullptr,
                    nullptr, [](ValidateRequest& request) { request.assert_formats = true; }});
  return faults;
}

}  // namespace lockstep::conformance
