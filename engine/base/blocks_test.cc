#include "lockstep/engine/base/blocks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "lockstep/engine/base/text_arena.h"

namespace lockstep::engine {
namespace {

TEST(Blocks, GrowWithoutMovingWhatIsInThem) {
  Blocks<std::string, 4> list;
  EXPECT_EQ(list.size(), 0U);
  EXPECT_EQ(list.begin(), list.end());
  std::vector<const std::string*> places;
  for (int i = 0; i < 50; ++i) places.push_back(&list.emplace_back(std::to_string(i)));
  ASSERT_EQ(list.size(), 50U);
  for (std::size_t i = 0; i < 50; ++i) {
    EXPECT_EQ(list[i], std::to_string(i));
    EXPECT_EQ(&list[i], places[i]);
  }
  EXPECT_EQ(std::count_if(list.begin(), list.end(), [](const std::string& one) { return one.size() == 1; }),
            10);
}

TEST(Blocks, CopiesAreApart) {
  Blocks<std::string, 4> list;
  for (int i = 0; i < 5; ++i) list.push_back(std::to_string(i));
  Blocks<std::string, 4> copy(list);
  copy[0] = "x";
  copy.push_back("y");
  EXPECT_EQ(list[0], "0");
  EXPECT_EQ(list.size(), 5U);
  list = copy;
  ASSERT_EQ(list.size(), 6U);
  EXPECT_EQ(list[5], "y");
  const std::string* const place = &list[5];
  const Blocks<std::string, 4> moved = std::move(list);
  EXPECT_EQ(&moved[5], place);
}

TEST(TextArena, TextsStayWhereTheyAre) {
  TextArena arena;
  std::vector<std::string_view> kept;
  for (int i = 0; i < 5'000; ++i) kept.push_back(arena.keep("/properties/" + std::to_string(i)));
  kept.push_back(arena.keep(std::string(100'000, 'x')));
  kept.push_back(arena.keep(""));
  const TextArena moved = std::move(arena);
  for (std::size_t i = 0; i < 5'000; ++i) ASSERT_EQ(kept[i], "/properties/" + std::to_string(i));
  EXPECT_EQ(kept[5'000], std::string(100'000, 'x'));
  EXPECT_EQ(kept[5'001], "");
}

}  // namespace
}  // namespace lockstep::engine
