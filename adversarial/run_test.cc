// The cases against the program's own engine in processes, every planted fault against its case, and
// processes that die, hang, grow and talk nonsense.
#include "lockstep/adversarial/run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "lockstep/adversarial/planted/hostile_faults.h"

namespace lockstep::adversarial {
namespace {

using conformance::Verdict;
using testing::HasSubstr;

const std::string kEngine = std::string("'") + LOCKSTEP_PROGRAM + "' subject";
constexpr bool kLimitMemory = LOCKSTEP_SANITIZED == 0;

const std::vector<HostileCase>& all_cases() {
  static const std::vector<HostileCase> kCases = [] {
    conformance::Fault fault;
    const auto folder = read_folder(LOCKSTEP_SOURCE_DIR "/adversarial", fault);
    EXPECT_TRUE(folder) << fault.file;
    std::vector<HostileCase> cases = folder ? cases_of(*folder) : std::vector<HostileCase>{};
    for (HostileCase& one : cases) one.limits.seconds *= LOCKSTEP_SANITIZED != 0 ? 20 : 3;
    return cases;
  }();
  return kCases;
}

HostileCase case_named(const std::string& id) {
  for (const HostileCase& one : all_cases()) {
    if (one.id == id) return one;
  }
  ADD_FAILURE() << id;
  return {};
}

CaseOutcome judged(const std::string& id, const std::string& command, std::size_t seconds = 0) {
  HostileCase one = case_named(id);
  if (seconds != 0) one.limits.seconds = seconds;
  return judge_case(one, {command, 1, kLimitMemory});
}

conformance::Expectations engine_expectations() {
  conformance::Fault fault;
  const auto known = conformance::read_expectations(
      LOCKSTEP_SOURCE_DIR "/adversarial/expectations/engine.json", "engine", "2020-12", fault);
  EXPECT_TRUE(known) << fault.message;
  return known.value_or(conformance::Expectations{});
}

class AdversarialKind : public testing::TestWithParam<CaseKind> {};

// All cases; where sanitizers make each several times slower, every fourth.
TEST_P(AdversarialKind, TheEngineIsRightOnEveryCase) {
  constexpr std::size_t kEvery = LOCKSTEP_SANITIZED != 0 ? 4 : 1;
  AdversarialRun run;
  std::size_t index = 0;
  for (const HostileCase& one : all_cases()) {
    run.known_ids.push_back(one.id);
    if (one.kind == GetParam() && index++ % kEvery == 0) run.cases.push_back(one);
  }
  run.settings = {kEngine, 1, kLimitMemory};
  run.expectations = engine_expectations();
  const AdversarialOutcome outcome = run_adversarial(run);
  EXPECT_EQ(outcome.cases.size(), run.cases.size());
  EXPECT_GE(outcome.cases.size(), 15 / kEvery);
  std::set<std::string> outcomes;
  for (const reports::Case& one : outcome.cases) {
    EXPECT_TRUE(one.verdict == "agree" || one.listed) << one.id << ": " << one.got << ": " << one.detail;
    outcomes.insert(one.got.substr(0, one.got.find(' ')));
  }
  EXPECT_THAT(outcome.stale, testing::IsEmpty());
  EXPECT_EQ(outcome.exit, reports::ExitCode::pass);
  // Every outcome that a case may expect is one that is really met.
  for (const char* met : {"ok", "empty", "refused", "malformed", "limit"})
    EXPECT_TRUE(GetParam() != CaseKind::schema || outcomes.contains(met)) << met;
}

INSTANTIATE_TEST_SUITE_P(Kinds, AdversarialKind, testing::ValuesIn(kCaseKinds),
                         [](const auto& kind) { return std::string(name(kind.param)); });

TEST(Adversarial, AnotherSeedMakesOtherTextsWithTheSameAnswers) {
  std::size_t cases = 0;
  const conformance::Expectations known = engine_expectations();
  for (const HostileCase& one : all_cases()) {
    if (one.schema.dump().find("\"random\"") == std::string::npos &&
        (one.instances.empty() || one.instances[0].text.dump().find("\"random\"") == std::string::npos))
      continue;
    ++cases;
    const auto listed = known.entries.find(one.id);
    const Verdict expected = listed == known.entries.end() ? Verdict::agree : listed->second.verdict;
    for (const std::uint64_t seed : {2U, 77U})
      EXPECT_EQ(judge_case(one, {kEngine, seed, kLimitMemory}).verdict, expected) << one.id;
  }
  EXPECT_GE(cases, 3U);
}

TEST(Adversarial, EveryPlantedFaultIsConvictedByItsCase) {
  std::set<Verdict> verdicts;
  for (const HostileFault& fault : hostile_faults()) {
    const CaseOutcome healthy = judged(fault.case_id, kEngine);
    EXPECT_EQ(healthy.verdict, Verdict::agree) << fault.case_id << ": " << healthy.detail;
    const std::size_t seconds = fault.verdict == Verdict::hang ? 2 : 0;
    const CaseOutcome outcome = judged(fault.case_id, kEngine + " --planted " + fault.name, seconds);
    EXPECT_EQ(outcome.verdict, fault.verdict) << fault.name << ": " << outcome.got << ": " << outcome.detail;
    verdicts.insert(fault.verdict);
  }
  EXPECT_GE(hostile_faults().size(), 14U);
  EXPECT_EQ(verdicts,
            (std::set<Verdict>{Verdict::over_accept, Verdict::dead_end, Verdict::over_reject,
                               Verdict::mask_too_wide, Verdict::mask_too_narrow, Verdict::inconsistent,
                               Verdict::crash, Verdict::hang, Verdict::limit}));
}

// A subject that has only masks gets each text byte by byte, with the same verdicts.
TEST(Adversarial, ASubjectWithoutWholeDocumentsIsAskedByteByByte) {
  const std::string masks_only = kEngine + R"( | sed -u 's/"validate":true/"validate":false/')";
  const std::string command = "sh -c " + [&] {
    std::string quoted = "\"";
    for (const char c : masks_only)
      quoted += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    return quoted + "\"";
  }();
  for (const char* id : {"text/utf8-overlong", "text/names-twice-by-escape", "schema/contradiction-bounds",
                         "schema/type-misspelt", "schema/ref-pointer-escapes"}) {
    const CaseOutcome outcome = judged(id, command, 60);
    EXPECT_EQ(outcome.verdict, Verdict::agree) << id << ": " << outcome.got << ": " << outcome.detail;
  }
}

TEST(Adversarial, ProcessesThatFailAreVerdictsOfTheirOwn) {
  const std::string dies =
      R"(sh -c "read line; echo '{\"id\":1,\"subject\":\"x\",\"validate\":true}'; read line; kill -SEGV \$\$")";
  const std::string id = "text/two-texts";
  EXPECT_EQ(judged(id, dies).verdict, Verdict::crash);
  EXPECT_EQ(judged(id,
                   "sh -c \""
                   "read line; exit 3\"")
                .verdict,
            Verdict::crash);
  EXPECT_EQ(judged(id, "sleep 100", 1).verdict, Verdict::hang);
  EXPECT_EQ(judged(id, "echo nonsense").verdict, Verdict::inconsistent);
  EXPECT_EQ(judged(id, "/no/such/program").verdict, Verdict::crash);
}

TEST(Adversarial, MemoryOfTheProcessIsLimited) {
  if (!kLimitMemory) return;  // the run says so as not tested
  HostileCase one = case_named("text/two-texts");
  one.limits.mib = 64;
  const CaseOutcome outcome = judge_case(one, {"python3 -c 'x = bytearray(1 << 30)'", 1, true});
  EXPECT_EQ(outcome.verdict, Verdict::crash);
  EXPECT_THAT(outcome.detail, HasSubstr("limited to 64 MiB"));
}

AdversarialRun small_run() {
  AdversarialRun run;
  for (const char* id : {"text/two-texts", "session/stop-before-the-end", "schema/names-twice"})
    run.cases.push_back(case_named(id));
  run.settings = {kEngine, 1, kLimitMemory};
  for (const HostileCase& one : all_cases()) run.known_ids.push_back(one.id);
  return run;
}

TEST(AdversarialRun, GoesOnWhereItStoppedWithoutAskingAgain) {
  AdversarialRun run = small_run();
  const AdversarialOutcome whole = run_adversarial(run);
  run.done = {whole.cases[0], whole.cases[1]};
  run.settings.command_line = "/no/such/program";  // whoever is asked again is a crash
  std::size_t fresh = 0;
  run.sink = [&](const reports::Case&) { ++fresh; };
  const AdversarialOutcome resumed = run_adversarial(run);
  EXPECT_EQ(fresh, 1U);
  EXPECT_EQ(resumed.cases[0], whole.cases[0]);
  EXPECT_EQ(resumed.cases[1], whole.cases[1]);
  EXPECT_EQ(resumed.cases[2].verdict, "crash");
  run.done = whole.cases;
  EXPECT_EQ(run_adversarial(run).cases, whole.cases);
}

TEST(AdversarialRun, HoldsTheExpectationListBothWays) {
  using reports::ExitCode;
  AdversarialRun run = small_run();
  EXPECT_EQ(run_adversarial(run).exit, ExitCode::pass);
  run.expectations.entries["text/two-texts"] = {Verdict::crash, "never seen"};
  EXPECT_EQ(run_adversarial(run).exit, ExitCode::stale_expectation_list);
  run.expectations.entries = {{"text/not-there", {Verdict::crash, "no such case"}}};
  EXPECT_EQ(run_adversarial(run).exit, ExitCode::stale_expectation_list);
  run.settings.command_line = "/no/such/program";
  run.expectations.entries.clear();
  const AdversarialOutcome failed = run_adversarial(run);
  EXPECT_EQ(failed.exit, ExitCode::conformance_failure);
  EXPECT_EQ(failed.unlisted.size(), 3U);
  for (const HostileCase& one : run.cases)
    run.expectations.entries[one.id] = {Verdict::crash, "is not there"};
  const AdversarialOutcome listed = run_adversarial(run);
  EXPECT_EQ(listed.exit, ExitCode::pass);
  EXPECT_TRUE(listed.cases[0].listed);
  run.stop_requested = [] { return true; };
  EXPECT_TRUE(run_adversarial(run).cancelled);
}

}  // namespace
}  // namespace lockstep::adversarial
