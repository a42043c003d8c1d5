#include "lockstep/quality/run/intervention.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace lockstep::quality {
namespace {

using nlohmann::json;

json step(double i_mask, double i_sample, const std::string& region, bool forced = false) {
  return {{"i", i_mask + i_sample}, {"i_mask", i_mask}, {"i_sample", i_sample},
          {"region", region},       {"forced", forced}, {"infinite", false},
          {"log_p", -1 - i_mask},   {"log_kept", -0.5}, {"top_blocked", i_mask > 0}};
}

TEST(Intervention, IsWhatTheStepsSay) {
  const std::vector<json> lines = {
      {{"steps", {step(4, 0, "first"), step(0, 1, "structure"), step(0, 0, "value", true)}}},
      {{"steps", {step(0, 2, "first")}}},
      {{"steps", json::array()}},
  };
  const auto numbers = intervention_of(lines);
  EXPECT_EQ(numbers.at("steps"), 4);
  EXPECT_EQ(numbers.at("forced"), 1);
  EXPECT_EQ(numbers.at("infinite"), 0);
  EXPECT_EQ(numbers.at("top_blocked"), 0.25);
  EXPECT_EQ(numbers.at("i_mean"), 7.0 / 4);
  EXPECT_EQ(numbers.at("i_sum"), 7);
  EXPECT_EQ(numbers.at("i_mask_mean") + numbers.at("i_sample_mean"), numbers.at("i_mean"));
  EXPECT_EQ(numbers.at("i_unforced_mean"), 7.0 / 3);
  EXPECT_EQ(numbers.at("i_p50"), 1);
  EXPECT_EQ(numbers.at("i_p95"), 4);
  EXPECT_EQ(numbers.at("i_max"), 4);
  EXPECT_EQ(numbers.at("i_first_mean"), 3);
  EXPECT_EQ(numbers.at("i_structure_mean"), 1);
  EXPECT_EQ(numbers.at("i_value_mean"), 0);
  EXPECT_EQ(numbers.at("tax_mean"), 1) << "1.5 and 0.5 over the texts with steps";
  EXPECT_EQ(numbers.at("log_p_min"), -5);
  EXPECT_EQ(numbers.at("log_p_value_min"), -1);
}

TEST(Intervention, NoStepsHaveNoMean) {
  const auto numbers = intervention_of({});
  EXPECT_EQ(numbers.at("steps"), 0);
  EXPECT_FALSE(numbers.contains("i_mean"));
}

TEST(Intervention, PercentilesAreNearestRank) {
  const std::vector<double> values = {15, 20, 35, 40, 50};
  EXPECT_EQ(percentile(values, 5), 15);
  EXPECT_EQ(percentile(values, 30), 20);
  EXPECT_EQ(percentile(values, 40), 20);
  EXPECT_EQ(percentile(values, 50), 35);
  EXPECT_EQ(percentile(values, 100), 50);
}

}  // namespace
}  // namespace lockstep::quality
