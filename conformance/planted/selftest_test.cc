// The self-test convicts the guilty, each as declared, and nobody else; what does not fit is told.
#include "lockstep/conformance/planted/selftest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "lockstep/conformance/planted/known_next_bytes.h"
#include "lockstep/conformance/planted/misreading.h"
#include "lockstep/conformance/planted/try_fault.h"
#include "lockstep/conformance/subject/engine_subject.h"
#include "lockstep/conformance/subject/oracle_subject.h"
#include "lockstep/engine/vocabulary/builtin.h"

namespace lockstep::conformance {
namespace {

using testing::HasSubstr;

std::vector<Probe> own_cases() {
  Fault fault;
  const std::string source = LOCKSTEP_SOURCE_DIR;
  auto hand = hand_probes(source + "/conformance/planted/hand_cases.json", "", fault);
  auto policy = policy_probes(source + "/conformance/spec/policy_cases.json", fault);
  EXPECT_TRUE(hand && policy) << fault.message;
  if (!hand || !policy) return {};
  hand->insert(hand->end(), policy->begin(), policy->end());
  return std::move(*hand);
}

SelftestRun own_run() {
  SelftestRun run;
  run.probes = own_cases();
  run.make_healthy = [] { return make_oracle_subject(); };
  run.make_engine = [] { return make_engine_subject(); };
  run.schemas = 10;
  return run;
}

std::string findings(const Trial& trial) {
  std::string all = trial.problem + ";";
  for (const Sighting& one : trial.found) all += " " + std::string(name(one.verdict)) + " by " + one.check;
  return all;
}

TEST(Trial, KeepsTheFirstAndCountsTheRest) {
  Trial trial;
  trial.see("suite", Verdict::over_reject, 3, "c");
  trial.see("audit", Verdict::split_vote, 4, "d");
  trial.see("suite", Verdict::over_accept, 5, "e");
  trial.see("suite", Verdict::over_reject, 6, "f");
  ASSERT_EQ(trial.found.size(), 3U);
  EXPECT_EQ(findings(trial), "; split_vote by audit over_accept by suite over_reject by suite");
  EXPECT_EQ(trial.found[2].times, 2U);
  EXPECT_EQ(trial.found[2].needed, 3U);
  EXPECT_EQ(trial.found[2].first, "c");
}

TEST(Trial, AnotherVerdictOrCheckThanDeclaredIsNoConviction) {
  for (const auto& [check, verdict, convicted] : {std::tuple{"suite", Verdict::over_accept, true},
                                                  {"suite", Verdict::over_reject, false},
                                                  {"hand", Verdict::over_accept, false},
                                                  {"", Verdict::agree, true}}) {
    Trial trial{PlantedKind::engine, "x", "y", check, verdict};
    trial.see("suite", Verdict::over_accept, 1, "a");
    trial.conclude();
    EXPECT_EQ(trial.convicted(), convicted) << check << " " << name(verdict);
    EXPECT_THAT(trial.problem, HasSubstr(convicted ? "" : "found were over_accept by suite (1)"));
  }
  Trial nothing{PlantedKind::engine, "x", "y", "suite", Verdict::over_accept};
  nothing.conclude();
  EXPECT_FALSE(nothing.convicted());
}

TEST(Checks, IdleUnlistedAndUnseenAreTold) {
  std::vector<Trial> trials(1);
  trials[0].check = "suite";
  trials[0].verdict = Verdict::over_accept;
  trials[0].see("suite", Verdict::over_accept, 1, "a");
  trials[0].see("invented", Verdict::over_accept, 1, "a");
  EXPECT_EQ(unlisted_checks(trials), std::vector<std::string>{"invented"});
  EXPECT_EQ(idle_checks(trials).size(), all_checks().size() - 1);
  EXPECT_EQ(missing_verdicts(trials).size(), 9U);
  std::string before;
  for (const Check& check : all_checks()) {
    EXPECT_LT(before, check.name);
    EXPECT_FALSE(check.sentence.empty());
    before = check.name;
  }
}

TEST(PlantedFaults, DeclareEveryFailingVerdictAndChecksThatExist) {
  std::set<Verdict> verdicts;
  std::set<std::string> checks;
  for (const MaskFault& fault : mask_faults()) verdicts.insert(fault.verdict), checks.insert(fault.check);
  for (const ProcessFault& fault : process_faults())
    verdicts.insert(fault.verdict), checks.insert(fault.check);
  for (const CommonMode& mode : common_modes()) verdicts.insert(mode.verdict), checks.insert(mode.check);
  for (const Verdict verdict : all_verdicts()) EXPECT_EQ(verdicts.contains(verdict), is_failure(verdict));
  std::set<std::string> listed;
  for (const Check& check : all_checks()) listed.insert(check.name);
  EXPECT_EQ(checks, listed);
  EXPECT_GE(common_modes().size(), 12U);
}

// Every keyword that takes more than one kind of value or place to enforce is misread at least once by an
// engine alone and once by both halves, and the pair is convicted by validators outside both.
TEST(Misreadings, EveryKeywordIsMisreadByAnEngineAndByBothHalves) {
  std::set<std::string> engines;
  std::set<std::string> pairs;
  for (const MaskFault& one : mask_faults()) engines.insert(one.keyword);
  for (const ProcessFault& one : process_faults()) engines.insert(one.keyword);
  for (const CommonMode& one : common_modes()) {
    if (one.check == "audit" && one.verdict == Verdict::split_vote) pairs.insert(one.keyword);
  }
  std::size_t keywords = 0;
  for (const char* keyword : {"not",
                              "oneOf",
                              "if",
                              "then",
                              "else",
                              "dependentRequired",
                              "dependentSchemas",
                              "minProperties",
                              "maxProperties",
                              "propertyNames",
                              "pattern",
                              "patternProperties",
                              "contains",
                              "minContains",
                              "maxContains",
                              "unevaluatedItems",
                              "unevaluatedProperties",
                              "$dynamicRef",
                              "$vocabulary",
                              "multipleOf",
                              "uniqueItems"}) {
    ++keywords;
    EXPECT_TRUE(engines.contains(keyword)) << keyword;
    EXPECT_TRUE(pairs.contains(keyword)) << keyword;
  }
  EXPECT_EQ(keywords, 21U);
  for (const Misreading& one : misreadings()) EXPECT_NE(planted_fault(one.fault), nullptr) << one.fault;
}

// The rules that look sufficient and are not: each has an engine that follows it, convicted by a case made
// for it.
TEST(Shortsighted, RulesThatLookSufficientAreConvictedByTheirCases) {
  SelftestRun run = own_run();
  run.schemas = 0;
  const std::set<std::string> rules = {
      "end_comes_unprepared",      "required_names_granted", "reached_apart",
      "early_no_is_kept",          "loops_found_by_type",    "unevaluated_settled_at_close",
      "distinct_class_by_place",   "distinct_room_for_one",  "distinct_when_complete",
      "distinct_without_counting", "repeat_comes_later"};
  for (const MaskFault& fault : mask_faults()) {
    if (rules.contains(fault.name)) run.engines.push_back(fault);
  }
  ASSERT_EQ(run.engines.size(), rules.size());
  const Selftest result = run_selftest(run);
  for (const Trial& trial : result.trials) {
    ASSERT_NE(trial.conviction(), nullptr) << trial.id() << ": " << findings(trial);
    EXPECT_THAT(trial.conviction()->first, testing::StartsWith("hand/")) << trial.id();
  }
  EXPECT_TRUE(result.passed());
}

TEST(PolicyProbes, AreThoseUnderThePresetSpec) {
  Fault fault;
  const auto probes =
      policy_probes(std::string(LOCKSTEP_SOURCE_DIR) + "/conformance/spec/policy_cases.json", fault);
  ASSERT_TRUE(probes) << fault.message;
  EXPECT_GE(probes->size(), 80U);
  EXPECT_EQ(check_of(probes->front().ids.front()), "policy_cases");
  EXPECT_FALSE(policy_probes("/nonexistent", fault));
  EXPECT_EQ(fault.code, "policy_cases_unreadable");
}

// Without suite and validators: pairs whose declared check is a case of our own or of the norm.
TEST(CommonModes, AreInvisibleToThePlainComparisonAndNotToCasesWithASource) {
  SelftestRun run = own_run();
  for (const CommonMode& mode : common_modes()) {
    if (mode.check == "hand" || mode.check == "policy_cases") run.pairs.push_back(mode);
  }
  ASSERT_GE(run.pairs.size(), 8U);
  const Selftest result = run_selftest(run);
  ASSERT_EQ(result.trials.size(), run.pairs.size());
  for (const Trial& trial : result.trials) {
    EXPECT_TRUE(trial.convicted()) << trial.id() << ": " << findings(trial);
    EXPECT_GT(trial.compared, 0U) << trial.id();
  }
  EXPECT_TRUE(result.healthy_wrong.empty()) << result.healthy_wrong.front();
  EXPECT_TRUE(result.passed());
}

TEST(CommonModes, AMisreadingOfOneHalfAloneIsSeenByThePlainComparison) {
  SelftestRun run = own_run();
  run.make_engine = [] {
    for (const PlantedFault& fault : planted_faults()) {
      if (fault.name == "exclusive_bounds_inclusive") return make_wrong_subject(fault, make_engine_subject());
    }
    return std::unique_ptr<Subject>();
  };
  run.pairs = {{"last_name_wins", "policy_cases", Verdict::over_accept}};
  const Selftest result = run_selftest(run);
  EXPECT_FALSE(result.healthy_wrong.empty());
  EXPECT_FALSE(result.sound());
  run.make_healthy = [] {
    for (const PlantedFault& fault : planted_faults()) {
      if (fault.name == "exclusive_bounds_inclusive") return make_wrong_subject(fault, make_oracle_subject());
    }
    return std::unique_ptr<Subject>();
  };
  run.make_engine = [] { return make_engine_subject(); };
  run.pairs = {{"null_is_missing", "hand", Verdict::over_reject},
               {"no_such_fault", "hand", Verdict::over_reject}};
  const Selftest lopsided = run_selftest(run);
  EXPECT_FALSE(lopsided.healthy_wrong.empty());
  EXPECT_EQ(lopsided.trials.at(1).problem, "no planted fault is called so");
}

TEST(WrongEngines, FollowedCasesConvictWhatWalksRarelyMeet) {
  SelftestRun run = own_run();
  run.schemas = 0;
  for (const MaskFault& fault : mask_faults()) {
    const std::set<std::string> wanted = {"all_of_first", "any_of_first", "exclusive_is_inclusive",
                                          "required_ignored"};
    if (wanted.contains(fault.name)) run.engines.push_back(fault);
  }
  ASSERT_EQ(run.engines.size(), 4U);
  const Selftest result = run_selftest(run);
  for (const Trial& trial : result.trials) {
    ASSERT_NE(trial.conviction(), nullptr) << trial.id() << ": " << findings(trial);
    EXPECT_GE(trial.conviction()->times, 3U) << trial.id();
    EXPECT_THAT(trial.conviction()->first, testing::StartsWith("hand/"));
  }
  EXPECT_TRUE(result.passed());
}

std::vector<std::string> every_finding(const Trial& trial) {
  std::vector<std::string> all = {std::to_string(trial.cases)};
  for (const Sighting& one : trial.found)
    all.push_back(std::string(name(one.verdict)) + " by " + one.check + ": " + std::to_string(one.times) +
                  ", needed " + std::to_string(one.needed) + ", first " + one.first);
  return all;
}

// What the oracle said in the trials of other engines convicts as what it says itself does.
TEST(WrongEngines, AreConvictedAlikeByAnswersThatAreRemembered) {
  SelftestRun run = own_run();
  run.schemas = 0;
  const BytePath byte_path(engine::builtin_vocabulary());
  KnownNextBytes shared;
  std::size_t compared = 0;
  const std::set<std::string> wanted = {"all_of_first", "exclusive_is_inclusive", "required_ignored"};
  for (const MaskFault& fault : mask_faults()) {
    if (!wanted.contains(fault.name)) continue;
    KnownNextBytes fresh;
    const Trial asked = try_engine(fault, run, byte_path, fresh);
    EXPECT_TRUE(asked.convicted()) << asked.problem;
    EXPECT_GT(fresh.schemas(), 40U);
    for (int again = 0; again < 2; ++again) {
      EXPECT_EQ(every_finding(try_engine(fault, run, byte_path, shared)), every_finding(asked)) << fault.name;
      ++compared;
    }
  }
  EXPECT_EQ(compared, 6U);
}

TEST(WrongProcesses, DeathAndSilenceAreSurvivedAndNamed) {
  SelftestRun run = own_run();
  run.processes = process_faults();
  std::erase_if(run.processes, [](const ProcessFault& one) { return one.check == "suite"; });
  const Selftest result = run_selftest(run);
  ASSERT_EQ(result.trials.size(), 2U);
  for (const Trial& trial : result.trials) {
    EXPECT_TRUE(trial.convicted()) << findings(trial);
    ASSERT_EQ(trial.found.size(), 1U) << trial.name << ": only the one case " << findings(trial);
    EXPECT_EQ(trial.found[0].times, 1U) << trial.name;
    EXPECT_EQ(trial.found[0].first, "hand/a long exponent/1E400");
  }
  EXPECT_TRUE(result.healthy_wrong.empty());
}

}  // namespace
}  // namespace lockstep::conformance
