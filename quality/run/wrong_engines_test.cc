// Every wrong engine is convicted by a verdict that it declares; the healthy one by none.
#include "lockstep/quality/run/wrong_engines.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "lockstep/conformance/walk/byte_path.h"
#include "lockstep/quality/run/small_plan.h"

namespace lockstep::quality {
namespace {

std::map<std::string, std::size_t> verdicts(const std::vector<CaseOutcome>& cases) {
  std::map<std::string, std::size_t> out;
  for (const CaseOutcome& one : cases) ++out[one.verdict];
  return out;
}

TEST(WrongEngines, TheHealthyEngineIsNotConvicted) {
  const Prepared prepared = small_plan(24);
  const auto subject = healthy_engine(prepared);
  const auto counts = verdicts(outcomes(prepared, *subject));
  for (const auto& [verdict, count] : counts) EXPECT_FALSE(convicts(verdict)) << verdict << " " << count;
  EXPECT_GE(counts.at("agree"), 24U * 6);
}

TEST(WrongEngines, EachIsConvictedByItsVerdict) {
  const Prepared prepared = small_plan(12);
  const conformance::BytePath byte_path(prepared.vocabulary);
  ASSERT_GE(wrong_engines().size(), 6U);
  for (const WrongEngine& wrong : wrong_engines()) {
    const auto subject = wrong.make(healthy_engine(prepared), byte_path);
    const auto counts = verdicts(outcomes(prepared, *subject));
    std::string all;
    for (const auto& [verdict, count] : counts) all += verdict + " " + std::to_string(count) + ", ";
    const bool convicted = std::any_of(wrong.verdicts.begin(), wrong.verdicts.end(),
                                       [&](const std::string& verdict) { return counts.contains(verdict); });
    EXPECT_TRUE(convicted) << wrong.name << ": " << all;
    for (const std::string& verdict : wrong.verdicts) EXPECT_TRUE(convicts(verdict)) << verdict;
  }
}

}  // namespace
}  // namespace lockstep::quality
