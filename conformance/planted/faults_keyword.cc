// Misreadings of one keyword each, of the kind that implementers make: an edit of the schema.
#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "lockstep/conformance/planted/faults.h"
#include "lockstep/conformance/planted/json_write.h"
#include "lockstep/conformance/planted/rewrite.h"

namespace lockstep::conformance {
namespace {

using oracle::JsonKind;
using oracle::JsonMember;
using oracle::JsonValue;

constexpr std::array<std::string_view, 5> kBranches = {"allOf", "anyOf", "oneOf", "then", "else"};

bool names_only(std::string_view keyword) {
  return keyword.starts_with('$') || keyword == "definitions" || keyword == "title";
}

// De Morgan forgotten: every keyword beside the others must fail, where one that fails is enough.
void negate_each_keyword(JsonValue& object) {
  JsonValue* negated = find_member(object, "not");
  if (negated == nullptr || negated->kind != JsonKind::object) return;
  std::vector<JsonValue> each;
  for (const JsonMember& member : negated->members) {
    if (names_only(member.name)) continue;
    each.push_back(json_object({{"not", json_object({{member.name, member.value}})}}));
  }
  if (each.size() < 2) return;
  erase_member(object, "not");
  for (JsonValue& one : each) add_to_all_of(object, std::move(one));
}

// `else` as one more alternative: it does not ask that `if` fails.
void condition_as_any_of(JsonValue& object) {
  JsonValue taken = take_members(object, {"if", "then", "else"});
  const JsonValue* condition = find_member(taken, "if");
  const JsonValue* then = find_member(taken, "then");
  const JsonValue* otherwise = find_member(taken, "else");
  if (condition == nullptr) return;
  JsonValue held = json_array({*condition});
  if (then != nullptr) held.items.push_back(*then);
  JsonValue failed = otherwise != nullptr ? *otherwise : json_boolean(true);
  add_to_all_of(
      object,
      json_object({{"anyOf", json_array({json_object({{"allOf", std::move(held)}}), std::move(failed)})}}));
}

void depend_both_ways(JsonValue& object) {
  JsonValue* all = find_member(object, "dependentRequired");
  if (all == nullptr || all->kind != JsonKind::object) return;
  const JsonValue before = *all;
  for (const JsonMember& member : before.members) {
    for (const JsonValue& name : member.value.items) {
      JsonValue* back = find_member(*all, name.text);
      if (back == nullptr) {
        all->members.push_back({name.text, 0, 0, json_array({})});
        back = &all->members.back().value;
      }
      const bool there = std::any_of(back->items.begin(), back->items.end(),
                                     [&](const JsonValue& one) { return one.text == member.name; });
      if (!there) back->items.push_back(json_string(member.name));
    }
  }
}

void apply_dependent_schemas_always(JsonValue& object) {
  JsonValue taken = take_members(object, {"dependentSchemas"});
  for (JsonMember& member : taken.members) {
    for (JsonMember& one : member.value.members) add_to_all_of(object, std::move(one.value));
  }
}

std::vector<std::string> declared_names(JsonValue& object) {
  std::vector<std::string> names;
  const JsonValue* properties = find_member(object, "properties");
  if (properties == nullptr) return names;
  for (const JsonMember& member : properties->members) names.push_back(member.name);
  return names;
}

// A count as text, plus `by`; what is no plain small number stays.
void shift(JsonValue* count, std::size_t by) {
  if (count == nullptr || count->text.empty() || count->text.size() > 6) return;
  if (count->text.find_first_not_of("0123456789") != std::string::npos) return;
  count->text = std::to_string(std::stoul(count->text) + by);
}

void count_undeclared_only(JsonValue& object) {
  shift(find_member(object, "maxProperties"), declared_names(object).size());
}

bool is_zero_or_one(const JsonValue& count) { return count.text == "0" || count.text == "1"; }

void spare_declared_names(JsonValue& object) {
  const std::vector<std::string> declared = declared_names(object);
  JsonValue* names = find_member(object, "propertyNames");
  if (names == nullptr || declared.empty()) return;
  JsonValue listed = json_array({});
  for (const std::string& name : declared) listed.items.push_back(json_string(name));
  *names =
      json_object({{"anyOf", json_array({std::move(*names), json_object({{"enum", std::move(listed)}})})}});
}

void contains_at_the_front(JsonValue& object) {
  const JsonValue* wanted = find_member(object, "contains");
  const JsonValue* least = find_member(object, "minContains");
  if (wanted == nullptr || (least != nullptr && least->text == "0")) return;
  add_to_all_of(object,
                json_object({{"prefixItems", json_array({*wanted})}, {"minItems", json_number("1")}}));
}

void anchor_names(JsonValue& object) {
  JsonValue* patterns = find_member(object, "patternProperties");
  if (patterns == nullptr) return;
  for (JsonMember& member : patterns->members) member.name = "^(?:" + member.name + ")$";
}

void multiples_are_integers(JsonValue& object) {
  if (find_member(object, "multipleOf") == nullptr) return;
  erase_member(object, "multipleOf");
  JsonValue types = json_array({});
  for (const char* type : {"null", "boolean", "object", "array", "string", "integer"})
    types.items.push_back(json_string(type));
  add_to_all_of(object, json_object({{"type", std::move(types)}}));
}

// A name that a branch declares counts as evaluated even where the branch fails.
void count_failed_branches(JsonValue& object) {
  if (find_member(object, "unevaluatedProperties") == nullptr) return;
  std::vector<std::string> names;
  const auto add = [&](const JsonValue& branch) {
    const JsonValue* properties = branch.find("properties");
    if (properties == nullptr) return;
    for (const JsonMember& member : properties->members) names.push_back(member.name);
  };
  for (const std::string_view keyword : kBranches) {
    const JsonValue* branches = find_member(object, keyword);
    if (branches == nullptr) continue;
    add(*branches);
    for (const JsonValue& branch : branches->items) add(branch);
  }
  if (names.empty()) return;
  if (find_member(object, "properties") == nullptr)
    object.members.push_back({"properties", 0, 0, json_object({})});
  JsonValue& declared = *find_member(object, "properties");
  for (std::string& name : names) {
    if (find_member(declared, name) == nullptr)
      declared.members.push_back({std::move(name), 0, 0, json_boolean(true)});
  }
}

// Whether a member was evaluated is decided when it ends: a branch that then still waits for a member does
// not count. Inside a double negation nothing is annotated.
void settle_at_close(JsonValue& object) {
  if (find_member(object, "unevaluatedProperties") == nullptr) return;
  for (const std::string_view keyword : {"anyOf", "oneOf"}) {
    JsonValue* branches = find_member(object, keyword);
    if (branches == nullptr) continue;
    for (JsonValue& branch : branches->items) {
      if (branch.kind != JsonKind::object || find_member(branch, "required") == nullptr) continue;
      JsonValue hidden = json_object({{"not", json_object({{"not", branch}})}});
      branch = std::move(hidden);
    }
  }
}

// Every metaschema has all vocabularies of the standard one.
void forget_vocabularies(ValidateRequest& request) {
  if (!request.registry) return;
  const oracle::Outcome<JsonValue> schema = oracle::parse_json(request.schema);
  if (!schema.ok()) return;
  const JsonValue* meta = schema.value().find("$schema");
  if (meta == nullptr) return;
  const auto found = request.registry->find(meta->text);
  if (found == request.registry->end() || meta->text.starts_with("https://json-schema.org/")) return;
  oracle::Outcome<JsonValue> tree = oracle::parse_json(found->second);
  if (!tree.ok() || find_member(tree.value(), "$vocabulary") == nullptr) return;
  auto registry = std::make_shared<Registry>(*request.registry);
  JsonValue all = json_object({});
  for (const char* one :
       {"core", "applicator", "unevaluated", "validation", "meta-data", "format-annotation", "content"})
    all.members.push_back(
        {fmt::format("https://json-schema.org/draft/2020-12/vocab/{}", one), 0, 0, json_boolean(true)});
  *find_member(tree.value(), "$vocabulary") = std::move(all);
  (*registry)[meta->text] = write_json(tree.value());
  request.registry = registry;
}

}  // namespace

std::vector<PlantedFault> keyword_faults() {
  std::vector<PlantedFault> faults;
  const auto add = [&](std::string name, std::string sentence, std::function<void(JsonValue&)> edit) {
    faults.push_back({std::move(name), std::move(sentence),
                      [edit](JsonValue& schema, JsonValue&) { for_each_schema(schema, edit); }, nullptr,
                      nullptr});
  };
  add("not_negates_each_keyword", "under not every keyword must fail, not any", negate_each_keyword);
  add("if_as_any_of", "else may hold although if did", condition_as_any_of);
  add("else_ignored", "else says nothing", [](JsonValue& object) { erase_member(object, "else"); });
  add("dependent_required_both_ways", "dependentRequired: names that depend need each other",
      depend_both_ways);
  add("dependent_schemas_always", "dependentSchemas apply whether the name is there or not",
      apply_dependent_schemas_always);
  add("max_properties_counts_undeclared", "maxProperties counts only members that are not declared",
      count_undeclared_only);
  add("min_properties_means_one", "minProperties asks for an object that is not empty",
      [](JsonValue& object) {
        JsonValue* least = find_member(object, "minProperties");
        if (least != nullptr && !is_zero_or_one(*least)) *least = json_number("1");
      });
  add("property_names_spares_declared", "propertyNames speaks of undeclared names only",
      spare_declared_names);
  add("contains_at_the_front", "contains speaks of the first item", contains_at_the_front);
  add("min_contains_means_one", "contains is content with one item, whatever minContains says",
      [](JsonValue& object) {
        const JsonValue* least = find_member(object, "minContains");
        if (least != nullptr && !is_zero_or_one(*least)) erase_member(object, "minContains");
      });
  add("pattern_properties_anchored", "a pattern of patternProperties must match the whole name",
      anchor_names);
  add("multiple_of_means_integer", "multipleOf asks for an integer, whichever", multiples_are_integers);
  add("unevaluated_items_is_items", "unevaluatedItems is items: it sees only its own neighbours",
      [](JsonValue& object) {
        if (find_member(object, "items") == nullptr) rename_member(object, "unevaluatedItems", "items");
      });
  add("unevaluated_counts_failed_branches", "what a branch declares is evaluated even where the branch fails",
      count_failed_branches);
  add("unevaluated_settled_at_close",
      "a member is evaluated or not when it ends: a branch that waits for another member does not count",
      settle_at_close);
  faults.push_back({"vocabulary_ignored", "a metaschema's $vocabulary switches nothing off", nullptr, nullptr,
                    forget_vocabularies});
  return faults;
}

}  // namespace lockstep::conformance
