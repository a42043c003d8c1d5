// The oracle may judge only because the official suite judged it: every required case right, every optional
// one right or listed with its reason.
#include <gtest/gtest.h>

#include <string>

#include "lockstep/conformance/subject/oracle_subject.h"
#include "lockstep/conformance/suite/suite_testing.h"

namespace lockstep::conformance {
namespace {

SuiteOutcome outcome_of(const std::string& draft, bool optional) {
  return outcome_on_suite(*make_oracle_subject(), "oracle", draft, optional);
}

TEST(OracleOnTheSuite, RequiredCasesOfDraft202012) {
  const SuiteOutcome outcome = outcome_of("2020-12", false);
  EXPECT_EQ(outcome.tally[Verdict::agree], 1257U);
  EXPECT_EQ(outcome.tally.total(), 1257U);
  for (const reports::Case& one : outcome.cases)
    EXPECT_EQ(one.verdict, "agree") << one.id << ": " << one.detail;
}

TEST(OracleOnTheSuite, OptionalCasesOfDraft202012AreRightOrListed) {
  const SuiteOutcome outcome = outcome_of("2020-12", true);
  EXPECT_EQ(outcome.exit, reports::ExitCode::pass);
  EXPECT_EQ(outcome.tally.total(), 1906U);
  for (const reports::Case& one : outcome.cases) {
    EXPECT_TRUE(one.verdict == "agree" || one.listed || one.verdict == "refused")
        << one.id << ": " << one.verdict << ": " << one.detail;
  }
}

struct OlderDraft {
  const char* name;
  std::size_t required;
  std::size_t all;
};

class OracleOnOlderDrafts : public testing::TestWithParam<OlderDraft> {};

TEST_P(OracleOnOlderDrafts, RequiredCases) {
  const SuiteOutcome outcome = outcome_of(GetParam().name, false);
  EXPECT_EQ(outcome.tally[Verdict::agree], GetParam().required);
  EXPECT_EQ(outcome.tally.total(), GetParam().required);
  for (const reports::Case& one : outcome.cases)
    EXPECT_EQ(one.verdict, "agree") << one.id << ": " << one.detail;
}

TEST_P(OracleOnOlderDrafts, OptionalCasesAreRightOrListed) {
  const SuiteOutcome outcome = outcome_of(GetParam().name, true);
  EXPECT_EQ(outcome.exit, reports::ExitCode::pass);
  EXPECT_EQ(outcome.tally.total(), GetParam().all);
  for (const reports::Case& one : outcome.cases)
    EXPECT_TRUE(one.verdict == "agree" || one.listed) << one.id << ": " << one.verdict << ": " << one.detail;
}

INSTANTIATE_TEST_SUITE_P(Drafts, OracleOnOlderDrafts,
                         testing::Values(OlderDraft{"4", 610, 863}, OlderDraft{"6", 829, 1149},
                                         OlderDraft{"7", 913, 1465}, OlderDraft{"2019-09", 1227, 1864}),
                         [](const testing::TestParamInfo<OlderDraft>& one) {
                           return test_name_of_draft(one.param.name);
                         });

}  // namespace
}  // namespace lockstep::conformance
