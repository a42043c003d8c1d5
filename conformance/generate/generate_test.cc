// The generator: every keyword, both verdicts, valid schemas, the same bytes for the same seed, an end for
// every source.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "lockstep/conformance/generate/generated_case.h"
#include "lockstep/conformance/generate/instance_generator.h"
#include "lockstep/conformance/generate/pools.h"
#include "lockstep/oracle/json_text/decimal.h"
#include "lockstep/oracle/json_text/json_text.h"
#include "lockstep/oracle/pattern/pattern.h"
#include "lockstep/oracle/schema/schema_check.h"

namespace lockstep::conformance {
namespace {

constexpr std::uint64_t kSeed = 20261130;
constexpr std::uint64_t kCases = 600;

oracle::Outcome<oracle::Schema> load(const std::string& text) { return oracle::Schema::load(text, {}); }

TEST(Generate, UsesEveryKeywordOften) {
  std::map<std::string, std::size_t> counts;
  for (std::uint64_t i = 0; i < kCases * 5; ++i) {
    for (const std::string& keyword : generate_case(kSeed, i, {{}, 0}).keywords) ++counts[keyword];
  }
  EXPECT_GE(generated_keywords().size(), 58U);
  for (const std::string& keyword : generated_keywords()) {
    EXPECT_GE(counts[keyword], 10U) << keyword << " is hardly ever generated";
  }
  for (const auto& [keyword, count] : counts) {
    const auto& all = generated_keywords();
    EXPECT_NE(std::find(all.begin(), all.end(), keyword), all.end()) << keyword << " is not listed";
  }
}

// The names that the metaschemas of 2020-12 define, less those that they mark as deprecated and
// `$recursive...`.
TEST(Generate, ListsEveryKeywordOfTheVocabularies) {
  const std::set<std::string> listed(generated_keywords().begin(), generated_keywords().end());
  const std::vector<std::string> vocabularies = {
      "$id $schema $ref $anchor $dynamicRef $dynamicAnchor $vocabulary $comment $defs",
      "prefixItems items contains additionalProperties properties patternProperties dependentSchemas "
      "propertyNames if then "
      "else allOf anyOf oneOf not",
      "unevaluatedItems unevaluatedProperties",
      "type const enum multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength "
      "pattern maxItems "
      "minItems uniqueItems maxContains minContains maxProperties minProperties required dependentRequired",
      "title description default deprecated readOnly writeOnly examples",
      "format",
      "contentEncoding contentMediaType contentSchema"};
  std::size_t checked = 0;
  for (const std::string& names : vocabularies) {
    std::size_t begin = 0;
    while (begin < names.size()) {
      const std::size_t end = std::min(names.find(' ', begin), names.size());
      EXPECT_TRUE(listed.contains(names.substr(begin, end - begin))) << names.substr(begin, end - begin);
      begin = end + 1;
      ++checked;
    }
  }
  EXPECT_EQ(checked, 57U);
}

TEST(Generate, MakesSchemasThatLoadAndBothVerdicts) {
  std::size_t valid = 0;
  std::size_t invalid = 0;
  std::size_t unknown = 0;
  std::size_t mixed = 0;  // schemas with instances on both sides
  for (std::uint64_t i = 0; i < kCases; ++i) {
    const GeneratedCase made = generate_case(kSeed, i);
    const auto schema = load(made.schema);
    ASSERT_TRUE(schema.ok()) << schema.error().code << " " << schema.error().message << " at "
                             << schema.error().pointer << " in case " << i << ": " << made.schema;
    std::size_t here = 0;
    for (const std::string& text : made.instances) {
      const auto instance = oracle::parse_json(text);
      ASSERT_TRUE(instance.ok()) << text;
      const oracle::Answer answer = schema.value().check(instance.value());
      valid += answer.is_yes() ? 1U : 0U;
      invalid += answer.is_no() ? 1U : 0U;
      unknown += answer.is_unknown() ? 1U : 0U;
      here += answer.is_yes() ? 1U : 0U;
    }
    mixed += here > 0 && here < made.instances.size() ? 1U : 0U;
  }
  const std::size_t all = valid + invalid + unknown;
  EXPECT_GE(all, kCases * 10);
  EXPECT_GE(valid * 100, all * 30) << valid << " of " << all;
  EXPECT_LE(valid * 100, all * 65) << valid << " of " << all;
  EXPECT_LE(unknown * 1000, all) << "unknown: " << unknown;
  EXPECT_GE(mixed * 100, kCases * 55) << "schemas with both verdicts: " << mixed;
}

TEST(Generate, GivesTheSameBytesForTheSameSeedAndOthersForAnother) {
  std::size_t different = 0;
  for (std::uint64_t i = 0; i < 200; ++i) {
    const GeneratedCase one = generate_case(kSeed, i);
    const GeneratedCase two = generate_case(kSeed, i);
    EXPECT_EQ(one.schema, two.schema);
    EXPECT_EQ(one.instances, two.instances);
    different += one.schema != generate_case(kSeed + 1, i).schema ? 1U : 0U;
  }
  EXPECT_GE(different, 190U);
}

TEST(Generate, EndsForEverySourceOfBytes) {
  std::size_t checked = 0;
  for (int byte = 0; byte < 256; ++byte) {
    Choices choices([byte] { return static_cast<std::uint8_t>(byte); });
    const GeneratedCase made = generate_case(choices);
    EXPECT_TRUE(load(made.schema).ok()) << byte << ": " << made.schema;
    ++checked;
  }
  EXPECT_EQ(checked, 256U);
}

TEST(Generate, TakesTheSimplestChoiceFromZeros) {
  Choices choices(bytes_then_zeros(nullptr, 0));
  const GeneratedCase made = generate_case(choices);
  EXPECT_EQ(made.schema, "{}");
}

// The samples are what instances are built from, so they must be what they claim.
TEST(GeneratePools, PatternsMatchTheirSamplesWithTheUnicodeFlag) {
  std::size_t checked = 0;
  for (const auto* pool : {&pool_patterns(), &name_patterns()}) {
    for (const PatternSample& sample : *pool) {
      const auto pattern = oracle::Pattern::compile(sample.source);
      ASSERT_TRUE(pattern.ok()) << sample.source;
      EXPECT_FALSE(pattern.value().without_u()) << sample.source;
      for (const std::string& text : sample.matching) {
        EXPECT_TRUE(pattern.value().search(text).is_yes()) << sample.source << " on " << text;
        ++checked;
      }
      for (const std::string& text : sample.other) {
        EXPECT_TRUE(pattern.value().search(text).is_no()) << sample.source << " on " << text;
        ++checked;
      }
    }
  }
  EXPECT_GE(checked, 150U);
}

TEST(GenerateTree, RespellsANumberWithoutChangingIt) {
  Choices choices(seeded_bytes(kSeed));
  std::size_t checked = 0;
  for (const auto* pool : {&pool_numbers(), &odd_numbers(), &pool_divisors()}) {
    for (const std::string& number : *pool) {
      for (int i = 0; i < 20; ++i, ++checked) {
        const std::string other = respell_number(number, choices);
        ASSERT_TRUE(oracle::parse_json(other).ok()) << number << " became " << other;
        EXPECT_EQ(oracle::parse_decimal(other), oracle::parse_decimal(number))
            << number << " became " << other;
      }
    }
  }
  EXPECT_GE(checked, 1000U);
}

TEST(GenerateTree, WritesTheSameValueInEverySpelling) {
  Choices choices(seeded_bytes(kSeed));
  for (int i = 0; i < 300; ++i) {
    const Tree tree = generate_value(choices, 3, true);
    const auto plain = oracle::parse_json(write_tree(tree));
    const auto spelled = oracle::parse_json(write_tree_spelled(tree, choices));
    ASSERT_TRUE(plain.ok() && spelled.ok()) << write_tree(tree);
    const std::string constant = "{\"const\":" + write_tree(tree) + "}";
    EXPECT_TRUE(load(constant).value().check(spelled.value()).is_yes()) << constant;
  }
}

}  // namespace
}  // namespace lockstep::conformance
