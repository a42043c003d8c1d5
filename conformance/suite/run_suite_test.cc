// A run's verdicts, votes, expectation list, shards and resumption, over subjects made up for the purpose.
#include "lockstep/conformance/suite/run_suite.h"

#include <fmt/core.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "lockstep/conformance/suite/expectations.h"

namespace lockstep::conformance {
namespace {

namespace fs = std::filesystem;

// Answers by the instance's text; the schema "refuse" is refused.
class Scripted final : public Subject {
 public:
  explicit Scripted(std::string name, std::map<std::string, Validity> answers)
      : name_(std::move(name)), answers_(std::move(answers)) {}
  std::string name() const override { return name_; }
  std::string version() const override { return "1"; }
  Capabilities capabilities() const override { return {.validate = true, .mask = false, .dialects = {}}; }
  ValidateReply validate(const ValidateRequest& request) override {
    ValidateReply reply;
    asked_ += request.instances.size();
    if (request.schema == "\"refuse\"") {
      reply.compile.outcome = Compile::refused;
      reply.compile.keyword = "pattern";
      return reply;
    }
    for (const std::string& instance : request.instances) {
      InstanceReply one;
      const auto found = answers_.find(instance);
      one.validity = found == answers_.end() ? Validity::valid : found->second;
      reply.instances.push_back(one);
    }
    return reply;
  }
  std::size_t asked() const { return asked_; }

