#include "lockstep/engine/base/interned_words.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace lockstep::engine {
namespace {

using Words = std::vector<std::uint32_t>;

TEST(InternedWords, NumbersGoByFirstAppearance) {
  InternedWords words;
  EXPECT_EQ(words.size(), 1U);
  EXPECT_EQ(words.find(Words{1, 2}), 0U);
  EXPECT_EQ(words.add(Words{1, 2}), 1U);
  EXPECT_EQ(words.add(Words{1}), 2U);
  EXPECT_EQ(words.add(Words{2, 1}), 3U);
  EXPECT_EQ(words.find(Words{1, 2}), 1U);
  EXPECT_EQ(words.find(Words{1}), 2U);
  EXPECT_EQ(words.find(Words{2, 1}), 3U);
  EXPECT_EQ(words.find(Words{}), 0U);
  EXPECT_TRUE(words[0].empty());
  EXPECT_EQ(Words(words[3].begin(), words[3].end()), (Words{2, 1}));
}

TEST(InternedWords, ManySequencesAreTheSameAsInAMap) {
  const std::uint32_t seed = 7;
  std::mt19937 random(seed);
  InternedWords words;
  std::map<Words, std::uint32_t> all;
  for (int i = 0; i < 20'000; ++i) {
    Words some(1 + random() % 4);
    for (std::uint32_t& word : some) word = static_cast<std::uint32_t>(random() % 12);
    const auto known = all.find(some);
    ASSERT_EQ(words.find(some), known == all.end() ? 0 : known->second);
    if (known == all.end()) all.emplace(some, words.add(some));
  }
  EXPECT_GE(all.size(), 5'000U);
  EXPECT_EQ(words.size(), all.size() + 1);
  for (const auto& [some, number] : all) ASSERT_EQ(Words(words[number].begin(), words[number].end()), some);
}

}  // namespace
}  // namespace lockstep::engine
