#include <utility>

#include "lockstep/conformance/planted/faults.h"
#include "lockstep/conformance/planted/rewrite.h"

namespace lockstep::conformance {
namespace {

using oracle::JsonKind;
using oracle::JsonMember;
using oracle::JsonValue;

// `if` alone must do nothing.
void lone_if_asserts(JsonValue& object) {
  const JsonValue* condition = find_member(object, "if");
  if (condition == nullptr || find_member(object, "then") != nullptr ||
      find_member(object, "else") != nullptr)
    return;
  JsonValue copy = *condition;
  add_to_all_of(object, std::move(copy));
}

void swap_branches(JsonValue& object) {
  if (find_member(object, "if") == nullptr) return;
  for (JsonMember& member : object.members) {
    if (member.name == "then") {
      member.name = "else";
    } else if (member.name == "else") {
      member.name = "then";
    }
  }
}

// Alternatives that are the first of a list only.
void keep_first(JsonValue& object, std::string_view keyword) {
  JsonValue* branches = find_member(object, keyword);
  if (branches != nullptr && branches->items.size() > 1) branches->items.resize(1);
}

}  // namespace

std::vector<PlantedFault> applicator_faults() {
  std::vector<PlantedFault> faults;
  const auto add = [&](std::string name, std::string sentence, std::function<void(JsonValue&)> edit) {
    faults.push_back({std::move(name), std::move(sentence),
                      [edit](JsonValue& schema, JsonValue&) { for_each_schema(schema, edit); }, nullptr,
                      nullptr});
  };
  add("lone_if_asserts", "an if without then and else is an assertion", lone_if_asserts);
  add("then_and_else_swapped", "then applies where if failed", swap_branches);
  add("one_of_as_any_of", "oneOf is content with more than one match",
      [](JsonValue& object) { rename_member(object, "oneOf", "anyOf"); });
  add("all_of_first_only", "allOf looks at its first branch only",
      [](JsonValue& object) { keep_first(object, "allOf"); });
  add("not_ignored", "not says nothing", [](JsonValue& object) { erase_member(object, "not"); });
  add("null_is_any_type", "null is of every type", [](JsonValue& object) {
    JsonValue* type = find_member(object, "type");
    if (type == nullptr || type->text == "null") return;
    for (const JsonValue& one : type->items) {
      if (one.text == "null") return;
    }
    if (type->kind == JsonKind::string) *type = json_array({json_string(type->text)});
    type->items.push_back(json_string("null"));
  });
  return faults;
}

}  // namespace lockstep::conformance
