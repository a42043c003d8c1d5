#include "lockstep/engine/base/sorted.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::engine {
namespace {

TEST(Sorted, EachValueOnceInOrder) {
  std::vector<std::string> names = {"b", "a", "", "b", "c", "a"};
  int looks = 0;
  sort_once(names, [&looks](const auto&, const auto&) { ++looks; });
  EXPECT_EQ(names, (std::vector<std::string>{"", "a", "b", "c"}));
  EXPECT_GT(looks, 0);
  EXPECT_TRUE(has_sorted(names, std::string_view("b")));
  EXPECT_TRUE(has_sorted(names, ""));
  EXPECT_FALSE(has_sorted(names, "d"));
}

TEST(Sorted, WhatComesInOrderIsLookedAtOnce) {
  std::vector<int> values;
  for (int i = 0; i < 100; ++i) values.push_back(i / 2);
  int looks = 0;
  sort_once(values, [&looks](const auto&, const auto&) { ++looks; });
  ASSERT_EQ(values.size(), 50U);
  EXPECT_EQ(values[49], 49);
  EXPECT_EQ(looks, 99);
  std::vector<int> none;
  sort_once(none, [](int, int) { FAIL(); });
  EXPECT_FALSE(has_sorted(none, 0));
}

}  // namespace
}  // namespace lockstep::engine