 private:
  std::string name_;
  std::map<std::string, Validity> answers_;
  std::size_t asked_ = 0;
};

// Three groups; in the first, instance 2 is invalid.
Suite small_suite() {
  Suite suite;
  suite.draft = "7";
  SuiteGroup first;
  first.schema = "true";
  first.keywords = {"type"};
  first.tests = {
      {"a/1", "1", Expected::valid}, {"a/2", "2", Expected::invalid}, {"a/3", "3", Expected::valid}};
  SuiteGroup second;
  second.schema = "\"refuse\"";
  second.keywords = {"pattern"};
  second.tests = {{"b/1", "1", Expected::valid}};
  SuiteGroup third;
  third.schema = "true";
  third.keywords = {"format"};
  third.optional = true;
  third.tests = {{"c/1", "1", Expected::valid}, {"c/2", "2", Expected::invalid}};
  suite.groups = {first, second, third};
  return suite;
}

std::map<std::string, std::string> verdicts(const SuiteOutcome& outcome) {
  std::map<std::string, std::string> by_id;
  for (const reports::Case& one : outcome.cases) by_id[one.id] = one.verdict;
  return by_id;
}

using Verdicts = std::map<std::string, std::string>;

TEST(RunSuite, AHealthySubjectPassesAndRefusalsAreCounted) {
  Scripted subject("s", {{"2", Validity::invalid}});
  SuiteRun run;
  const SuiteOutcome outcome = run_suite(subject, small_suite(), run);
  EXPECT_EQ(verdicts(outcome),
            (Verdicts{{"a/1", "agree"}, {"a/2", "agree"}, {"a/3", "agree"}, {"b/1", "refused"}}));
  EXPECT_EQ(outcome.cases.at(3).refused_by, "pattern");
  EXPECT_EQ(outcome.exit, reports::ExitCode::pass);
  EXPECT_EQ(outcome.planned, 4U);
  EXPECT_EQ(outcome.tally.compared(), 3U);
  run.selection.optional = true;
  EXPECT_EQ(run_suite(subject, small_suite(), run).cases.size(), 6U);
}

TEST(RunSuite, AWrongAnswerFailsUnlessListed) {
  Scripted subject("s", {});  // accepts everything
  SuiteRun run;
  SuiteOutcome outcome = run_suite(subject, small_suite(), run);
  EXPECT_EQ(verdicts(outcome).at("a/2"), "over_accept");
  EXPECT_EQ(outcome.unlisted, std::vector<std::string>{"a/2"});
  EXPECT_EQ(outcome.exit, reports::ExitCode::conformance_failure);

  run.expectations.entries["a/2"] = {Verdict::over_accept, "known"};
  outcome = run_suite(subject, small_suite(), run);
  EXPECT_TRUE(outcome.unlisted.empty());
  EXPECT_TRUE(outcome.cases.at(1).listed);
  EXPECT_EQ(outcome.exit, reports::ExitCode::pass);

  run.expectations.entries["a/2"] = {Verdict::crash, "another verdict than the one that happens"};
  outcome = run_suite(subject, small_suite(), run);
  EXPECT_EQ(outcome.unlisted, std::vector<std::string>{"a/2"});
  EXPECT_EQ(outcome.stale, std::vector<std::string>{"a/2"});
  EXPECT_EQ(outcome.exit, reports::ExitCode::conformance_failure);
}

TEST(RunSuite, AnEntryThatNoLongerHappensIsStale) {
  Scripted subject("s", {{"2", Validity::invalid}});
  SuiteRun run;
  run.expectations.entries["a/2"] = {Verdict::over_accept, "was wrong once"};
  SuiteOutcome outcome = run_suite(subject, small_suite(), run);
  EXPECT_EQ(outcome.stale, std::vector<std::string>{"a/2"});
  EXPECT_EQ(outcome.exit, reports::ExitCode::stale_expectation_list);

  run.expectations.entries.clear();
  run.expectations.entries["gone"] = {Verdict::over_accept, "no such case"};
  EXPECT_EQ(run_suite(subject, small_suite(), run).exit, reports::ExitCode::stale_expectation_list);

  // An entry about a case that this run did not choose is nobody's business.
  run.expectations.entries.clear();
  run.expectations.entries["c/2"] = {Verdict::over_accept, "optional"};
  EXPECT_EQ(run_suite(subject, small_suite(), run).exit, reports::ExitCode::pass);
}

TEST(RunSuite, NothingComparedIsUnresolved) {
  Scripted subject("s", {});
  Suite suite = small_suite();
  suite.groups.erase(suite.groups.begin());
  EXPECT_EQ(run_suite(subject, suite, {}).exit, reports::ExitCode::unresolved);
}

TEST(RunSuite, CancellationIsUnresolvedAndKeepsWhatWasDone) {
  Scripted subject("s", {{"2", Validity::invalid}});
  bool stop = false;
  SuiteRun run;
  run.stop_requested = [&] { return stop; };
  run.progress = [&](std::size_t, std::size_t) { stop = true; };
  const SuiteOutcome outcome = run_suite(subject, small_suite(), run);
  EXPECT_TRUE(outcome.cancelled);
  EXPECT_EQ(outcome.cases.size(), 3U);
  EXPECT_EQ(outcome.planned, 4U);
  EXPECT_EQ(outcome.exit, reports::ExitCode::unresolved);
}

TEST(RunSuite, VotersOnWrongAnswersOnlyUnlessAudited) {
  Scripted subject("s", {});  // wrong on a/2
  Scripted right("right", {{"2", Validity::invalid}});
  Scripted mute("mute", {{"1", Validity::unknown}, {"2", Validity::error}, {"3", Validity::unknown}});
  SuiteRun run;
  run.voters = {&right, &mute};
  SuiteOutcome outcome = run_suite(subject, small_suite(), run);
  EXPECT_EQ(right.asked(), 1U);
  EXPECT_EQ(verdicts(outcome).at("a/2"), "over_accept");
  EXPECT_EQ(outcome.cases.at(1).detail,
            "said valid, expected invalid; votes: right agreed, mute none (error)");
  EXPECT_EQ(outcome.audited, 1U);

  run.voters = {&right};
  run.audit = true;
  outcome = run_suite(subject, small_suite(), run);
  EXPECT_EQ(outcome.audited, 3U);  // two agreements and the wrong one
  EXPECT_EQ(outcome.cases.at(0).detail, "votes: right agreed");
}

TEST(RunSuite, AVoteAgainstTheSuiteSplits) {
  Scripted subject("s", {});
  Scripted same("same", {});  // sides with the subject against the suite
  SuiteRun run;
  run.voters = {&same};
  SuiteOutcome outcome = run_suite(subject, small_suite(), run);
  EXPECT_EQ(verdicts(outcome).at("a/2"), "split_vote");
  EXPECT_EQ(outcome.exit, reports::ExitCode::conformance_failure);

  Scripted healthy("s", {{"2", Validity::invalid}});
  run.audit = true;
  outcome = run_suite(healthy, small_suite(), run);
  EXPECT_EQ(verdicts(outcome).at("a/1"), "agree");
  EXPECT_EQ(verdicts(outcome).at("a/2"),
            "split_vote");  // shared by subject and suite, seen by the audit alone
}

TEST(RunSuite, AnExpectationHoldsWithEveryJury) {
  Scripted subject("s", {});
  Scripted same("same", {});
  SuiteRun run;
  run.expectations.entries["a/2"] = {Verdict::over_accept, "known"};
  for (const std::vector<Subject*>& voters : {std::vector<Subject*>{}, std::vector<Subject*>{&same}}) {
    run.voters = voters;
    const SuiteOutcome outcome = run_suite(subject, small_suite(), run);
    EXPECT_EQ(outcome.exit, reports::ExitCode::pass);
    EXPECT_TRUE(outcome.cases.at(1).listed);
  }
  // A split vote on an agreement is another thing, and needs an entry of its own.
  Scripted healthy("s", {{"2", Validity::invalid}});
  run.audit = true;
  EXPECT_EQ(run_suite(healthy, small_suite(), run).exit, reports::ExitCode::conformance_failure);
  run.expectations.entries["a/2"] = {Verdict::split_vote, "the juror is wrong here"};
  run.full_jury = true;
  EXPECT_EQ(run_suite(healthy, small_suite(), run).exit, reports::ExitCode::pass);
  // Stale only where the jury that made it was asked and did not do it again.
  Scripted right("same", {{"2", Validity::invalid}});
  run.voters = {&right};
  EXPECT_EQ(run_suite(healthy, small_suite(), run).exit, reports::ExitCode::stale_expectation_list);
  run.full_jury = false;
  EXPECT_EQ(run_suite(healthy, small_suite(), run).exit, reports::ExitCode::pass);
  run.full_jury = true;
  run.audit = false;
  EXPECT_EQ(run_suite(healthy, small_suite(), run).exit, reports::ExitCode::pass);
}

TEST(RunSuite, AResumedRunEndsLikeAnUninterruptedOne) {
  Scripted subject("s", {{"3", Validity::invalid}});
  Scripted voter("v", {{"2", Validity::invalid}});
  SuiteRun run;
  run.voters = {&voter};
  run.audit = true;
  const SuiteOutcome whole = run_suite(subject, small_suite(), run);
  ASSERT_EQ(whole.cases.size(), 4U);
  for (std::size_t torn = 0; torn <= whole.cases.size(); ++torn) {
    run.done.assign(whole.cases.begin(), whole.cases.begin() + static_cast<std::ptrdiff_t>(torn));
    std::vector<reports::Case> fresh;
    run.sink = [&](const reports::Case& one) { fresh.push_back(one); };
    Scripted again("s", {{"3", Validity::invalid}});
    const SuiteOutcome resumed = run_suite(again, small_suite(), run);
    EXPECT_EQ(resumed.cases, whole.cases);
    EXPECT_EQ(resumed.audited, whole.audited);
    EXPECT_EQ(resumed.unlisted, whole.unlisted);
    EXPECT_EQ(resumed.exit, whole.exit);
    EXPECT_EQ(fresh.size(), whole.cases.size() - torn);
    EXPECT_EQ(again.asked(), whole.cases.size() - torn);
  }
}

Suite wide_suite() {
  Suite suite;
  for (int g = 0; g < 23; ++g) {
    SuiteGroup group;
    for (int t = 0; t <= g % 4; ++t)
      group.tests.push_back({fmt::format("{}/{}", g, t), "1", Expected::valid});
    suite.groups.push_back(group);
  }
  return suite;
}

std::set<std::string> chosen_ids(const Suite& suite, const SuiteSelection& selection) {
  std::set<std::string> ids;
  const auto chosen = select_tests(suite, selection);
  for (std::size_t g = 0; g < chosen.size(); ++g) {
    for (const std::size_t t : chosen[g]) EXPECT_TRUE(ids.insert(suite.groups[g].tests[t].id).second);
  }
  return ids;
}

TEST(Select, ShardsAreDisjointAndCoverTheSuite) {
  const Suite suite = wide_suite();
  for (std::size_t shards = 1; shards <= 30; ++shards) {
    std::set<std::string> all;
    std::size_t sum = 0;
    for (std::size_t shard = 1; shard <= shards; ++shard) {
      SuiteSelection selection;
      selection.shard = shard;
      selection.shards = shards;
      const std::set<std::string> ids = chosen_ids(suite, selection);
      sum += ids.size();
      all.insert(ids.begin(), ids.end());
    }
    EXPECT_EQ(sum, suite.count(true)) << shards;
    EXPECT_EQ(all.size(), suite.count(true)) << shards;
  }
}

TEST(Select, ALimitDrawsBySeed) {
  const Suite suite = wide_suite();
  SuiteSelection selection;
  selection.limit = 10;
  const std::set<std::string> first = chosen_ids(suite, selection);
  EXPECT_EQ(first.size(), 10U);
  EXPECT_EQ(chosen_ids(suite, selection), first);
  selection.seed = 2;
  EXPECT_NE(chosen_ids(suite, selection), first);
  selection.limit = 100'000;
  EXPECT_EQ(chosen_ids(suite, selection).size(), suite.count(true));
}

class ExpectationFile : public testing::Test {
 protected:
  std::string code_of(const std::string& text) {
    const fs::path file =
        fs::path(testing::TempDir()) / fmt::format("lockstep_expectations_{}.json", ::getpid());
    std::ofstream(file) << text;
    Fault fault;
    list_ = read_expectations(file, "s", "7", fault);
    fs::remove(file);
    return list_ ? "ok" : fault.code;
  }
  std::optional<Expectations> list_;
};

TEST_F(ExpectationFile, IsReadStrictly) {
  const std::string head = R"({"subject":"s","draft":"7","entries":[)";
  EXPECT_EQ(code_of(head + R"({"id":"a","verdict":"over_accept","reason":"r"}]})"), "ok");
  ASSERT_TRUE(list_.has_value());
  EXPECT_TRUE(list_->lists("a", Verdict::over_accept));
  EXPECT_FALSE(list_->lists("a", Verdict::over_reject));
  EXPECT_FALSE(list_->lists("b", Verdict::over_accept));
  EXPECT_EQ(code_of(head + "]}"), "ok");
  for (const char* bad :
       {R"({"id":"a","verdict":"over_accept","reason":""}]})",
        R"({"id":"","verdict":"over_accept","reason":"r"}]})",
        R"({"id":"a","verdict":"agree","reason":"r"}]})", R"({"id":"a","verdict":"refused","reason":"r"}]})",
        R"({"id":"a","verdict":"bad","reason":"r"}]})",
        R"({"id":"a","verdict":"crash","reason":"r","x":1}]})",
        R"({"id":"a","verdict":"crash","reason":"r"},{"id":"a","verdict":"crash","reason":"r"}]})", "1]}",
        "]"}) {
    EXPECT_EQ(code_of(head + bad), "expectations_malformed") << bad;
  }
  EXPECT_EQ(code_of(R"({"subject":"t","draft":"7","entries":[]})"), "expectations_misplaced");
  EXPECT_EQ(code_of(R"({"subject":"s","draft":"6","entries":[]})"), "expectations_misplaced");
}

TEST(Expectations, AFileThatIsNotThereIsAnEmptyList) {
  Fault fault;
  const std::optional<Expectations> list = read_expectations("/nonexistent/x.json", "s", "7", fault);
  ASSERT_TRUE(list.has_value());
  EXPECT_TRUE(list->entries.empty());
}

}  // namespace
}  // namespace lockstep::conformance
