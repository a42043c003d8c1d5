#include "lockstep/conformance/planted/rewrite.h"

#include <algorithm>
#include <utility>

#include "lockstep/conformance/suite/keywords.h"

namespace lockstep::conformance {

using oracle::JsonKind;
using oracle::JsonMember;
using oracle::JsonValue;

JsonValue json_string(std::string text) {
  JsonValue value;
  value.kind = JsonKind::string;
  value.text = std::move(text);
  return value;
}

JsonValue json_number(std::string text) {
  JsonValue value;
  value.kind = JsonKind::number;
  value.text = std::move(text);
  return value;
}

JsonValue json_boolean(bool boolean) {
  JsonValue value;
  value.kind = JsonKind::boolean;
  value.boolean = boolean;
  return value;
}

JsonValue json_array(std::vector<JsonValue> items) {
  JsonValue value;
  value.kind = JsonKind::array;
  value.items = std::move(items);
  return value;
}

JsonValue json_object(std::vector<std::pair<std::string, JsonValue>> members) {
  JsonValue value;
  value.kind = JsonKind::object;
  for (auto& [name, member] : members) {
    value.members.push_back({std::move(name), 0, 0, std::move(member)});
  }
  return value;
}

JsonValue* find_member(JsonValue& object, std::string_view name) {
  for (JsonMember& member : object.members) {
    if (member.name == name) return &member.value;
  }
  return nullptr;
}

void erase_member(JsonValue& object, std::string_view name) {
  std::erase_if(object.members, [&](const JsonMember& member) { return member.name == name; });
}

void rename_member(JsonValue& object, std::string_view from, std::string_view to) {
  JsonValue* found = find_member(object, from);
  if (found == nullptr) return;
  if (find_member(object, to) != nullptr) {
    JsonValue value = std::move(*found);
    erase_member(object, from);
    add_to_all_of(object, json_object({{std::string(to), std::move(value)}}));
    return;
  }
  for (JsonMember& member : object.members) {
    if (member.name == from) member.name = to;
  }
}

void add_to_all_of(JsonValue& object, JsonValue schema) {
  if (JsonValue* all = find_member(object, "allOf")) {
    all->items.push_back(std::move(schema));
    return;
  }
  object.members.push_back({"allOf", 0, 0, json_array({std::move(schema)})});
}

JsonValue take_members(JsonValue& object, std::initializer_list<std::string_view> names) {
  JsonValue taken = json_object({});
  for (const std::string_view name : names) {
    JsonValue* found = find_member(object, name);
    if (found == nullptr) continue;
    taken.members.push_back({std::string(name), 0, 0, std::move(*found)});
    erase_member(object, name);
  }
  return taken;
}

void for_each_schema(JsonValue& schema, const std::function<void(JsonValue&)>& edit) {
  for (JsonValue& item : schema.items) for_each_schema(item, edit);
  if (schema.kind != JsonKind::object) return;
  for (JsonMember& member : schema.members) {
    const std::optional<Holds> holds = keyword_holds(member.name);
    if (holds == Holds::schema) for_each_schema(member.value, edit);
    if (holds == Holds::schemas_by_name) {
      for (JsonMember& named : member.value.members) for_each_schema(named.value, edit);
    }
  }
  edit(schema);
}

bool uses_keyword(const JsonValue& schema, std::initializer_list<std::string_view> names) {
  const std::set<std::string> used = keywords_of(schema);
  return std::any_of(names.begin(), names.end(),
                     [&](std::string_view name) { return used.contains(std::string(name)); });
}

void for_each_value(JsonValue& value, const std::function<void(JsonValue&)>& edit) {
  for (JsonValue& item : value.items) for_each_value(item, edit);
  for (JsonMember& member : value.members) for_each_value(member.value, edit);
  edit(value);
}

}  // namespace lockstep::conformance
