// The generated suite convicts a wrong subject and a wrong oracle, and does not pass where nothing was
// compared.
#include "lockstep/conformance/generate/generated_suite.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "lockstep/conformance/subject/oracle_subject.h"

namespace lockstep::conformance {
namespace {

// The oracle but for one rule: an instance that has a given text is valid.
class Wrong : public Subject {
 public:
  explicit Wrong(std::string text) : text_(std::move(text)), right_(make_oracle_subject()) {}
  std::string name() const override { return "wrong"; }
  std::string version() const override { return "1"; }
  Capabilities capabilities() const override { return right_->capabilities(); }
  ValidateReply validate(const ValidateRequest& request) override {
    ValidateReply reply = right_->validate(request);
    for (std::size_t i = 0; i < reply.instances.size(); ++i) {
      if (request.instances[i].find(text_) != std::string::npos)
        reply.instances[i].validity = Validity::valid;
    }
    return reply;
  }

 private:
  std::string text_;
  std::unique_ptr<Subject> right_;
};

GeneratedRun small_run() {
  GeneratedRun run;
  run.pairs = 3000;
  return run;
}

TEST(GeneratedSuite, ConvictsAWrongSubjectWithTheTextsInTheCase) {
  auto oracle = make_oracle_subject();
  Wrong wrong("foo");
  const GeneratedOutcome outcome = run_generated(&wrong, *oracle, small_run());
  EXPECT_EQ(outcome.exit, reports::ExitCode::conformance_failure);
  EXPECT_GE(outcome.tally[Verdict::over_accept], 20U);
  EXPECT_EQ(outcome.tally[Verdict::over_accept], outcome.tally.failures());
  for (const reports::Case& one : outcome.cases) {
    if (one.verdict != "over_accept") continue;
    EXPECT_NE(one.detail.find("foo"), std::string::npos);
  }
}

TEST(GeneratedSuite, ConvictsAWrongOracleByTheVotes) {
  Wrong wrong("foo");
  auto right = make_oracle_subject();
  GeneratedRun run = small_run();
  run.pairs = 1500;
  run.voters.push_back(make_oracle_subject());  // stands in for an independent validator
  const GeneratedOutcome outcome = run_generated(nullptr, wrong, std::move(run));
  EXPECT_EQ(outcome.exit, reports::ExitCode::conformance_failure);
  EXPECT_GE(outcome.tally[Verdict::split_vote], 10U);
  EXPECT_EQ(outcome.tally[Verdict::split_vote], outcome.audit.split_triples);
  ASSERT_FALSE(outcome.audit.splits.empty());
  const Split small = shrink_split(outcome.audit.splits.front(), wrong, *right);
  EXPECT_LE(small.request.schema.size() + small.request.instances.front().size(), 60U)
      << small.request.schema << " " << small.request.instances.front();
}

TEST(GeneratedSuite, AuditsEveryPairAndPassesWhereAllAgree) {
  auto oracle = make_oracle_subject();
  GeneratedRun run = small_run();
  run.pairs = 1500;
  run.voters.push_back(make_oracle_subject());
  const GeneratedOutcome outcome = run_generated(nullptr, *oracle, std::move(run));
  EXPECT_EQ(outcome.exit, reports::ExitCode::pass);
  EXPECT_GE(outcome.cases.size(), 1500U);
  EXPECT_EQ(outcome.tally[Verdict::agree], outcome.audit.audited);
  EXPECT_EQ(outcome.valid + outcome.invalid + outcome.tally[Verdict::unknown], outcome.cases.size());
  EXPECT_GE(outcome.schemas, 90U);
}

TEST(GeneratedSuite, IsUnresolvedWhereNobodyVotesOnTheOracle) {
  auto oracle = make_oracle_subject();
  GeneratedRun run = small_run();
  run.pairs = 100;
  const GeneratedOutcome outcome = run_generated(nullptr, *oracle, std::move(run));
  EXPECT_EQ(outcome.exit, reports::ExitCode::unresolved);
  EXPECT_EQ(outcome.tally.compared(), 0U);
}

TEST(GeneratedSuite, ShardsCoverTheRunOnce) {
  auto oracle = make_oracle_subject();
  std::set<std::string> ids;
  std::size_t cases = 0;
  for (std::size_t shard = 1; shard <= 3; ++shard) {
    GeneratedRun run = small_run();
    run.pairs = 1000;
    run.shard_index = shard;
    run.shard_count = 3;
    const GeneratedOutcome outcome = run_generated(oracle.get(), *oracle, std::move(run));
    EXPECT_EQ(outcome.exit, reports::ExitCode::pass);
    for (const reports::Case& one : outcome.cases) ids.insert(one.id);
    cases += outcome.cases.size();
  }
  GeneratedRun whole = small_run();
  whole.pairs = 1000;
  const GeneratedOutcome outcome = run_generated(oracle.get(), *oracle, std::move(whole));
  EXPECT_EQ(ids.size(), cases);
  EXPECT_EQ(cases, outcome.cases.size());
}

TEST(GeneratedSuite, StopsWhenAsked) {
  auto oracle = make_oracle_subject();
  GeneratedRun run = small_run();
  std::size_t looks = 0;
  run.stop_requested = [&] { return ++looks > 5; };
  const GeneratedOutcome outcome = run_generated(oracle.get(), *oracle, std::move(run));
  EXPECT_TRUE(outcome.cancelled);
  EXPECT_EQ(outcome.schemas, 5U);
  EXPECT_EQ(outcome.exit, reports::ExitCode::unresolved);
}

}  // namespace
}  // namespace lockstep::conformance
