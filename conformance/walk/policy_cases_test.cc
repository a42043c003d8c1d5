// The norm's policy cases against the engine: verdict and byte of death, case by case.
#include "lockstep/conformance/walk/policy_cases.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

namespace lockstep::conformance {
namespace {

TEST(PolicyCases, TheEngineDecidesEachAndDiesWhereTheNormSays) {
  std::ifstream file(LOCKSTEP_SOURCE_DIR "/conformance/spec/policy_cases.json", std::ios::binary);
  ASSERT_TRUE(file) << "policy_cases.json is missing";
  std::ostringstream text;
  text << file.rdbuf();
  PolicyCases outcome;
  std::string fault;
  ASSERT_TRUE(run_policy_cases(text.str(), outcome, fault)) << fault;
  for (const auto& [keyword, ids] : outcome.refused_by) {
    std::string list;
    for (const std::string& id : ids) list += " " + id;
    fmt::print("refused by {}: {}:{}\n", keyword, ids.size(), list);
  }
  fmt::print("{} cases, {} agree, {} deaths, {} witnesses\n", outcome.cases.size(),
             outcome.tally[Verdict::agree], outcome.deaths, outcome.witnesses);
  for (const reports::Case& one : outcome.cases) {
    EXPECT_TRUE(one.verdict == "agree" || one.verdict == "refused")
        << one.id << ": " << one.verdict << ", expected " << one.expected << " " << one.detail << ", got "
        << one.got;
  }
  // Formats that hang on Punycode or on nested groups (engine/format).
  EXPECT_EQ(outcome.refused_by["format"], (std::vector<std::string>{"policy/format-21", "policy/format-25"}));
  EXPECT_EQ(outcome.cases.size(), 248U);
  EXPECT_GE(outcome.tally[Verdict::agree], 200U);
  EXPECT_GE(outcome.deaths, 100U);
  EXPECT_EQ(outcome.witnesses, outcome.deaths);
}

}  // namespace
}  // namespace lockstep::conformance
