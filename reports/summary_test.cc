// The summary object and the exit codes.
#include "lockstep/reports/summary.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "lockstep/reports/test_streams.h"

namespace lockstep::reports {
namespace {

TEST(SummaryTest, HasItsFieldsInOrderAndLeavesOutWhatDoesNotApply) {
  Summary summary;
  summary.command = "conform";
  summary.exit = ExitCode::conformance_failure;
  summary.report = "runs/x.jsonl";
  summary.cases = 3;
  summary.verdicts = {{"refused", 1}, {"agree", 2}};
  summary.refused_by = {{"format", 1}};
  EXPECT_EQ(to_json(summary).dump(), R"({"command":"conform","exit":1,"report":"runs/x.jsonl","cases":3,)"
                                     R"("verdicts":{"agree":2,"refused":1},"refused_by":{"format":1}})");
  summary.variants = 4;
  summary.audited = 5;
  summary.schemas = 11;
  summary.prefixes = 12;
  summary.bits = 13;
  summary.unknown_bits = 14;
  summary.masks = 6;
  summary.dense_masks = 7;
  summary.full_masks = 15;
  summary.full_in_strings = 16;
  summary.by_keyword = {{"anyOf", {3, 2, 1, 20, 1, 0}}, {"enum", {0, 0, 0, 0, 0, 4}}};
  summary.differences = 8;
  summary.parts = {{"suite", ExitCode::pass, 2, {{"agree", 2}}, std::nullopt},
                   {"audit", ExitCode::unresolved, 1, {{"unknown", 1}}, 0}};
  summary.not_tested = {{"hyperjump", "not installed"}};
  summary.self_checks = 16;
  summary.self_checks_failed = 0;
  summary.statuses = {{"A", {{"truncated_length", 2}}}};
  summary.intervention = {{"A", {{"i_mean", 0.5}}}};
  EXPECT_EQ(to_json(summary).dump(),
            R"({"command":"conform","exit":1,"report":"runs/x.jsonl","cases":3,"variants":4,)"
            R"("verdicts":{"agree":2,"refused":1},"refused_by":{"format":1},"audited":5,)"
            R"("schemas":11,"prefixes":12,"bits":13,"unknown_bits":14,"masks":6,"dense_masks":7,)"
            R"("full_masks":15,"full_in_strings":16,"differences":8,"by_keyword":{)"
            R"("anyOf":{"prefixes":3,"masks":2,"full_masks":1,"asked":20,"unknown":1,"refused":0},)"
            R"("enum":{"prefixes":0,"masks":0,"full_masks":0,"asked":0,"unknown":0,"refused":4}},)"
            R"("self_checks":16,"self_checks_failed":0,"statuses":{"A":{"truncated_length":2}},)"
            R"("intervention":{"A":{"i_mean":0.5}},)"
            R"("parts":[{"name":"suite","exit":0,"cases":2,"verdicts":{"agree":2}},)"
            R"({"name":"audit","exit":5,"cases":1,"verdicts":{"unknown":1},"audited":0}],)"
            R"("not_tested":{"hyperjump":"not installed"}})");
}

TEST(SummaryTest, CountsCasesByVerdictAndRefusalsByKeyword) {
  std::vector<Case> cases = {some_case("1", "agree"), some_case("2", "refused"), some_case("3", "refused")};
  cases[1].refused_by = "pattern";
  cases[2].refused_by = "pattern";
  Summary summary;
  count_cases(cases, summary);
  EXPECT_EQ(summary.cases, 3U);
  EXPECT_EQ(summary.verdicts, (std::map<std::string, std::size_t>{{"agree", 1}, {"refused", 2}}));
  EXPECT_EQ(summary.refused_by, (std::map<std::string, std::size_t>{{"pattern", 2}}));
}

TEST(SummaryTest, ExitCodesHaveTheirNumbersAndNames) {
  const std::map<int, std::string_view> expected = {{0, "pass"},
                                                    {1, "conformance_failure"},
                                                    {2, "usage"},
                                                    {3, "subject_error"},
                                                    {4, "self_check_failed"},
                                                    {5, "unresolved"},
                                                    {6, "stale_expectation_list"}};
  for (const auto& [number, text] : expected) EXPECT_EQ(name(static_cast<ExitCode>(number)), text);
}

TEST(SummaryTest, TheWorseExitCodeIsATotalOrderWithPassAtTheBottom) {
  const std::vector<ExitCode> best_first = {ExitCode::pass,
                                            ExitCode::unresolved,
                                            ExitCode::stale_expectation_list,
                                            ExitCode::usage,
                                            ExitCode::subject_error,
                                            ExitCode::conformance_failure,
                                            ExitCode::self_check_failed};
  for (std::size_t i = 0; i < best_first.size(); ++i) {
    for (std::size_t j = 0; j < best_first.size(); ++j) {
      EXPECT_EQ(worse(best_first[i], best_first[j]), best_first[std::max(i, j)]);
    }
  }
}

}  // namespace
}  // namespace lockstep::reports
