// The memo of the oracle's answers: it asks once, and never takes one question's answer for another's.
#include "lockstep/conformance/planted/known_next_bytes.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace lockstep::conformance {
namespace {

using oracle::OraclePolicy;

void expect_equal(const oracle::NextBytes& a, const oracle::NextBytes& b, const std::string& what) {
  for (std::size_t byte = 0; byte <= a.bytes.size(); ++byte) {
    const oracle::Answer& one = byte < a.bytes.size() ? a.bytes[byte] : a.stop;
    const oracle::Answer& other = byte < b.bytes.size() ? b.bytes[byte] : b.stop;
    EXPECT_EQ(one.is_yes(), other.is_yes()) << what << ", byte " << byte;
    EXPECT_EQ(one.is_no(), other.is_no()) << what << ", byte " << byte;
    EXPECT_EQ(one.reason, other.reason) << what << ", byte " << byte;
  }
}

TEST(KnownNextBytes, OneQuestionIsAskedOnce) {
  KnownNextBytes known;
  KnownOracle* one = known.of(R"({"const":12})", OraclePolicy::spec());
  ASSERT_NE(one, nullptr);
  EXPECT_EQ(known.of(R"({"const":12})", OraclePolicy::spec()), one);
  const oracle::NextBytes& first = one->next_bytes("1", {});
  EXPECT_TRUE(first.bytes['2'].is_yes());
  one->next_bytes("12", {});
  EXPECT_EQ(&one->next_bytes("1", {}), &first);
  EXPECT_EQ(one->asked(), 2U);
  EXPECT_EQ(known.schemas(), 1U);
}

TEST(KnownNextBytes, WhatTheOracleDoesNotReadIsNull) {
  KnownNextBytes known;
  EXPECT_EQ(known.of(R"({"type":1})", OraclePolicy::spec()), nullptr);
  EXPECT_EQ(known.of(R"({"type":1})", OraclePolicy::spec()), nullptr);
}

// Schemas that look alike: each one's answers are those of an oracle of its own, in whatever order they come.
TEST(KnownNextBytes, AnswersOfTwoSchemasAreNeverMixed) {
  const std::vector<std::string> schemas = {R"({"const":1})",
                                            R"({"const":2})",
                                            R"({"enum":[1,2]})",
                                            R"({"const":1 })",
                                            R"({"type":"array","items":{"const":1}})",
                                            R"({"type":"array","items":{"const":2}})"};
  const std::vector<std::string> prefixes = {"", "1", "2", "[", "[1", "[2"};
  KnownNextBytes known;
  std::size_t compared = 0;
  for (int round = 0; round < 2; ++round) {  // asked in turn, then remembered
    for (const std::string& prefix : prefixes) {
      for (const std::string& schema : schemas) {
        KnownOracle* one = known.of(schema, OraclePolicy::spec());
        ASSERT_NE(one, nullptr) << schema;
        const auto alone = oracle::PrefixOracle::make(schema, {}, {}, OraclePolicy::spec());
        ASSERT_TRUE(alone.ok());
        expect_equal(one->next_bytes(prefix, {}), alone.value().next_bytes(prefix), schema + " at " + prefix);
        ++compared;
      }
    }
  }
  EXPECT_EQ(compared, 72U);
  EXPECT_EQ(known.schemas(), schemas.size());
  EXPECT_TRUE(known.of(schemas[0], OraclePolicy::spec())->next_bytes("", {}).bytes['1'].is_yes());
  EXPECT_TRUE(known.of(schemas[1], OraclePolicy::spec())->next_bytes("", {}).bytes['1'].is_no());
}

// Everything else that an answer depends on: each field of the policy, each limit.
TEST(KnownNextBytes, AnotherPolicyOrLimitIsAnotherQuestion) {
  const std::vector<std::pair<const char*, const char*>> fields = {
      {"whitespace", "compact"}, {"outer_whitespace", "none"}, {"key_order", "declared"},
      {"numbers", "canonical"},  {"number_bytes", "40"},       {"escapes", "minimal"},
      {"format", "assert"}};
  KnownNextBytes known;
  const std::string schema = R"({"type":"array","items":{"const":10}})";
  KnownOracle* spec = known.of(schema, OraclePolicy::spec());
  for (const auto& [field, value] : fields) {
    OraclePolicy policy;
    ASSERT_TRUE(policy.set(field, value)) << field;
    ASSERT_NE(policy, OraclePolicy::spec()) << field;
    EXPECT_NE(known.of(schema, policy), spec) << field;
    EXPECT_EQ(known.of(schema, policy)->truth().policy(), policy) << field;
  }
  EXPECT_EQ(known.schemas(), fields.size() + 1);

  EXPECT_TRUE(spec->next_bytes("[1", {}).bytes['0'].is_yes());
  spec->next_bytes("[1", {.values = 1});
  spec->next_bytes("[1", {.witnesses = 1});
  EXPECT_TRUE(spec->next_bytes("[1", {.depth = 0}).bytes['0'].is_unknown());
  EXPECT_EQ(spec->asked(), 4U);
  EXPECT_TRUE(spec->next_bytes("[1", {}).bytes['0'].is_yes());
}

}  // namespace
}  // namespace lockstep::conformance
