// Whole small runs: statuses, controls, order, shards, resuming, and what a broken step does.
#include "lockstep/quality/run/experiment.h"

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "lockstep/quality/run/evidence_file.h"
#include "lockstep/quality/run/result.h"
#include "lockstep/quality/run/small_plan.h"

namespace lockstep::quality {
namespace {

using nlohmann::json;

std::vector<json> lines_of(const std::vector<CaseOutcome>& cases) {
  std::vector<json> lines;
  for (const CaseOutcome& one : cases) lines.push_back(json::parse(evidence_line(one)));
  return lines;
}

const Prepared& plan() {
  static const Prepared kPlan = small_plan(12);
  return kPlan;
}

const std::vector<CaseOutcome>& cases() {
  static const std::vector<CaseOutcome> kCases = [] {
    const auto subject = healthy_engine(plan());
    return outcomes(plan(), *subject);
  }();
  return kCases;
}

TEST(Experiment, EveryItemHasOneCaseInEveryCondition) {
  ASSERT_EQ(cases().size(), 12U * 7);
  std::set<std::string> ids;
  for (std::size_t i = 0; i < cases().size(); ++i) {
    EXPECT_EQ(cases()[i].condition, plan().plan.conditions[i % 7]);
    EXPECT_TRUE(ids.insert(cases()[i].id()).second);
  }
}

TEST(Experiment, MaskedTextsAreWhatTheirMaskPromises) {
  std::map<std::string, std::size_t> in_language;
  Language language(plan().policy);
  for (const CaseOutcome& one : cases()) {
    if (one.generation.ending != Ending::stopped) continue;
    const Item& item = plan().items[std::stoul(one.item.substr(one.item.rfind('-') + 1))];
    if (one.condition == "D") {
      EXPECT_TRUE(valid(one.status)) << one.generation.output;
      EXPECT_TRUE(language.contains(item.schema, one.generation.output).is_yes());
      ++in_language["D"];
    }
    if (one.condition == "C") {
      EXPECT_NE(one.status, Status::completed_not_json);
      ++in_language["C"];
    }
  }
  EXPECT_GE(in_language["D"], 8U);
  EXPECT_GE(in_language["C"], 4U);
}

// The model is no constant: some unmasked answers are right and some are not.
TEST(Experiment, TheArmsAreNeitherAtTheFloorNorAtTheCeiling) {
  std::map<std::string, std::map<Status, std::size_t>> statuses;
  for (const CaseOutcome& one : cases()) ++statuses[one.condition][one.status];
  EXPECT_GE(statuses["B"].size(), 2U);
  EXPECT_GE(statuses["D"].size(), 2U);
}

TEST(Experiment, ControlsAgreeAndTheOneOfInvasivenessAppliesSomewhere) {
  std::map<std::string, std::map<std::string, std::size_t>> verdicts;
  for (const CaseOutcome& one : cases()) ++verdicts[one.condition][one.verdict];
  EXPECT_EQ(verdicts["N"]["agree"], 12U);
  EXPECT_EQ(verdicts["P"]["agree"], 12U);
  EXPECT_GE(verdicts["O"]["agree"], 2U);
  EXPECT_EQ(verdicts["O"]["agree"] + verdicts["O"]["unknown"], 12U);
}

// Arms that share a prompt share its bytes, and the number of each step.
TEST(Experiment, ArmsShareTheirPromptAndTheirNumbers) {
  std::map<std::string, std::map<std::string, const CaseOutcome*>> by_item;
  for (const CaseOutcome& one : cases()) by_item[one.item][one.condition] = &one;
  std::size_t shared = 0;
  for (const auto& [item, arms] : by_item) {
    EXPECT_EQ(arms.at("B")->prompt_sha256, arms.at("C")->prompt_sha256);
    EXPECT_EQ(arms.at("B")->prompt_sha256, arms.at("D")->prompt_sha256);
    EXPECT_NE(arms.at("B")->prompt_sha256, arms.at("A")->prompt_sha256);
    const auto& b = arms.at("B")->generation.steps;
    const auto& d = arms.at("D")->generation.steps;
    for (std::size_t i = 0; i < std::min(b.size(), d.size()); ++i) {
      if (!b[i].evidence.u || !d[i].evidence.u) continue;
      EXPECT_EQ(b[i].evidence.u, d[i].evidence.u);
      ++shared;
    }
  }
  EXPECT_GT(shared, 200U);
}

TEST(Experiment, EveryStepWasChecked) {
  std::size_t asked = 0;
  std::size_t steps = 0;
  for (const CaseOutcome& one : cases()) {
    EXPECT_EQ(one.checks.failed, 0U) << one.id() << ": " << one.checks.first_failure;
    asked += one.checks.asked;
    steps += one.generation.steps.size();
  }
  EXPECT_GT(steps, 1000U);
  EXPECT_GE(asked, steps * 10);
}

TEST(Experiment, ABrokenStepMakesTheRunFailItsSelfCheck) {
  const Prepared few = small_plan(1);
  const auto subject = healthy_engine(few);
  const auto broken = lines_of(outcomes(few, *subject, [](engine::Choice& choice) { choice.set_size += 1; }));
  EXPECT_EQ(summary_of(few, {}, broken).exit, reports::ExitCode::self_check_failed);
  EXPECT_NE(
      result_of(few, {}, broken)["self_checks"]["first_failure"].get<std::string>().find("forced_is_alone"),
      std::string::npos);
  EXPECT_EQ(summary_of(few, {}, lines_of(outcomes(few, *subject))).exit, reports::ExitCode::pass);
  std::vector<json> unchecked = lines_of(outcomes(few, *subject));
  for (json& line : unchecked) line["checks"] = 0;
  EXPECT_EQ(summary_of(few, {}, unchecked).exit, reports::ExitCode::self_check_failed)
      << "nothing was checked";
}

// A run stopped after any number of cases and gone on with gives the same cases.
TEST(Experiment, AResumedRunIsTheSameRun) {
  const Prepared few = small_plan(2);
  const auto subject = healthy_engine(few);
  std::vector<std::string> whole;
  for (const CaseOutcome& one : outcomes(few, *subject)) whole.push_back(evidence_line(one));
  ASSERT_EQ(whole.size(), 14U);
  for (std::size_t stop = 0; stop < whole.size(); ++stop) {
    std::vector<std::string> lines;
    std::set<std::string> done;
    Experiment run{few, *subject};
    run.sink = [&](const CaseOutcome& one) {
      lines.push_back(evidence_line(one));
      done.insert(one.id());
      return true;
    };
    run.stop_requested = [&] { return lines.size() == stop; };
    EXPECT_EQ(run_experiment(run), ExperimentEnd::cancelled);
    run.stop_requested = nullptr;
    run.done = done;
    EXPECT_EQ(run_experiment(run), ExperimentEnd::whole);
    EXPECT_EQ(lines, whole) << "stopped after " << stop;
  }
}

TEST(Experiment, ShardsAndTheLimitPartTheRun) {
  const Prepared few = small_plan(3);
  const auto subject = healthy_engine(few);
  std::vector<std::string> items;
  Experiment run{few, *subject};
  run.sink = [&](const CaseOutcome& one) {
    items.push_back(one.item + one.condition);
    return true;
  };
  run.shard_count = 2;
  EXPECT_EQ(case_count(run), 14U);
  EXPECT_EQ(run_experiment(run), ExperimentEnd::whole);
  EXPECT_EQ(items.size(), 14U);
  run.shard_index = 2;
  EXPECT_EQ(case_count(run), 7U);
  EXPECT_EQ(run_experiment(run), ExperimentEnd::whole);
  EXPECT_EQ(std::set<std::string>(items.begin(), items.end()).size(), 21U);
  Experiment limited{few, *subject};
  items.clear();
  limited.limit = 5;
  limited.sink = [&](const CaseOutcome& one) {
    items.push_back(one.item);
    return true;
  };
  EXPECT_EQ(case_count(limited), 5U);
  EXPECT_EQ(run_experiment(limited), ExperimentEnd::whole);
  EXPECT_EQ(items.size(), 5U);
  limited.sink = [](const CaseOutcome&) { return false; };
  EXPECT_EQ(run_experiment(limited), ExperimentEnd::not_kept);
}

// A judge's fault leaves the denominator; everything else stays in it.
TEST(Experiment, OnlyTheJudgesFaultsLeaveTheDenominator) {
  Prepared few = small_plan(4);
  for (Item& item : few.items) item.gold = "no JSON";
  const auto subject = healthy_engine(few);
  const auto result = result_of(few, {}, lines_of(outcomes(few, *subject)));
  const std::size_t unjudged = result["arms"]["D"]["statuses"].value("evaluator_error", 0U);
  EXPECT_GE(unjudged, 1U);
  EXPECT_EQ(result["arms"]["D"]["denominator"], 4U - unjudged);
  EXPECT_GE(result["transition"]["left_out"].get<std::size_t>(), unjudged);
  EXPECT_TRUE(result["not_tested"].contains("evaluator_error"));
}

// An engine that refuses the schema is no failure of the model, and is told.
TEST(Experiment, ARefusedConstraintIsTold) {
  Prepared few = small_plan(1);
  few.items[0].schema = R"({"$schema":"http://json-schema.org/draft-03/schema#"})";
  const auto subject = healthy_engine(few);
  const auto all = outcomes(few, *subject);
  EXPECT_EQ(all[3].condition, "D");
  EXPECT_EQ(all[3].status, Status::refused);
  EXPECT_EQ(all[3].verdict, "refused");
  EXPECT_EQ(summary_of(few, {}, lines_of(all)).refused_by.at("constraint"), 2U) << "D and O";
}

}  // namespace
}  // namespace lockstep::quality
