#include "lockstep/engine/lexical/unicode_properties.h"

#include <gtest/gtest.h>

namespace lockstep::engine {
namespace {

std::uint64_t size_of(std::string_view expression) {
  const std::optional<CodePointSet> set = unicode_property(expression);
  EXPECT_TRUE(set) << expression;
  return set ? set->size() : 0;
}

TEST(UnicodeProperties, TheDatabaseIsThePinnedOne) {
  EXPECT_EQ(unicode_version(), "15.0.0");
  // Figures that the database's own files state as totals.
  EXPECT_EQ(size_of("Lu"), 1831U);
  EXPECT_EQ(size_of("Nd"), 680U);
  EXPECT_EQ(size_of("Zs"), 17U);
  EXPECT_EQ(size_of("Alphabetic"), 137765U);
  EXPECT_EQ(size_of("Script=Greek"), 518U);
  EXPECT_EQ(size_of("White_Space"), 25U);
  EXPECT_EQ(size_of("Any"), 0x110000U);
  EXPECT_EQ(size_of("ASCII"), 128U);
  EXPECT_EQ(size_of("Cs"), 2048U);
}

TEST(UnicodeProperties, CategoriesPartitionAllCodePoints) {
  std::uint64_t total = 0;
  for (const char* name : {"L", "M", "N", "P", "S", "Z", "C"}) total += size_of(name);
  EXPECT_EQ(total, 0x110000U);
  EXPECT_EQ(size_of("Assigned") + size_of("Cn"), 0x110000U);
}

TEST(UnicodeProperties, NamesAreExact) {
  for (const char* good : {"Lu", "Uppercase_Letter", "gc=Lu", "General_Category=Uppercase_Letter", "punct",
                           "digit", "sc=Grek", "Script=Greek", "scx=Grek", "Script_Extensions=Greek",
                           "sc=Qaac", "space", "White_Space", "XIDS", "Emoji_Component", "EComp", "LC"}) {
    EXPECT_TRUE(unicode_property(good)) << good;
  }
  for (const char* bad :
       {"", "lu", "Greek", "WSpace", "gc=Greek", "Script=", "Other_Math", "IDS_Unary_Operator", "InGreek",
        "Block=Greek", "Composition_Exclusion", "RGI_Emoji"}) {
    EXPECT_FALSE(unicode_property(bad)) << bad;
  }
}

TEST(UnicodeProperties, ScriptExtensionsReplaceTheScript) {
  EXPECT_TRUE(unicode_property("sc=Zyyy")->contains(0x3001));
  EXPECT_FALSE(unicode_property("scx=Zyyy")->contains(0x3001));
  EXPECT_TRUE(unicode_property("scx=Hira")->contains(0x3001));
  EXPECT_FALSE(unicode_property("sc=Hira")->contains(0x3001));
}

TEST(CodePointSet, OperationsAgreeWithMembership) {
  const CodePointSet a({{5, 9}, {1, 3}, {10, 12}, {20, 19}, {0x10FFFF, 0x10FFFF}});
  const CodePointSet b({{3, 5}, {11, 30}});
  EXPECT_EQ(a.spans(), (std::vector<CodePointSpan>{{1, 3}, {5, 12}, {0x10FFFF, 0x10FFFF}}));
  std::size_t compared = 0;
  for (std::uint32_t c = 0; c < 40; ++c, ++compared) {
    EXPECT_EQ(a.united(b).contains(c), a.contains(c) || b.contains(c)) << c;
    EXPECT_EQ(a.common(b).contains(c), a.contains(c) && b.contains(c)) << c;
    EXPECT_EQ(a.complement().contains(c), !a.contains(c)) << c;
  }
  EXPECT_EQ(compared, 40U);
  EXPECT_EQ(a.complement().complement(), a);
  EXPECT_EQ(CodePointSet().complement(), CodePointSet::all());
  EXPECT_EQ(a.size() + a.complement().size(), 0x110000U);
}

}  // namespace
}  // namespace lockstep::engine
