#include "lockstep/conformance/insertion/insertion.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "lockstep/conformance/generate/instance_generator.h"
#include "lockstep/conformance/generate/pools.h"
#include "lockstep/conformance/suite/keywords.h"
#include "lockstep/conformance/walk/enforced_schemas.h"

namespace lockstep::conformance {
namespace {

using Path = std::vector<std::string>;

constexpr std::size_t kInstances = 14;

struct Place {
  Path path;
  Tree* schema;
};

bool defines(const std::string& keyword) { return keyword == "$defs" || keyword == "definitions"; }

void collect(Tree& schema, const Path& path, std::vector<Place>& places);

void collect_list(Tree& value, const Path& path, std::vector<Place>& places) {
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    Path below = path;
    below.push_back(std::to_string(i));
    collect(value.items[i], below, places);
  }
}

// The objects at schema positions below this one, but not in its definitions.
void collect(Tree& schema, const Path& path, std::vector<Place>& places) {
  if (schema.kind != TreeKind::object) return;
  places.push_back({path, &schema});
  for (auto& [keyword, value] : schema.members) {
    const std::optional<Holds> holds = keyword_holds(keyword);
    if (!holds || *holds == Holds::nothing || keyword == "contentSchema" || defines(keyword)) continue;
    Path below = path;
    below.push_back(keyword);
    if (*holds == Holds::schema) {
      collect(value, below, places);
      collect_list(value, below, places);
      continue;
    }
    for (auto& [name, part] : value.members) {
      Path named = below;
      named.push_back(name);
      collect(part, named, places);
    }
  }
}

// Takes the keyword away wherever it stands.
void erase_everywhere(Tree& schema, const std::string& keyword) {
  if (schema.kind != TreeKind::object) return;
  std::erase_if(schema.members, [&](const auto& member) { return member.first == keyword; });
  for (auto& [name, value] : schema.members) {
    const std::optional<Holds> holds = keyword_holds(name);
    if (!holds || *holds == Holds::nothing) continue;
    if (*holds == Holds::schemas_by_name) {
      for (auto& [key, part] : value.members) erase_everywhere(part, keyword);
      continue;
    }
    erase_everywhere(value, keyword);
    for (Tree& item : value.items) erase_everywhere(item, keyword);
  }
}

Tree* find_at(Tree& root, const Path& path) {
  Tree* here = &root;
  for (const std::string& step : path) {
    if (here != nullptr && here->kind == TreeKind::array) {
      const std::size_t index = std::stoul(step);
      here = index < here->items.size() ? &here->items[index] : nullptr;
    } else if (here != nullptr) {
      here = here->find(step);
    }
  }
  return here;
}

// The schemas that decide something: from the root on, and what references among them lead to.
std::vector<Place> deciding_places(GeneratedSchema& schema) {
  std::vector<Place> places;
  std::set<std::string> followed;
  collect(schema.root, {}, places);
  for (std::size_t next = 0; next < places.size(); ++next) {
    for (const char* keyword : {"$ref", "$dynamicRef"}) {
      const Tree* reference = places[next].schema->find(keyword);
      if (reference == nullptr || !followed.insert(reference->text).second) continue;
      const auto target = schema.targets.find(reference->text);
      if (target == schema.targets.end() || target->second.empty()) continue;
      const bool there = std::any_of(places.begin(), places.end(),
                                     [&](const Place& place) { return place.path == target->second; });
      Tree* found = there ? nullptr : find_at(schema.root, target->second);
      if (found != nullptr) collect(*found, target->second, places);
    }
  }
  return places;
}

bool speaks_of(const Tree& schema, const std::string& type) {
  const Tree* there = schema.find("type");
  if (type.empty() || there == nullptr) return true;
  const auto fits = [&](const Tree& one) {
    return one.text == type || (type == "number" && one.text == "integer");
  };
  return fits(*there) || std::any_of(there->items.begin(), there->items.end(), fits);
}

// One place, close to the root, where values of the type are at home.
Tree simple_base(const std::string& type, Choices& choices) {
  Tree place = Tree::object();
  if (!type.empty() && choices.chance(60)) place.set("type", Tree::string(type));
  if (type == "object" && choices.chance(60)) {
    Tree declared = Tree::object();
    std::string name = choices.pick(pool_names());
    declared.set(std::move(name), small_schema(choices));
    place.set("properties", std::move(declared));
  }
  if (type == "array" && choices.chance(40)) place.set("items", small_schema(choices));
  switch (choices.below(5)) {
    case 1:
      return Tree::object({{"type", Tree::string("object")},
                           {"properties", Tree::object({{choices.pick(pool_names()), std::move(place)}})}});
    case 2:
      return Tree::object({{"items", std::move(place)}});
    case 3: {
      Tree list = Tree::array();
      list.items.push_back(std::move(place));
      return Tree::object({{"allOf", std::move(list)}});
    }
    case 4: {
      Tree list = Tree::array();
      list.items.push_back(small_schema(choices));
      list.items.push_back(std::move(place));
      return Tree::object({{"anyOf", std::move(list)}});
    }
    default:
      return place;
  }
}

GeneratedSchema base_for(const InsertedKeyword& keyword, Choices& choices) {
  GeneratedSchema base;
  const std::size_t kind = choices.weighted({50, 30, 20});
  if (kind == 0) {
    base.root = simple_base(keyword.type, choices);
    base.targets["#"] = {};
  } else if (kind == 1) {
    base = generate_enforced_schema(choices);
  } else {
    base = generate_schema(choices);
    keep_enforced(base);
  }
  erase_everywhere(base.root, keyword.keyword);
  return base;
}

// References to "#/..." mean the document only where no subschema is a resource of its own.
bool has_resources(const Tree& tree) {
  const auto has = [](const Tree& part) { return has_resources(part); };
  return tree.find("$id") != nullptr || std::any_of(tree.items.begin(), tree.items.end(), has) ||
         std::any_of(tree.members.begin(), tree.members.end(),
                     [&](const auto& member) { return has(member.second); });
}

void add_target(GeneratedSchema& base, Choices& choices) {
  if (base.root.find("$defs") == nullptr) base.root.set("$defs", Tree::object());
  Tree target = small_schema(choices);
  target.set("$dynamicAnchor", Tree::string("inserted"));
  base.root.find("$defs")->set("inserted", std::move(target));
  base.targets["#/$defs/inserted"] = base.targets["#inserted"] = {"$defs", "inserted"};
}

InsertionPlan plan_plain(const InsertedKeyword& keyword, Choices& choices) {
  InsertionPlan plan;
  const bool refers = keyword.keyword == "$ref" || keyword.keyword == "$dynamicRef";
  do plan.base = base_for(keyword, choices);
  while (refers && has_resources(plan.base.root));
  const std::vector<Place> places = deciding_places(plan.base);
  std::vector<Place> fitting;
  for (const Place& place : places) {
    if (speaks_of(*place.schema, keyword.type)) fitting.push_back(place);
  }
  const bool any = fitting.empty() || choices.chance(10);
  const Place place = choices.pick(any ? places : fitting);
  if (keyword.neighbours) keyword.neighbours(*place.schema, choices);
  if (refers) add_target(plan.base, choices);
  plan.with = plan.base;
  Tree& schema = *find_at(plan.with.root, place.path);
  Tree value = keyword.value(choices);
  const std::size_t position = choices.below(schema.members.size() + 1);
  schema.members.insert(schema.members.begin() + static_cast<std::ptrdiff_t>(position),
                        {keyword.keyword, std::move(value)});
  plan.path = place.path;
  plan.path.push_back(keyword.keyword);
  return plan;
}

std::vector<std::string> instances_for(const InsertedKeyword& keyword, const InsertionPlan& plan,
                                       Choices& choices) {
  std::vector<std::string> texts;
  std::set<std::string> seen;
  for (std::size_t i = 0; i < kInstances; ++i) {
    const GeneratedSchema& schema = i % 2 == 0 ? plan.with : plan.base;
    Tree instance = build_instance(schema, choices);
    if (i >= kInstances / 2) mutate_instance(instance, i % 3 == 0 ? plan.base : plan.with, choices);
    if (i + 2 >= kInstances) instance = generate_value(choices, 2, false);
    if (keyword.assert_formats && i == 0) instance = Tree::string(choices.pick(pool_strings()));
    std::string text = choices.chance(10) ? write_tree_spelled(instance, choices) : write_tree(instance);
    if (seen.insert(text).second) texts.push_back(std::move(text));
  }
  return texts;
}

}  // namespace

std::string pointer_of(const std::vector<std::string>& path) {
  nlohmann::json::json_pointer pointer;
  for (const std::string& step : path) pointer.push_back(step);
  return pointer.to_string();
}

Insertion make_insertion(const InsertedKeyword& keyword, Choices& choices) {
  InsertionPlan plan =
      keyword.value ? plan_plain(keyword, choices) : plan_structural(keyword.keyword, choices);
  Insertion made;
  made.without.schema = write_tree(plan.base.root);
  made.with.schema = write_tree(plan.with.root);
  made.without.registry = std::move(plan.registry_without);
  made.with.registry = std::move(plan.registry_with);
  made.without.assert_formats = made.with.assert_formats = keyword.assert_formats;
  made.without.instances = made.with.instances = instances_for(keyword, plan, choices);
  made.pointer = pointer_of(plan.path);
  return made;
}

}  // namespace lockstep::conformance
