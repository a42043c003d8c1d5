#include <algorithm>

#include "lockstep/conformance/planted/faults.h"
#include "lockstep/conformance/planted/rewrite.h"

namespace lockstep::conformance {
namespace {

using oracle::JsonKind;
using oracle::JsonMember;
using oracle::JsonValue;

auto dropping(std::string keyword) {
  return [keyword](JsonValue& schema, JsonValue&) {
    for_each_schema(schema, [&](JsonValue& object) { erase_member(object, keyword); });
  };
}

// Only the declared among the required names are looked for.
void required_if_declared(JsonValue& object) {
  JsonValue* required = find_member(object, "required");
  if (required == nullptr) return;
  const JsonValue* properties = find_member(object, "properties");
  std::erase_if(required->items, [&](const JsonValue& name) {
    return properties == nullptr || properties->find(name.text) == nullptr;
  });
}

// Moved to a branch of allOf, a keyword's neighbours no longer count what it covers.
void apart(JsonValue& object, std::string_view keyword, std::string_view neighbour) {
  if (find_member(object, neighbour) == nullptr) return;
  JsonValue taken = take_members(object, {keyword});
  if (!taken.members.empty()) add_to_all_of(object, std::move(taken));
}

void sort_members(JsonValue& value) {
  if (value.kind != JsonKind::object || value.members.empty()) return;
  JsonValue names = json_array({});
  for (const JsonMember& member : value.members) names.items.push_back(json_string(member.name));
  // An extra member that tells objects of different member order apart.
  value.members.push_back({"member order", 0, 0, std::move(names)});
}

}  // namespace

std::vector<PlantedFault> object_faults() {
  std::vector<PlantedFault> faults;
  const auto add = [&](std::string name, std::string sentence, auto trees) {
    faults.push_back({std::move(name), std::move(sentence), trees, nullptr, nullptr});
  };
  const auto add_edit = [&](std::string name, std::string sentence, std::function<void(JsonValue&)> edit) {
    add(std::move(name), std::move(sentence),
        [edit](JsonValue& schema, JsonValue&) { for_each_schema(schema, edit); });
  };
  add_edit("required_only_if_declared", "required looks only for names that stand in properties",
           required_if_declared);
  add_edit("additional_ignores_patterns", "additionalProperties also covers what patternProperties matched",
           [](JsonValue& object) { apart(object, "patternProperties", "additionalProperties"); });
  add_edit("items_covers_prefix", "items also covers what prefixItems covered",
           [](JsonValue& object) { apart(object, "prefixItems", "items"); });
  add_edit("min_contains_zero_is_one", "minContains 0 still wants one match", [](JsonValue& object) {
    const JsonValue* least = find_member(object, "minContains");
    if (least != nullptr && least->text.find_first_not_of("0.") == std::string::npos) {
      erase_member(object, "minContains");
    }
  });
  add("property_names_ignored", "propertyNames says nothing", dropping("propertyNames"));
  add("dependent_schemas_ignored", "dependentSchemas says nothing", dropping("dependentSchemas"));
  add("dependent_required_ignored", "dependentRequired says nothing", dropping("dependentRequired"));
  add("max_contains_ignored", "maxContains says nothing", dropping("maxContains"));
  add("min_properties_ignored", "minProperties says nothing", dropping("minProperties"));
  add("unique_items_ignored", "uniqueItems says nothing", dropping("uniqueItems"));
  add("unique_by_member_order",
      "for uniqueItems two objects differ when their members stand in another order",
      [](JsonValue& schema, JsonValue& instance) {
        if (uses_keyword(schema, {"uniqueItems"})) for_each_value(instance, sort_members);
      });
  add("enum_by_member_order", "an object equals one of enum or const only with its members in the same order",
      [](JsonValue& schema, JsonValue& instance) {
        if (!uses_keyword(schema, {"enum", "const"})) return;
        for_each_schema(schema, [](JsonValue& object) {
          for (const std::string_view keyword : {"enum", "const"}) {
            if (JsonValue* found = find_member(object, keyword)) for_each_value(*found, sort_members);
          }
        });
        for_each_value(instance, sort_members);
      });
  return faults;
}

}  // namespace lockstep::conformance
