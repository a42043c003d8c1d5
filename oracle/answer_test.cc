#include "lockstep/oracle/answer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

namespace lockstep::oracle {
namespace {

const Answer kAnswers[] = {Answer::no(), Answer::yes(), Answer::unknown("first"), Answer::unknown("second")};

// Kleene's order: no < unknown < yes.
int rank(const Answer& answer) { return answer.is_no() ? 0 : answer.is_unknown() ? 1 : 2; }

TEST(Answer, SaysExactlyOneThing) {
  EXPECT_TRUE(Answer::yes().is_yes() && !Answer::yes().is_no() && !Answer::yes().is_unknown());
  EXPECT_TRUE(Answer::no().is_no() && !Answer::no().is_yes() && !Answer::no().is_unknown());
  EXPECT_TRUE(Answer::of(true).is_yes());
  EXPECT_TRUE(Answer::of(false).is_no());
  const Answer unknown = Answer::unknown("pattern_budget: 5 steps");
  EXPECT_TRUE(unknown.is_unknown() && !unknown.is_yes() && !unknown.is_no());
  EXPECT_EQ(unknown.reason, "pattern_budget: 5 steps");
  EXPECT_TRUE(Answer{}.is_unknown()) << "an answer that nobody gave is no agreement";
}

TEST(Answer, BothIsTheLesserAndEitherTheGreater) {
  for (const Answer& a : kAnswers) {
    for (const Answer& b : kAnswers) {
      EXPECT_EQ(rank(both(a, b)), std::min(rank(a), rank(b)));
      EXPECT_EQ(rank(either(a, b)), std::max(rank(a), rank(b)));
    }
  }
}

TEST(Answer, NegationTurnsTheOrderRound) {
  for (const Answer& a : kAnswers) EXPECT_EQ(rank(negate(a)), 2 - rank(a));
}

TEST(Answer, KeepsTheFirstReasonAndNoneWhenKnown) {
  const Answer first = Answer::unknown("first");
  const Answer second = Answer::unknown("second");
  EXPECT_EQ(both(first, second).reason, "first");
  EXPECT_EQ(either(first, second).reason, "first");
  EXPECT_EQ(both(Answer::yes(), second).reason, "second");
  EXPECT_EQ(either(second, Answer::no()).reason, "second");
  EXPECT_EQ(negate(first).reason, "first");
  EXPECT_EQ(both(first, Answer::no()).reason, "");
  EXPECT_EQ(either(first, Answer::yes()).reason, "");
}

TEST(Outcome, HoldsAValueOrAnError) {
  Outcome<std::unique_ptr<int>> good = std::make_unique<int>(7);
  ASSERT_TRUE(good.ok());
  EXPECT_EQ(*good.value(), 7);
  const Outcome<int> bad = Error{"bad_number", "No.", 3, "/a"};
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().code, "bad_number");
  EXPECT_EQ(bad.error().offset, 3U);
  EXPECT_EQ(bad.error().pointer, "/a");
}

}  // namespace
}  // namespace lockstep::oracle
