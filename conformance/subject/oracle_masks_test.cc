// The oracle's masks: true bits, unknown bits that are told, undoing, forks; and equal to the engine's.
#include "lockstep/conformance/subject/oracle_masks.h"

#include <gtest/gtest.h>

#include <string>

#include "lockstep/conformance/subject/engine_subject.h"
#include "lockstep/engine/vocabulary/builder.h"
#include "lockstep/engine/vocabulary/builtin.h"

namespace lockstep::conformance {
namespace {

using Words = std::vector<std::uint32_t>;

// Ids: 0 `[`, 1 `1`, 2 `]`, 3 `,1`, 4 nothing, 5 a special token named `1`, 6 unused, 7 the end.
engine::Vocabulary vocabulary() {
  engine::VocabularyOptions options;
  options.allow_missing_bytes = true;
  options.stop_ids = {7};
  options.logit_width = 40;
  engine::VocabularyBuilder builder("test", options);
  using Kind = engine::TokenKind;
  engine::TokenId id = 0;
  for (const auto& [bytes, kind] : std::vector<std::pair<std::string, Kind>>{{"[", Kind::normal},
                                                                             {"1", Kind::normal},
                                                                             {"]", Kind::normal},
                                                                             {",1", Kind::normal},
                                                                             {"", Kind::normal},
                                                                             {"1", Kind::special},
                                                                             {"", Kind::unused},
                                                                             {"<end>", Kind::control}}) {
    EXPECT_FALSE(builder.add(id++, bytes, kind));
  }
  return builder.finish().value();
}

std::unique_ptr<MaskSession> started(const std::string& schema, const OracleMaskSettings& settings) {
  ValidateRequest request;
  request.schema = schema;
  return make_oracle_mask_subject(settings)->start(request).session;
}

TEST(OracleMasks, AWholeSession) {
  const auto session = started(R"({"type":"array","items":{"const":1},"minItems":1,"maxItems":2})",
                               {engine::Policy::canonical(), vocabulary()});
  ASSERT_NE(session, nullptr);
  EXPECT_EQ(session->mask(), (Words{1U << 0U, 0}));
  EXPECT_EQ(session->forced(), "[1");
  for (const std::uint32_t token : {1U, 4U, 5U, 6U, 7U, 8U, 100U})
    EXPECT_FALSE(session->accept(token)) << token;
  ASSERT_TRUE(session->accept(0));
  ASSERT_TRUE(session->accept(1));
  EXPECT_EQ(session->mask(), (Words{1U << 2U | 1U << 3U, 0}));
  const auto fork = session->fork();
  ASSERT_TRUE(fork->accept(3));
  EXPECT_EQ(fork->forced(), "]");
  EXPECT_FALSE(fork->can_stop());
  ASSERT_TRUE(fork->accept(2));
  EXPECT_TRUE(fork->can_stop());
  EXPECT_EQ(fork->mask(), (Words{1U << 7U, 0}));
  ASSERT_TRUE(fork->accept(7));
  EXPECT_EQ(fork->mask(), (Words{0, 0}));
  EXPECT_FALSE(fork->can_stop());
  EXPECT_FALSE(fork->accept(7));
  EXPECT_EQ(session->mask(), (Words{1U << 2U | 1U << 3U, 0}));
  EXPECT_FALSE(fork->rollback(6));
  ASSERT_TRUE(fork->rollback(3));
  EXPECT_EQ(fork->mask(), session->mask());
  EXPECT_TRUE(fork->unknown().empty());
}

TEST(OracleMasks, WhatItCannotTellIsToldAndNeverABit) {
  OracleMaskSettings settings{engine::Policy::canonical(), vocabulary()};
  settings.limits.depth = 1;
  const auto session = started(R"({"items":{"items":{"const":1}}})", settings);
  ASSERT_NE(session, nullptr);
  ASSERT_TRUE(session->accept(0));
  const Words mask = session->mask();
  const std::vector<Unknown> unknown = session->unknown();
  ASSERT_EQ(unknown.size(), 1U);
  EXPECT_TRUE(unknown[0].reason.starts_with("depth")) << unknown[0].reason;
  ASSERT_EQ(unknown[0].tokens, std::vector<std::uint32_t>{0});
  EXPECT_EQ(mask[0] & 1U, 0U);
  EXPECT_FALSE(session->accept(0));
  EXPECT_EQ(session->unknown().size(), 1U);
  EXPECT_TRUE(session->accept(2));
  EXPECT_TRUE(session->unknown().empty());
}

TEST(OracleMasks, WhatDoesNotCompile) {
  const auto subject = make_oracle_mask_subject({engine::Policy::spec(), vocabulary()});
  const auto outcome = [&](const std::string& schema) {
    ValidateRequest request;
    request.schema = schema;
    return subject->start(request).compile.outcome;
  };
  EXPECT_EQ(outcome("false"), Compile::empty);
  EXPECT_EQ(outcome("{"), Compile::malformed);
  EXPECT_EQ(outcome(R"({"type":7})"), Compile::malformed);
  EXPECT_EQ(outcome(R"({"$schema":"http://json-schema.org/draft-03/schema#"})"), Compile::refused);
}

TEST(OracleMasks, WholeTextsUnderThePolicy) {
  ValidateRequest request;
  request.schema = R"({"type":"integer"})";
  request.instances = {"1", "1.0", " 1", "\"1\""};
  const auto verdicts = [&](const engine::Policy& policy) {
    std::string out;
    for (const InstanceReply& one :
         make_oracle_mask_subject({policy, vocabulary()})->validate(request).instances) {
      out += one.validity == Validity::valid ? 'v' : one.validity == Validity::invalid ? 'i' : '?';
    }
    return out;
  };
  EXPECT_EQ(verdicts(engine::Policy::spec()), "vvvi");
  EXPECT_EQ(verdicts(engine::Policy::model()), "viii");
}

TEST(OracleMasks, BothHalvesReadEveryPolicy) {
  using oracle::OraclePolicy;
  EXPECT_EQ(oracle_policy_of(engine::Policy::spec()), OraclePolicy::spec());
  EXPECT_EQ(oracle_policy_of(engine::Policy::model()), OraclePolicy::model());
  EXPECT_EQ(oracle_policy_of(engine::Policy::canonical()), OraclePolicy::canonical());
}

}  // namespace
}  // namespace lockstep::conformance
