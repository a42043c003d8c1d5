#include "lockstep/quality/step/evidence.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace lockstep::quality {
namespace {

engine::Choice chosen(engine::TokenId token, std::uint32_t set_size) {
  engine::Choice choice;
  choice.token = token;
  choice.set_size = set_size;
  choice.forced = set_size == 1;
  return choice;
}

// Computed apart, with other software.
TEST(Evidence, AGoldenStep) {
  const std::vector<float> logits = {2, 1, 0, -1};
  const StepEvidence e = evidence_of(logits, {false, true, false, true}, chosen(3, 2));
  EXPECT_NEAR(e.kept, 0.26894142137, 1e-11);
  EXPECT_NEAR(e.divergence, 1.313261687518, 1e-11);
  EXPECT_NEAR(e.variation, 0.73105857863, 1e-11);
  EXPECT_DOUBLE_EQ(e.pressure, 3);
  EXPECT_DOUBLE_EQ(e.by_mask, 1);
  EXPECT_DOUBLE_EQ(e.by_sampling, 2);
  EXPECT_EQ(e.rank, 4U);
  EXPECT_EQ(e.top, 0U);
  EXPECT_EQ(e.best, 1U);
  EXPECT_TRUE(e.top_blocked);
  EXPECT_FALSE(e.infinite);
}

// Sampling alone has a price: over the whole row E[I] = H(p) + log p(top).
TEST(Evidence, UnmaskedSamplingHasTheExpectedPressure) {
  const std::vector<float> logits = {2, 1, 0, -1};
  double expected = 0;
  double entropy = 0;
  for (engine::TokenId id = 0; id < 4; ++id) {
    const StepEvidence e = evidence_of(logits, {true, true, true, true}, chosen(id, 4));
    EXPECT_EQ(e.by_mask, 0);
    EXPECT_EQ(e.log_kept, 0);
    EXPECT_EQ(e.variation, 0);
    expected += std::exp(e.log_p) * e.pressure;
    entropy = e.entropy_p;
  }
  EXPECT_NEAR(expected, 0.5073472654142, 1e-12);
  EXPECT_NEAR(expected, entropy + evidence_of(logits, {true, true, true, true}, chosen(0, 4)).log_p, 1e-12);
}

TEST(Evidence, TiesGoToTheSmallestId) {
  const std::vector<float> logits = {1, 3, 3, 3};
  EXPECT_EQ(evidence_of(logits, {true, true, true, true}, chosen(1, 4)).rank, 1U);
  EXPECT_EQ(evidence_of(logits, {true, true, true, true}, chosen(3, 4)).rank, 3U);
  const StepEvidence e = evidence_of(logits, {true, false, true, true}, chosen(2, 3));
  EXPECT_EQ(e.top, 1U);
  EXPECT_EQ(e.best, 2U);
  EXPECT_EQ(e.by_mask, 0) << "as likely as what was blocked";
  EXPECT_TRUE(e.top_blocked);
}

TEST(Evidence, WhatIsNoNumberHasNoProbability) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kMinus = -std::numeric_limits<float>::infinity();
  const std::vector<float> logits = {kNan, 0, kMinus, 0};
  const StepEvidence e = evidence_of(logits, {true, true, true, true}, chosen(3, 4));
  EXPECT_NEAR(e.log_p, std::log(0.5), 1e-15);
  EXPECT_EQ(e.rank, 2U);
  EXPECT_EQ(e.kept, 1);
}

// Underflow is told, not clamped: the logarithms still say how unlikely it was.
TEST(Evidence, UnderflowIsMarked) {
  const std::vector<float> logits = {1000, 0, -1};
  const StepEvidence e = evidence_of(logits, {false, true, true}, chosen(1, 2));
  EXPECT_TRUE(e.infinite);
  EXPECT_NEAR(e.divergence, 1000 - std::log1p(std::exp(-1)), 1e-9);
  EXPECT_DOUBLE_EQ(e.pressure, 1000);
  EXPECT_NEAR(e.log_q, -std::log1p(std::exp(-1)), 1e-12);
}

TEST(Evidence, TheSetIsBothMasks) {
  const std::vector<std::uint32_t> allowed = {0b0111, 1};
  const std::vector<std::uint32_t> forbidden = {0b0010};
  const std::vector<bool> set = set_of(33, allowed, forbidden);
  for (std::size_t id = 0; id < 33; ++id) EXPECT_EQ(set[id], id == 0 || id == 2 || id == 32) << id;
  EXPECT_EQ(set_of(2, std::nullopt, forbidden), (std::vector<bool>{true, false}));
}

}  // namespace
}  // namespace lockstep::quality
