// Bases for keywords that decide what a reference or a dialect means: without the keyword it is nothing, or
// something else.
#include <utility>

#include "lockstep/conformance/insertion/insertion.h"

namespace lockstep::conformance {
namespace {

using Path = std::vector<std::string>;

constexpr const char* kDraft = "https://json-schema.org/draft/2020-12/";
constexpr const char* kOuter = "https://lockstep.test/outer";
constexpr const char* kInner = "https://lockstep.test/inner";
constexpr const char* kMeta = "https://lockstep.test/meta";

// The place as the whole schema, of a member, or of items.
struct Wrapped {
  Path path;
  Tree root;
};

Wrapped wrapped(Tree place, Choices& choices, bool below_root = false) {
  switch (below_root ? choices.between(1, 2) : choices.below(3)) {
    case 1:
      return {{"properties", "p"}, Tree::object({{"properties", Tree::object({{"p", std::move(place)}})}})};
    case 2:
      return {{"items"}, Tree::object({{"items", std::move(place)}})};
    default:
      return {{}, std::move(place)};
  }
}

Path joined(Path path, const Path& more) {
  path.insert(path.end(), more.begin(), more.end());
  return path;
}

Tree& at(Tree& root, const Path& path) {
  Tree* here = &root;
  for (const std::string& step : path) here = here->find(step);
  return *here;
}

Tree reference(std::string to) { return Tree::object({{"$ref", Tree::string(std::move(to))}}); }

// Inserts `keyword` into the schema at `place`.
InsertionPlan inserted(Tree root, const Path& place, const std::string& keyword, Tree value) {
  InsertionPlan plan;
  plan.base.root = std::move(root);
  plan.with.root = plan.base.root;
  at(plan.with.root, place).set(keyword, std::move(value));
  plan.path = joined(place, {keyword});
  return plan;
}

void set_target(InsertionPlan& plan, const std::string& text, const Path& path) {
  plan.base.targets[text] = plan.with.targets[text] = path;
}

InsertionPlan plan_definitions(const std::string& keyword, Choices& choices) {
  Wrapped outer = wrapped(Tree::object(), choices);
  const Path target = joined(outer.path, {keyword, "t"});
  const std::string text = "#" + pointer_of(target);
  at(outer.root, outer.path).set("$ref", Tree::string(text));
  InsertionPlan plan =
      inserted(std::move(outer.root), outer.path, keyword, Tree::object({{"t", small_schema(choices)}}));
  plan.with.targets[text] = target;
  return plan;
}

InsertionPlan plan_anchor(Choices& choices) {
  Wrapped outer = wrapped(reference("#here"), choices);
  at(outer.root, outer.path).set("$defs", Tree::object({{"t", small_schema(choices)}}));
  const Path target = joined(outer.path, {"$defs", "t"});
  InsertionPlan plan = inserted(std::move(outer.root), target, "$anchor", Tree::string("here"));
  plan.with.targets["#here"] = target;
  return plan;
}

// The same reference leads to one definition or to another.
InsertionPlan plan_id(Choices& choices) {
  Tree place = reference("#/$defs/t");
  place.set("$defs", Tree::object({{"t", small_schema(choices)}}));
  Wrapped outer = wrapped(std::move(place), choices, true);
  outer.root.set("$defs", Tree::object({{"t", small_schema(choices)}}));
  InsertionPlan plan = inserted(std::move(outer.root), outer.path, "$id", Tree::string(kInner));
  plan.base.targets["#/$defs/t"] = {"$defs", "t"};
  plan.with.targets["#/$defs/t"] = joined(outer.path, {"$defs", "t"});
  return plan;
}

// A tree, and a stricter one around it: whose children are strict only with the dynamic anchor.
InsertionPlan plan_dynamic_anchor(Choices& choices) {
  Tree inner = Tree::object({{"$id", Tree::string(kInner)}, {"$dynamicAnchor", Tree::string("n")}});
  inner.set("properties", Tree::object({{"c", Tree::object({{"$dynamicRef", Tree::string("#n")}})}}));
  inner.set("items", Tree::object({{"$dynamicRef", Tree::string("#n")}}));
  Tree place = Tree::object({{"$id", Tree::string(kOuter)}, {"$ref", Tree::string(kInner)}});
  for (const char* keyword : {"type", "required", "maxProperties", "maxItems"}) {
    if (!choices.chance(35)) continue;
    if (keyword == std::string_view("type")) {
      place.set(keyword, Tree::string(choices.chance(50) ? "object" : "array"));
    } else if (keyword == std::string_view("required")) {
      place.set(keyword, Tree::array({Tree::string(choices.chance(50) ? "c" : "d")}));
    } else {
      place.set(keyword, Tree::number(std::to_string(choices.between(0, 2))));
    }
  }
  place.set("$defs", Tree::object({{"inner", std::move(inner)}}));
  Wrapped outer = wrapped(std::move(place), choices);
  const Path target = joined(outer.path, {"$defs", "inner"});
  InsertionPlan plan = inserted(std::move(outer.root), outer.path, "$dynamicAnchor", Tree::string("n"));
  set_target(plan, kInner, target);
  plan.base.targets["#n"] = target;
  plan.with.targets["#n"] = outer.path;
  return plan;
}

// A dialect that nobody knows.
InsertionPlan plan_dialect(Choices& choices) {
  return inserted(small_schema(choices), {}, "$schema",
                  Tree::string("https://lockstep.test/no-such-dialect"));
}

// Without it a metaschema that nobody knows has the core alone.
InsertionPlan plan_vocabulary(Choices& choices) {
  InsertionPlan plan;
  plan.base.root = small_schema(choices);
  plan.base.root.set("$schema", Tree::string(kMeta));
  plan.with.root = plan.base.root;
  Tree meta =
      Tree::object({{"$id", Tree::string(kMeta)}, {"$schema", Tree::string(std::string(kDraft) + "schema")}});
  auto registry = std::make_shared<Registry>();
  (*registry)[kMeta] = write_tree(meta);
  plan.registry_without = registry;
  Tree all = Tree::object();
  for (const char* one : {"core", "applicator", "validation"})
    all.set(std::string(kDraft) + "vocab/" + one, Tree::of(true));
  meta.set("$vocabulary", std::move(all));
  registry = std::make_shared<Registry>();
  (*registry)[kMeta] = write_tree(meta);
  plan.registry_with = registry;
  return plan;
}

}  // namespace

InsertionPlan plan_structural(const std::string& keyword, Choices& choices) {
  if (keyword == "$anchor") return plan_anchor(choices);
  if (keyword == "$id") return plan_id(choices);
  if (keyword == "$dynamicAnchor") return plan_dynamic_anchor(choices);
  if (keyword == "$schema") return plan_dialect(choices);
  if (keyword == "$vocabulary") return plan_vocabulary(choices);
  return plan_definitions(keyword, choices);
}

}  // namespace lockstep::conformance
