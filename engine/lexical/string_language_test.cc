#include "lockstep/engine/lexical/string_language.h"

#include <gtest/gtest.h>

#include "lockstep/engine/lexical/code_points.h"

namespace lockstep::engine {
namespace {

using Entry = StringLanguage::Entry;

TEST(StringLanguage, MergesLengthsAndDropsIdleEntries) {
  const StringLanguage language({{"ab", true}, {"abc", false}, {"x", true}}, {{4, 6}, {2, 3}, {9, 8}});
  EXPECT_EQ(*language.lengths_only(0), (std::vector<LengthRange>{{2, 6}}));
  EXPECT_EQ(language.table().all(), (std::vector<Entry>{{"abc", false}, {"x", true}}));
}

TEST(StringLanguage, CountsCodePointsNotBytes) {
  const StringLanguage language({}, {{2, 2}});
  EXPECT_TRUE(language.contains("\xC3\xA9\xF0\x9F\x98\x80"));
  EXPECT_FALSE(language.contains("ab\xC3\xA9"));
}

TEST(StringLanguage, ListedStringsOverruleLengths) {
  const StringLanguage language({{"ab", false}, {"long one", true}}, {{0, 2}});
  EXPECT_FALSE(language.contains("ab"));
  EXPECT_TRUE(language.contains("long one"));
  EXPECT_TRUE(language.contains("ba"));
  EXPECT_FALSE(language.contains("abc"));
}

TEST(StringLanguage, EmptyIffNoStringIsLeft) {
  EXPECT_TRUE(StringLanguage({}, {}).empty());
  EXPECT_TRUE(StringLanguage({{"a", false}}, {}).empty());
  EXPECT_TRUE(StringLanguage({{"", false}}, {{0, 0}}).empty());
  EXPECT_FALSE(StringLanguage({{"a", false}}, {{0, 0}}).empty());
  EXPECT_FALSE(StringLanguage({{"", false}}, {{0, 1}}).empty());
  EXPECT_FALSE(StringLanguage({{"a", true}}, {}).empty());
  EXPECT_FALSE(StringLanguage({}, {{1'000'000'000'000ULL, kNoLimit}}).empty());
}

TEST(StringLanguage, ALengthCanBeFullOfHoles) {
  std::vector<Entry> every;
  for (std::uint32_t c = 0; c <= kLastCodePoint; ++c) {
    if (c < kFirstSurrogate || c > kLastSurrogate) every.push_back({utf8_of(c), false});
  }
  ASSERT_EQ(every.size(), kScalarValues);
  EXPECT_TRUE(StringLanguage(every, {{1, 1}}).empty());
  EXPECT_FALSE(StringLanguage(every, {{1, 2}}).empty());
  every.pop_back();
  EXPECT_FALSE(StringLanguage(every, {{1, 1}}).empty());
}

TEST(StringLanguage, NarrowFollowsCodePoints) {
  const StringLanguage language({{"a", true}, {"ab", true}, {"a\xC3\xA9", true}, {"b", true}}, {});
  const auto a = language.narrow(language.whole(), 0, 'a', 'a');
  EXPECT_EQ(a.size(), 3U);
  EXPECT_TRUE(language.holds_shared_text(a, 1));
  EXPECT_EQ(language.narrow(a, 1, 0x80, 0xFFFF).size(), 1U);
  EXPECT_TRUE(language.narrow(a, 1, 'c', 'z').empty());
}

}  // namespace
}  // namespace lockstep::engine
