// The whole table: every expectation against every reply that a subject can give.
#include "lockstep/conformance/judge/compare.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace lockstep::conformance {
namespace {

constexpr Expected kExpected[] = {Expected::valid, Expected::invalid, Expected::unknown};
constexpr Validity kValidity[] = {Validity::valid, Validity::invalid, Validity::unknown,
                                  Validity::crash, Validity::hang,    Validity::error};

CompileReply compiled(Compile outcome) {
  CompileReply reply;
  reply.outcome = outcome;
  return reply;
}

struct Row {
  Validity said;
  Verdict if_valid;    // expected valid
  Verdict if_invalid;  // expected invalid
  Verdict if_unknown;  // truth not known
};

// Written by hand, row by row, so that a change of compare() has to be argued here.
const std::vector<Row> kAfterOk = {
    {Validity::valid, Verdict::agree, Verdict::over_accept, Verdict::unknown},
    {Validity::invalid, Verdict::over_reject, Verdict::agree, Verdict::unknown},
    {Validity::unknown, Verdict::unknown, Verdict::unknown, Verdict::unknown},
    {Validity::crash, Verdict::crash, Verdict::crash, Verdict::crash},
    {Validity::hang, Verdict::hang, Verdict::hang, Verdict::hang},
    {Validity::error, Verdict::inconsistent, Verdict::inconsistent, Verdict::inconsistent},
};
const std::vector<Row> kAfterEmpty = {
    {Validity::valid, Verdict::inconsistent, Verdict::inconsistent, Verdict::inconsistent},
    {Validity::invalid, Verdict::over_reject, Verdict::agree, Verdict::unknown},
    {Validity::unknown, Verdict::unknown, Verdict::unknown, Verdict::unknown},
    {Validity::crash, Verdict::crash, Verdict::crash, Verdict::crash},
    {Validity::hang, Verdict::hang, Verdict::hang, Verdict::hang},
    {Validity::error, Verdict::inconsistent, Verdict::inconsistent, Verdict::inconsistent},
};

void expect_rows(Compile outcome, const std::vector<Row>& rows, std::size_t& compared) {
  for (const Row& row : rows) {
    InstanceReply reply;
    reply.validity = row.said;
    const std::string where = std::string(name(outcome)) + "/" + std::string(name(row.said));
    EXPECT_EQ(compare(Expected::valid, compiled(outcome), &reply).verdict, row.if_valid) << where;
    EXPECT_EQ(compare(Expected::invalid, compiled(outcome), &reply).verdict, row.if_invalid) << where;
    EXPECT_EQ(compare(Expected::unknown, compiled(outcome), &reply).verdict, row.if_unknown) << where;
    compared += 3;
  }
}

TEST(Compare, EveryReplyToASchemaThatCompiled) {
  std::size_t compared = 0;
  expect_rows(Compile::ok, kAfterOk, compared);
  expect_rows(Compile::empty, kAfterEmpty, compared);
  EXPECT_EQ(compared, 2 * std::size(kValidity) * std::size(kExpected));
}

TEST(Compare, EveryFailedCompileWhateverWasExpected) {
  const std::map<Compile, Verdict> table = {{Compile::refused, Verdict::refused},
                                            {Compile::malformed, Verdict::over_reject},
                                            {Compile::limit, Verdict::limit},
                                            {Compile::crash, Verdict::crash},
                                            {Compile::hang, Verdict::hang}};
  ASSERT_EQ(table.size(), 5U);
  for (const auto& [outcome, verdict] : table) {
    for (const Expected expected : kExpected) {
      EXPECT_EQ(compare(expected, compiled(outcome), nullptr).verdict, verdict) << name(outcome);
    }
  }
}

TEST(Compare, AReplyThatMayNotBeThereOrIsMissingIsInconsistent) {
  for (const Expected expected : kExpected) {
    for (const Compile outcome : {Compile::ok, Compile::empty}) {
      EXPECT_EQ(compare(expected, compiled(outcome), nullptr).verdict, Verdict::inconsistent)
          << name(outcome);
    }
    for (const Compile outcome :
         {Compile::refused, Compile::malformed, Compile::limit, Compile::crash, Compile::hang}) {
      for (const Validity said : kValidity) {
        InstanceReply reply;
        reply.validity = said;
        EXPECT_EQ(compare(expected, compiled(outcome), &reply).verdict, Verdict::inconsistent)
            << name(outcome) << "/" << name(said);
      }
    }
  }
}

TEST(Compare, OnlyAKnownTruthAndTheSameAnswerIsAgreement) {
  std::size_t agreements = 0;
  for (const Compile outcome : {Compile::ok, Compile::empty, Compile::refused, Compile::malformed,
                                Compile::limit, Compile::crash, Compile::hang}) {
    for (const Expected expected : kExpected) {
      agreements += compare(expected, compiled(outcome), nullptr).verdict == Verdict::agree ? 1 : 0;
      for (const Validity said : kValidity) {
        InstanceReply reply;
        reply.validity = said;
        agreements += compare(expected, compiled(outcome), &reply).verdict == Verdict::agree ? 1 : 0;
      }
    }
  }
  EXPECT_EQ(agreements, 3U);  // ok/valid/valid, ok/invalid/invalid, empty/invalid/invalid
}

ValidateReply answered(Compile outcome, std::vector<Validity> said) {
  ValidateReply reply;
  reply.compile = compiled(outcome);
  for (const Validity one : said) reply.instances.push_back({one, "", std::nullopt});
  return reply;
}

TEST(Compare, ASchemaThatBothSidesCallMalformedIsAgreementAndNoOverReject) {
  const ValidateReply malformed = answered(Compile::malformed, {});
  for (const std::size_t index : {0U, 1U}) {
    EXPECT_EQ(compare(malformed, malformed, index).verdict, Verdict::agree);
    // The one-sided form knows valid schemas only.
    EXPECT_EQ(compare(opinion(malformed, index), malformed.compile, reply_at(malformed, index)).verdict,
              Verdict::over_reject);
  }
}

TEST(Compare, ASchemaThatOneSideCallsMalformedIsNoAgreement) {
  const ValidateReply malformed = answered(Compile::malformed, {});
  std::size_t compared = 0;
  for (const Validity said : kValidity) {
    for (const Compile outcome : {Compile::ok, Compile::empty}) {
      const ValidateReply took = answered(outcome, {said});
      EXPECT_EQ(compare(malformed, took, 0).verdict, Verdict::over_accept) << name(said);
      EXPECT_EQ(compare(took, malformed, 0).verdict, Verdict::over_reject) << name(said);
      compared += 2;
    }
  }
  EXPECT_EQ(compared, 24U);
  EXPECT_EQ(compare(malformed, answered(Compile::malformed, {Validity::valid}), 0).verdict,
            Verdict::inconsistent);
  const std::map<Compile, Verdict> same = {{Compile::refused, Verdict::refused},
                                           {Compile::limit, Verdict::limit},
                                           {Compile::crash, Verdict::crash},
                                           {Compile::hang, Verdict::hang}};
  for (const auto& [outcome, verdict] : same) {
    EXPECT_EQ(compare(malformed, answered(outcome, {}), 0).verdict, verdict) << name(outcome);
    EXPECT_EQ(compare(answered(outcome, {}), malformed, 0).verdict, Verdict::over_reject) << name(outcome);
    EXPECT_EQ(compare(answered(outcome, {}), answered(outcome, {}), 0).verdict, verdict) << name(outcome);
  }
}

TEST(Compare, OfTwoAnswersItSaysWhatItSaysOfOneAndTheTruth) {
  std::size_t compared = 0;
  for (const Validity truth : kValidity) {
    for (const Row& row : kAfterOk) {
      const Verdict wanted = truth == Validity::valid     ? row.if_valid
                             : truth == Validity::invalid ? row.if_invalid
                                                          : row.if_unknown;
      const ValidateReply right = answered(Compile::ok, {Validity::error, truth});
      EXPECT_EQ(compare(right, answered(Compile::ok, {Validity::valid, row.said}), 1).verdict, wanted)
          << name(truth) << "/" << name(row.said);
      ++compared;
    }
  }
  EXPECT_EQ(compared, std::size(kValidity) * kAfterOk.size());
}

TEST(Compare, DetailNamesWhatWasRefused) {
  CompileReply reply = compiled(Compile::refused);
  reply.code = "unsupported_vocabulary";
  reply.keyword = "$vocabulary";
  reply.pointer = "/$schema";
  reply.message = "not known";
  EXPECT_EQ(compare(Expected::valid, reply, nullptr).detail,
            "schema refused (unsupported_vocabulary) keyword $vocabulary at /$schema: not known");
  InstanceReply unknown;
  unknown.reason = "steps: 50000000";
  EXPECT_EQ(compare(Expected::valid, compiled(Compile::ok), &unknown).detail,
            "the subject cannot tell: steps: 50000000");
}

TEST(Verdict, NamesAreUniqueAndReadBack) {
  std::set<std::string_view> names;
  for (const Verdict verdict : all_verdicts()) {
    names.insert(name(verdict));
    ASSERT_TRUE(verdict_named(name(verdict)).has_value());
    EXPECT_EQ(*verdict_named(name(verdict)), verdict);
  }
  EXPECT_EQ(names.size(), kVerdictCount);
  EXPECT_FALSE(verdict_named("").has_value());
  EXPECT_FALSE(verdict_named("agreed").has_value());
}

TEST(Verdict, FailuresAreExactlyTheFirstTen) {
  std::vector<std::string_view> passing;
  for (const Verdict verdict : all_verdicts()) {
    if (!is_failure(verdict)) passing.push_back(name(verdict));
  }
  EXPECT_EQ(passing, (std::vector<std::string_view>{"unknown", "refused", "agree"}));
}

TEST(Tally, CountsAndSums) {
  Tally tally;
  for (const Verdict verdict : all_verdicts()) tally.add(verdict);
  tally.add(Verdict::agree);
  tally.add(Verdict::over_accept);
  EXPECT_EQ(tally[Verdict::agree], 2U);
  EXPECT_EQ(tally[Verdict::over_accept], 2U);
  EXPECT_EQ(tally[Verdict::refused], 1U);
  EXPECT_EQ(tally.total(), 15U);
  EXPECT_EQ(tally.failures(), 11U);
  EXPECT_EQ(tally.compared(), 13U);
}

TEST(Subject, NamesOfOutcomesAreUnique) {
  std::set<std::string_view> names;
  for (const Compile one : {Compile::ok, Compile::empty, Compile::refused, Compile::malformed, Compile::limit,
                            Compile::crash, Compile::hang}) {
    names.insert(name(one));
  }
  EXPECT_EQ(names.size(), 7U);
  names.clear();
  for (const Validity one : kValidity) names.insert(name(one));
  EXPECT_EQ(names.size(), 6U);
}

}  // namespace
}  // namespace lockstep::conformance
