#include "lockstep/conformance/walk/walk_schemas.h"

#include <set>
#include <utility>

#include "lockstep/conformance/walk/enforced_schemas.h"

namespace lockstep::conformance {
namespace {

Choices choices_for(std::uint64_t seed, std::uint64_t index) {
  NextByte mixer = seeded_bytes(seed ^ (index * 0x94d049bb133111ebU));
  std::uint64_t start = 0;
  for (int i = 0; i < 8; ++i) start = start << 8U | mixer();
  return Choices(seeded_bytes(start));
}

// Seldom written, so that a walk of few schemas would miss them: what describes a value, and names that
// references use.
const std::vector<std::pair<std::string, Tree>>& seldom() {
  static const std::vector<std::pair<std::string, Tree>> kSeldom = {
      {"title", Tree::string("t")},
      {"$dynamicRef", Tree::string("#walk")},
      {"description", Tree::string("")},
      {"default", Tree::number("7")},
      {"$anchor", Tree::string("walk")},
      {"deprecated", Tree::of(true)},
      {"readOnly", Tree::of(false)},
      {"$comment", Tree::string("c")},
      {"writeOnly", Tree::of(true)},
      {"examples", Tree::array({Tree::null()})},
      {"$vocabulary", Tree::object({{"https://json-schema.org/draft/2020-12/vocab/core", Tree::of(true)}})},
      {"contentEncoding", Tree::string("base64")},
      {"contentMediaType", Tree::string("application/json")},
      {"contentSchema", Tree::of(false)},
      {"x-unknown", Tree::array()}};
  return kSeldom;
}

// The root by its own name below a member: recursion, with an end where the member is not required.
void refer_to_root(GeneratedSchema& schema, const char* anchor, const char* reference) {
  if (schema.root.find("$anchor") != nullptr || schema.root.find("$dynamicAnchor") != nullptr) return;
  schema.root.set(anchor, Tree::string("walk"));
  Tree properties = Tree::object();
  if (const Tree* there = schema.root.find("properties")) properties = *there;
  properties.set("b", Tree::object({{reference, Tree::string("#walk")}}));
  schema.root.set("properties", std::move(properties));
  schema.targets["#walk"] = {};
}

void give_seldom(GeneratedSchema& schema, std::uint64_t turn) {
  const auto& [keyword, value] = seldom()[turn % seldom().size()];
  if (schema.root.find(keyword) != nullptr) return;
  if (keyword == "$anchor") return refer_to_root(schema, "$anchor", "$ref");
  if (keyword == "$dynamicRef") return refer_to_root(schema, "$dynamicAnchor", "$dynamicRef");
  schema.root.set(keyword, value);
}

GeneratedSchema schema_for(std::uint64_t index, Choices& choices) {
  if (index % 10 == 9) return generate_schema(choices);
  if (index % 2 == 1) return generate_enforced_schema(choices);
  GeneratedSchema schema = generate_schema(choices);
  give_seldom(schema, index / 2);
  keep_enforced(schema);
  return schema;
}

}  // namespace

WalkSchema walk_schema_at(std::uint64_t seed, std::uint64_t index) {
  Choices choices = choices_for(seed, index);
  GeneratedSchema made = schema_for(index, choices);
  const std::set<std::string> keywords = live_keywords(made);
  std::string text = write_tree(made.root);
  return {std::move(made), std::move(text), {keywords.begin(), keywords.end()}, std::move(choices)};
}

}  // namespace lockstep::conformance
