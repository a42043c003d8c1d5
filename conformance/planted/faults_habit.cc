// What constrained decoders and forms like to assume, and what readers of bytes forget.
#include <algorithm>

#include "lockstep/conformance/planted/faults.h"
#include "lockstep/conformance/planted/rewrite.h"

namespace lockstep::conformance {
namespace {

using oracle::JsonKind;
using oracle::JsonMember;
using oracle::JsonValue;

void put(JsonValue& object, std::string name, JsonValue value) {
  if (find_member(object, name) == nullptr)
    object.members.push_back({std::move(name), 0, 0, std::move(value)});
}

void imply_object(JsonValue& object) {
  if (find_member(object, "properties") != nullptr || find_member(object, "required") != nullptr)
    put(object, "type", json_string("object"));
}

void close(JsonValue& object) {
  if (find_member(object, "properties") != nullptr && find_member(object, "patternProperties") == nullptr)
    put(object, "additionalProperties", json_boolean(false));
}

void require_all(JsonValue& object) {
  const JsonValue* properties = find_member(object, "properties");
  if (properties == nullptr || properties->kind != JsonKind::object) return;
  JsonValue names = json_array({});
  for (const JsonMember& member : properties->members) names.items.push_back(json_string(member.name));
  put(object, "required", std::move(names));
}

void need_every_prefix_item(JsonValue& object) {
  const JsonValue* prefix = find_member(object, "prefixItems");
  if (prefix == nullptr || prefix->kind != JsonKind::array) return;
  put(object, "minItems", json_number(std::to_string(prefix->items.size())));
}

// Names that stand in the properties of a branch count as declared beside additionalProperties.
void see_branches(JsonValue& object) {
  if (find_member(object, "additionalProperties") == nullptr) return;
  for (const std::string_view keyword : {"allOf", "anyOf"}) {
    const JsonValue* branches = find_member(object, keyword);
    if (branches == nullptr) continue;
    std::vector<std::string> names;
    for (const JsonValue& branch : branches->items) {
      const JsonValue* properties = branch.find("properties");
      if (properties == nullptr) continue;
      for (const JsonMember& member : properties->members) names.push_back(member.name);
    }
    if (names.empty()) continue;
    put(object, "properties", json_object({}));
    for (std::string& name : names)
      put(*find_member(object, "properties"), std::move(name), json_boolean(true));
  }
}

void drop_null_members(JsonValue& schema, JsonValue& instance) {
  if (!uses_keyword(schema, {"required"})) return;
  for_each_value(instance, [](JsonValue& value) {
    std::erase_if(value.members, [](const JsonMember& one) { return one.value.kind == JsonKind::null; });
  });
}

void shift_minus_zero(JsonValue& schema, JsonValue& instance) {
  if (!uses_keyword(schema, {"enum", "const"})) return;
  for_each_value(instance, [](JsonValue& value) {
    const std::string digits = value.text.substr(0, value.text.find_first_of("eE"));
    const bool zero = digits.find_first_of("123456789") == std::string::npos;
    if (value.kind == JsonKind::number && digits.starts_with('-') && zero) value.text = "-0.1";
  });
}

// Form feed and vertical tabulator between tokens become spaces.
void admit_form_feed(std::string& text) {
  if (oracle::parse_json(text).ok()) return;
  std::string out = text;
  bool quoted = false;
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (out[i] == '"') quoted = !quoted;
    if (quoted && out[i] == '\\') ++i;
    if (!quoted && (out[i] == '\f' || out[i] == '\v')) out[i] = ' ';
  }
  if (oracle::parse_json(out).ok()) text = std::move(out);
}

void names_as_spelled(const JsonValue& value, std::string& text) {
  // Later members first, so that earlier spans stay good.
  for (auto item = value.items.rbegin(); item != value.items.rend(); ++item) names_as_spelled(*item, text);
  for (auto member = value.members.rbegin(); member != value.members.rend(); ++member) {
    names_as_spelled(member->value, text);
    for (std::size_t at = member->name_end; at > member->name_begin; --at) {
      if (text[at - 1] == '\\') text.insert(at - 1, 1, '\\');
    }
  }
}

// A name is the bytes between its quotes: an escape in it is six characters, not one.
void keep_name_spelling(std::string& text) {
  const oracle::Outcome<JsonValue> tree = oracle::parse_json(text);
  if (!tree.ok()) return;
  std::string out = text;
  names_as_spelled(tree.value(), out);
  // `\\"` was a quote in the name: the text would end early.
  if (oracle::parse_json(out).ok()) text = std::move(out);
}

}  // namespace

std::vector<PlantedFault> habit_faults() {
  std::vector<PlantedFault> faults;
  const auto schema = [&](std::string name, std::string sentence, std::function<void(JsonValue&)> edit) {
    faults.push_back({std::move(name), std::move(sentence),
                      [edit](JsonValue& tree, JsonValue&) { for_each_schema(tree, edit); }, nullptr,
                      nullptr});
  };
  const auto text = [&](std::string name, std::string sentence, std::function<void(std::string&)> edit) {
    faults.push_back({std::move(name), std::move(sentence), nullptr, std::move(edit), nullptr});
  };
  schema("properties_imply_object", "properties or required without type mean type: object", imply_object);
  schema("closed_by_default", "beside properties nothing else is allowed", close);
  schema("all_properties_required", "without required every declared property is required", require_all);
  schema("prefix_items_all_needed", "every item of prefixItems must be there", need_every_prefix_item);
  schema("additional_sees_branches", "additionalProperties knows the names that its branches declare",
         see_branches);
  faults.push_back({"null_is_missing", "a member whose value is null is not there for required",
                    drop_null_members, nullptr, nullptr});
  faults.push_back({"minus_zero_differs", "in enum and const -0 is another number than 0", shift_minus_zero,
                    nullptr, nullptr});
  text("form_feed_is_space", "form feed and vertical tabulator are white space", admit_form_feed);
  text("names_by_spelling", "a name spelled with an escape is another name", keep_name_spelling);
  return faults;
}

}  // namespace lockstep::conformance
