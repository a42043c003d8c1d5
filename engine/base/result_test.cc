#include "lockstep/engine/base/result.h"

#include <gtest/gtest.h>

#include <memory>

namespace lockstep::engine {
namespace {

TEST(Result, HoldsAValue) {
  const Result<int> result = 7;
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(*result, 7);
}

TEST(Result, HoldsAnError) {
  const Result<int> result = Error{"truncated_file", "the file ends early", 12, ""};
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, "truncated_file");
  EXPECT_EQ(result.error().offset, 12U);
}

TEST(Result, MovesAValueOut) {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(3);
  const std::unique_ptr<int> taken = std::move(result).value();
  EXPECT_EQ(*taken, 3);
}

TEST(ResultDeathTest, AskingForTheOtherSideEndsTheProcess) {
  const Result<int> good = 1;
  EXPECT_DEATH(static_cast<void>(good.error()), "check failed");
  const Result<int> bad = Error{"x", "x", {}, ""};
  EXPECT_DEATH(static_cast<void>(bad.value()), "check failed");
}

}  // namespace
}  // namespace lockstep::engine
