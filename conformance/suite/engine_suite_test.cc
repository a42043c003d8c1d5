// The engine on the official suite of every draft, whole documents driven through its masks: no answer is
// wrong; what is refused is refused by name, and each of its optional failures is listed with its reason.
#include <gtest/gtest.h>

#include <map>
#include <ostream>
#include <string>

#include "lockstep/conformance/subject/engine_subject.h"
#include "lockstep/conformance/suite/suite_testing.h"

namespace lockstep::conformance {
namespace {

struct DraftCounts {
  const char* name;
  std::size_t required, all;                   // cases
  std::map<std::string, std::size_t> refused;  // with the optional ones, by keyword
};

void PrintTo(const DraftCounts& counts, std::ostream* out) { *out << counts.name; }

SuiteOutcome outcome_of(const std::string& draft) {
  return outcome_on_suite(*make_engine_subject(), "engine", draft, true);
}

class EngineOnTheSuite : public testing::TestWithParam<DraftCounts> {};

TEST_P(EngineOnTheSuite, RequiredCasesAreRightAndOptionalOnesRightRefusedOrListed) {
  const SuiteOutcome outcome = outcome_of(GetParam().name);
  EXPECT_EQ(outcome.exit, reports::ExitCode::pass);
  EXPECT_EQ(outcome.tally.total(), GetParam().all);
  std::size_t required = 0;
  std::map<std::string, std::size_t> refused;
  for (const reports::Case& one : outcome.cases) {
    const bool optional = one.id.find("/optional/") != std::string::npos;
    if (!optional && one.verdict == "agree") ++required;
    if (one.verdict == "refused") ++refused[one.refused_by];
    EXPECT_TRUE(one.verdict == "agree" || (optional && (one.verdict == "refused" || one.listed)))
        << one.id << ": " << one.verdict << ": " << one.detail;
  }
  EXPECT_EQ(required, GetParam().required);
  EXPECT_EQ(refused, GetParam().refused);
}

INSTANTIATE_TEST_SUITE_P(Drafts, EngineOnTheSuite,
                         testing::Values(DraftCounts{"4", 610, 863, {{"format", 24}}},
                                         DraftCounts{"6", 829, 1149, {{"format", 24}}},
                                         DraftCounts{"7", 913, 1465, {{"format", 106}}},
                                         DraftCounts{"2019-09", 1227, 1864, {{"format", 108}}},
                                         DraftCounts{"2020-12", 1257, 1906, {{"format", 109}}}),
                         [](const testing::TestParamInfo<DraftCounts>& one) {
                           return test_name_of_draft(one.param.name);
                         });

}  // namespace
}  // namespace lockstep::conformance
