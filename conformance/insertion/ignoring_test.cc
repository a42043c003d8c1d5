// An engine that ignores one keyword is convicted by the insertions of that keyword, whichever it is.
#include <gtest/gtest.h>

#include <string>

#include "lockstep/conformance/insertion/insertion_suite.h"
#include "lockstep/conformance/subject/oracle_subject.h"

namespace lockstep::conformance {
namespace {

InsertionOutcome tried(const AskInsertion& subject, const std::string& id) {
  const auto oracle = make_oracle_subject();
  InsertionRun run;
  run.wanted = 4;
  run.only = {id};
  return run_insertions(subject, *oracle, std::move(run));
}

TEST(Ignoring, EachKeywordConvictsWhoIgnoresIt) {
  std::size_t convicted = 0;
  for (const InsertedKeyword& keyword : inserted_keywords()) {
    const InsertionOutcome outcome = tried(ignoring(insertion_engine(), keyword.keyword), keyword.id);
    ASSERT_EQ(outcome.keywords.size(), 1U) << keyword.id;
    EXPECT_GE(outcome.suite.tally.failures(), 4U) << keyword.id;
    EXPECT_EQ(outcome.suite.exit, reports::ExitCode::conformance_failure) << keyword.id;
    convicted += outcome.suite.tally.failures() > 0 ? 1U : 0U;
  }
  EXPECT_EQ(convicted, inserted_keywords().size());
}

}  // namespace
}  // namespace lockstep::conformance
