// The generators of the walk: every enforced keyword, both verdicts, and the names that engines get wrong.
#include "lockstep/conformance/walk/enforced_schemas.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/conformance/generate/instance_generator.h"
#include "lockstep/conformance/generate/pools.h"
#include "lockstep/conformance/walk/truth.h"
#include "lockstep/engine/base/sha256.h"

namespace lockstep::conformance {
namespace {

constexpr std::uint64_t kSchemas = 500;
constexpr int kInstances = 8;

bool awkward(const std::string& name) {
  const auto& names = awkward_names();
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Names at schema positions.
struct Names {
  std::set<std::string> declared;
  std::set<std::string> required;

  void add(const Tree& schema) {
    for (const auto& [keyword, value] : schema.members) {
      if (keyword == "properties") {
        for (const auto& [name, part] : value.members) declared.insert(name);
      }
      if (keyword == "required") {
        for (const Tree& name : value.items) required.insert(name.text);
      }
      if (keyword != "const" && keyword != "enum") add(value);
    }
    for (const Tree& item : schema.items) add(item);
  }
};

void collect_names(const Tree& instance, std::vector<std::string>& names) {
  for (const auto& [name, value] : instance.members) {
    names.push_back(name);
    collect_names(value, names);
  }
  for (const Tree& item : instance.items) collect_names(item, names);
}

// What a dense schema does without: what names schemas and what only describes values.
const std::set<std::string> kNotDense = {
    "$schema",  "$id",         "$vocabulary", "$anchor",         "$dynamicRef",      "$dynamicAnchor",
    "$comment", "title",       "default",     "deprecated",      "readOnly",         "writeOnly",
    "examples", "description", "x-unknown",   "contentEncoding", "contentMediaType", "contentSchema"};

TEST(DenseSchemas, WriteEveryKeywordThatAssertsOrApplies) {
  const std::set<std::string> dense(dense_keywords().begin(), dense_keywords().end());
  std::set<std::string> all = kNotDense;
  all.insert(dense.begin(), dense.end());
  EXPECT_EQ(dense.size() + kNotDense.size(), all.size());
  EXPECT_EQ(all, std::set<std::string>(generated_keywords().begin(), generated_keywords().end()));
  std::map<std::string, std::size_t> counts;
  std::map<std::string, std::size_t> enforced;
  for (std::uint64_t i = 0; i < kSchemas; ++i) {
    Choices choices(seeded_bytes(i));
    for (const std::string& keyword : live_keywords(generate_dense_schema(choices, Denial::any)))
      ++counts[keyword];
    Choices again(seeded_bytes(i));
    for (const std::string& keyword : generate_enforced_schema(again).keywords) {
      ++enforced[keyword];
      EXPECT_FALSE(is_refused_keyword(keyword)) << keyword;
    }
  }
  for (const std::string& keyword : dense) {
    EXPECT_GE(counts[keyword], kSchemas / 50) << keyword;
    EXPECT_GE(enforced[keyword], is_refused_keyword(keyword) ? 0 : kSchemas / 50) << keyword;
  }
}

// A root with its definitions, as a generator would make it.
GeneratedSchema made_of(const std::string& text) {
  GeneratedSchema made;
  made.root = *read_tree(text);
  made.targets = {{"#", {}}, {"#/$defs/a", {"$defs", "a"}}, {"#/$defs/b", {"$defs", "b"}}};
  return made;
}

TEST(EnforcedSchemas, LiveKeywordsAreThoseThatEvaluationComesTo) {
  using Set = std::set<std::string>;
  EXPECT_EQ(live_keywords(made_of(R"({"$defs":{"a":{"maximum":1}},"minimum":0})")),
            (Set{"$defs", "minimum"}));
  EXPECT_EQ(
      live_keywords(made_of(R"({"$defs":{"a":{"maximum":1},"b":{"not":{"const":1}}},"$ref":"#/$defs/b"})")),
      (Set{"$defs", "$ref", "not", "const"}));
  EXPECT_EQ(
      live_keywords(made_of(
          R"({"$defs":{"a":{"items":{"$ref":"#/$defs/b"}},"b":{"anyOf":[{"$ref":"#"},{"type":"null"}]}},)"
          R"("properties":{"maximum":{"$ref":"#/$defs/a"}}})")),
      (Set{"$defs", "$ref", "anyOf", "items", "properties", "type"}));
  EXPECT_EQ(
      live_keywords(made_of(R"({"const":{"maximum":1},"contentSchema":{"maximum":1},"enum":[{"not":0}]})")),
      (Set{"const", "contentSchema", "enum"}));
  EXPECT_EQ(live_keywords(made_of("true")), Set{});
}

TEST(EnforcedSchemas, FavourTheNamesThatEnginesGetWrong) {
  std::size_t with_empty = 0;
  std::size_t with_awkward = 0;
  std::size_t with_objects = 0;
  std::size_t empty_among_others = 0;
  std::size_t undeclared_required = 0;
  for (std::uint64_t i = 0; i < kSchemas; ++i) {
    Choices choices(seeded_bytes(i));
    Names names;
    names.add(generate_enforced_schema(choices).root);
    if (names.declared.empty()) continue;
    ++with_objects;
    with_empty += names.declared.contains("") ? 1U : 0U;
    empty_among_others += names.declared.contains("") && names.declared.size() > 1 ? 1U : 0U;
    with_awkward += std::any_of(names.declared.begin(), names.declared.end(), awkward) ? 1U : 0U;
    undeclared_required += std::includes(names.declared.begin(), names.declared.end(), names.required.begin(),
                                         names.required.end())
                               ? 0U
                               : 1U;
  }
  EXPECT_GE(with_objects, kSchemas / 3);
  EXPECT_GE(with_empty * 100, with_objects * 30);
  EXPECT_GE(empty_among_others * 100, with_objects * 25);
  EXPECT_GE(with_awkward * 100, with_objects * 50);
  EXPECT_GE(undeclared_required * 100, with_objects * 15);
}

TEST(EnforcedSchemas, InstancesHaveBothVerdictsAndUndeclaredNames) {
  std::size_t valid = 0;
  std::size_t invalid = 0;
  std::size_t objects = 0;  // with a member at least
  std::size_t undeclared = 0;
  std::size_t undeclared_empty = 0;
  std::size_t undeclared_and_valid = 0;
  for (std::uint64_t i = 0; i < kSchemas; ++i) {
    Choices choices(seeded_bytes(i));
    const GeneratedSchema schema = generate_enforced_schema(choices);
    Names of_schema;
    of_schema.add(schema.root);
    std::string fault;
    auto truth = Truth::load(write_tree(schema.root), fault);
    ASSERT_TRUE(truth) << fault;
    for (int n = 0; n < kInstances; ++n) {
      Tree tree = build_instance(schema, choices);
      if (choices.chance(40)) mutate_instance(tree, schema, choices);
      const oracle::Answer answer = truth->check(write_tree(tree));
      valid += answer.is_yes() ? 1U : 0U;
      invalid += answer.is_no() ? 1U : 0U;
      std::vector<std::string> names;
      collect_names(tree, names);
      if (names.empty() || of_schema.declared.empty()) continue;
      ++objects;
      const bool stranger = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
        return !of_schema.declared.contains(name);
      });
      const bool empty = std::find(names.begin(), names.end(), "") != names.end();
      undeclared += stranger ? 1U : 0U;
      undeclared_empty += empty && !of_schema.declared.contains("") ? 1U : 0U;
      undeclared_and_valid += stranger && answer.is_yes() ? 1U : 0U;
    }
  }
  const std::size_t all = valid + invalid;
  EXPECT_GE(all, kSchemas * kInstances * 95 / 100);
  EXPECT_GE(valid * 100, all * 25) << valid << " of " << all;
  EXPECT_GE(invalid * 100, all * 25) << invalid << " of " << all;
  EXPECT_GE(objects, 500U);
  EXPECT_GE(undeclared * 100, objects * 30) << undeclared << " of " << objects;
  EXPECT_GE(undeclared_empty * 100, objects * 3) << undeclared_empty << " of " << objects;
  EXPECT_GE(undeclared_and_valid * 100, objects * 6) << undeclared_and_valid << " of " << objects;
}

// With both compilers: two decisions in the arguments of one call would come in an order of the compiler's.
TEST(GeneratedSchemas, AreTheSameWithEveryCompiler) {
  std::string all;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Choices choices(seeded_bytes(seed));
    const GeneratedSchema general = generate_schema(choices);
    Tree instance = build_instance(general, choices);
    mutate_instance(instance, general, choices);
    all +=
        write_tree(general.root) + write_tree(instance) + write_tree(generate_enforced_schema(choices).root);
  }
  EXPECT_EQ(engine::sha256_hex(all), "a047bfa815bb6cf59276515fdf6feaa83c60b943a6ddc8ed11d4606c24c4c9c0");
}

}  // namespace
}  // namespace lockstep::conformance
