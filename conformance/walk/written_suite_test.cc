// Texts that the subject writes itself, judged and audited: counted, in shards the same, and a lie that
// oracle and subject share shows in the votes.
#include "lockstep/conformance/walk/written_suite.h"

#include <gtest/gtest.h>

#include <set>

#include "lockstep/conformance/subject/oracle_subject.h"
#include "lockstep/engine/vocabulary/builtin.h"

namespace lockstep::conformance {
namespace {

std::unique_ptr<WalkSubject> engine() {
  return make_engine_walk_subject(
      {engine::Policy::spec(), {}, engine::builtin_vocabulary(), engine::MaskPath::memo});
}

// Says what the oracle says, but that every text with a 7 in it is invalid.
class Superstitious final : public Subject {
 public:
  std::string name() const override { return "superstitious"; }
  std::string version() const override { return "1"; }
  Capabilities capabilities() const override { return oracle_->capabilities(); }
  ValidateReply validate(const ValidateRequest& request) override {
    ValidateReply reply = oracle_->validate(request);
    for (std::size_t i = 0; i < reply.instances.size(); ++i) {
      if (request.instances[i].find('7') != std::string::npos)
        reply.instances[i].validity = Validity::invalid;
    }
    return reply;
  }

 private:
  std::unique_ptr<Subject> oracle_ = make_oracle_subject();
};

GeneratedOutcome run(std::size_t schemas, std::unique_ptr<Subject> voter = nullptr, std::uint64_t one_in = 1,
                     std::size_t shard = 1, std::size_t shards = 1) {
  WrittenRun run;
  run.seed = 5;
  run.schemas = schemas;
  run.shard_index = shard;
  run.shard_count = shards;
  run.audit.one_in = one_in;
  if (voter) run.voters.push_back(std::move(voter));
  return run_written(*engine(), std::move(run));
}

TEST(WrittenSuite, EveryAgreedTextIsAudited) {
  const GeneratedOutcome outcome = run(40, make_oracle_subject());
  EXPECT_EQ(outcome.exit, reports::ExitCode::pass);
  EXPECT_EQ(outcome.schemas, 40U);
  EXPECT_GE(outcome.valid, 400U);
  EXPECT_GE(outcome.invalid, 200U);
  EXPECT_EQ(outcome.audit.offered, outcome.valid + outcome.invalid);
  EXPECT_EQ(outcome.audit.audited, outcome.audit.offered);
  EXPECT_EQ(outcome.tally[Verdict::agree], outcome.audit.offered);
}

TEST(WrittenSuite, ATenthIsChosenByItsBytes) {
  const GeneratedOutcome outcome = run(40, make_oracle_subject(), 10);
  EXPECT_GE(outcome.audit.taken * 20, outcome.audit.offered);
  EXPECT_LE(outcome.audit.taken * 5, outcome.audit.offered);
  EXPECT_EQ(outcome.audit.audited, outcome.audit.taken);
}

TEST(WrittenSuite, AVoteAgainstBothIsASplit) {
  const GeneratedOutcome outcome = run(20, std::make_unique<Superstitious>());
  EXPECT_EQ(outcome.exit, reports::ExitCode::conformance_failure);
  EXPECT_GE(outcome.tally[Verdict::split_vote], 5U);
  EXPECT_EQ(outcome.tally[Verdict::split_vote], outcome.audit.split_triples);
}

TEST(WrittenSuite, ShardsCoverTheRun) {
  std::set<std::string> whole;
  for (const reports::Case& one : run(12).cases) EXPECT_TRUE(whole.insert(one.id).second) << one.id;
  std::set<std::string> parts;
  for (const std::size_t shard : {1U, 2U, 3U}) {
    for (const reports::Case& one : run(12, nullptr, 1, shard, 3).cases)
      EXPECT_TRUE(parts.insert(one.id).second) << one.id;
  }
  EXPECT_EQ(parts, whole);
}

}  // namespace
}  // namespace lockstep::conformance
