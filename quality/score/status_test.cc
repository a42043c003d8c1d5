#include "lockstep/quality/score/status.h"

#include <gtest/gtest.h>

#include <set>

namespace lockstep::quality {
namespace {

TEST(Status, NamesAreUniqueAndReadBack) {
  std::set<std::string_view> names;
  for (const Status status : all_statuses()) {
    EXPECT_TRUE(names.insert(name(status)).second);
    EXPECT_EQ(status_named(name(status)), status);
  }
  EXPECT_EQ(names.size(), 14U);
  EXPECT_EQ(status_named("correct"), std::nullopt);
}

TEST(Status, OnlyFaultsOfTheJudgeLeaveTheDenominator) {
  std::size_t leaving = 0;
  for (const Status status : all_statuses()) leaving += counts(status) ? 0 : 1;
  EXPECT_EQ(leaving, 2U);
  EXPECT_TRUE(counts(Status::model_error) && counts(Status::refused) && counts(Status::constraint_empty_set));
}

}  // namespace
}  // namespace lockstep::quality
