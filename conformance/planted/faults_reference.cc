#include <algorithm>
#include <array>
#include <utility>

#include "lockstep/conformance/planted/faults.h"
#include "lockstep/conformance/planted/rewrite.h"

namespace lockstep::conformance {
namespace {

using oracle::JsonKind;
using oracle::JsonMember;
using oracle::JsonValue;

// As drafts 4 to 7 demand: what stands beside $ref does not count. Identifiers and definitions stay, so that
// every reference still finds its target.
void ignore_siblings(JsonValue& object) {
  constexpr std::array<std::string_view, 7> kKept = {"$ref",  "$id",         "$schema",       "$anchor",
                                                     "$defs", "definitions", "$dynamicAnchor"};
  if (find_member(object, "$ref") == nullptr) return;
  std::erase_if(object.members, [&](const JsonMember& member) {
    return std::find(kKept.begin(), kKept.end(), member.name) == kKept.end();
  });
}

// Inside a double negation nothing is annotated, so contains asserts and evaluates nothing.
void hide_contains(JsonValue& object) {
  JsonValue taken = take_members(object, {"contains", "minContains", "maxContains"});
  if (taken.members.empty()) return;
  add_to_all_of(object, json_object({{"not", json_object({{"not", std::move(taken)}})}}));
}

// The same for one keyword whose branches should have been looked into.
void hide_branches(JsonValue& object, std::string_view keyword) {
  JsonValue taken = take_members(object, {keyword});
  if (taken.members.empty()) return;
  add_to_all_of(object, json_object({{"not", json_object({{"not", std::move(taken)}})}}));
}

// One level short: what a branch's own branches evaluated is not seen.
void hide_second_level(JsonValue& object) {
  for (const std::string_view outer : {"allOf", "anyOf", "oneOf"}) {
    JsonValue* branches = find_member(object, outer);
    if (branches == nullptr) continue;
    for (JsonValue& branch : branches->items) {
      for (const std::string_view inner : {"anyOf", "oneOf", "allOf"}) {
        if (branch.kind == JsonKind::object) hide_branches(branch, inner);
      }
    }
  }
}

// Remote documents are taken for `true`; metaschemas stay.
void blank_remotes(ValidateRequest& request) {
  if (!request.registry) return;
  auto blank = std::make_shared<Registry>(*request.registry);
  for (auto& [uri, text] : *blank) {
    if (uri.starts_with("http://localhost:1234/") && text.find("$vocabulary") == std::string::npos)
      text = "true";
  }
  request.registry = blank;
}

}  // namespace

std::vector<PlantedFault> reference_faults() {
  std::vector<PlantedFault> faults;
  const auto add = [&](std::string name, std::string sentence, std::function<void(JsonValue&)> edit) {
    faults.push_back({std::move(name), std::move(sentence),
                      [edit](JsonValue& schema, JsonValue&) { for_each_schema(schema, edit); }, nullptr,
                      nullptr});
  };
  add("ref_siblings_ignored", "what stands beside $ref does not count", ignore_siblings);
  add("dynamic_ref_is_static", "$dynamicRef is $ref and $dynamicAnchor is $anchor", [](JsonValue& object) {
    rename_member(object, "$dynamicAnchor", "$anchor");
    rename_member(object, "$dynamicRef", "$ref");
  });
  add("anchor_ignored", "$anchor names nothing", [](JsonValue& object) { erase_member(object, "$anchor"); });
  add("id_ignored", "an embedded $id is no new base", [](JsonValue& object) {
    if (find_member(object, "$schema") == nullptr) erase_member(object, "$id");
  });
  add("unevaluated_properties_is_additional", "unevaluatedProperties sees only its own neighbours",
      [](JsonValue& object) { rename_member(object, "unevaluatedProperties", "additionalProperties"); });
  add("unevaluated_ignored", "unevaluatedProperties and unevaluatedItems say nothing", [](JsonValue& object) {
    erase_member(object, "unevaluatedProperties");
    erase_member(object, "unevaluatedItems");
  });
  add("unevaluated_one_level_short", "unevaluated keywords do not see into the branches of a branch",
      hide_second_level);
  add("unevaluated_items_ignores_contains", "an item that contains matched is still unevaluated",
      hide_contains);
  faults.push_back(
      {"remote_refs_true", "every remote document is the schema true", nullptr, nullptr, blank_remotes});
  return faults;
}

}  // namespace lockstep::conformance
