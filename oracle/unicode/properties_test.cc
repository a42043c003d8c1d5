// Code point sets, UTF-8, and property look-up: spellings, values at the edges of ranges, sizes of whole
// tables.
#include "lockstep/oracle/unicode/properties.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "lockstep/oracle/unicode/utf8.h"

namespace lockstep::oracle {
namespace {

std::size_t count(const CodePointSet& set) {
  std::size_t total = 0;
  for (const CodePointRange& range : set.ranges()) total += range.last - range.first + 1;
  return total;
}

TEST(CodePointSet, MergesSortsAndComplements) {
  const CodePointSet set({{5, 9}, {1, 2}, {3, 3}, {7, 12}, {14, 14}});
  EXPECT_EQ(set.ranges(), (std::vector<CodePointRange>{{1, 3}, {5, 12}, {14, 14}}));
  for (const char32_t in : {1U, 3U, 5U, 12U, 14U}) EXPECT_TRUE(set.contains(in)) << static_cast<unsigned>(in);
  for (const char32_t out : {0U, 4U, 13U, 15U, 0x10FFFFU})
    EXPECT_FALSE(set.contains(out)) << static_cast<unsigned>(out);
  EXPECT_EQ(set.complement().ranges(),
            (std::vector<CodePointRange>{{0, 0}, {4, 4}, {13, 13}, {15, kLastCodePoint}}));
  EXPECT_EQ(set.complement().complement(), set);
  EXPECT_EQ(CodePointSet().complement().ranges(), (std::vector<CodePointRange>{{0, kLastCodePoint}}));
  EXPECT_EQ(CodePointSet().complement().complement(), CodePointSet());
}

TEST(Utf8, AcceptsTheEdgesOfEachLengthAndNothingElse) {
  struct Case {
    std::string bytes;
    std::optional<char32_t> value;
  };
  const std::vector<Case> cases = {{std::string(1, '\0'), 0},
                                   {"\x7F", 0x7F},
                                   {"\xC2\x80", 0x80},
                                   {"\xDF\xBF", 0x7FF},
                                   {"\xE0\xA0\x80", 0x800},
                                   {"\xED\x9F\xBF", 0xD7FF},
                                   {"\xEE\x80\x80", 0xE000},
                                   {"\xEF\xBF\xBF", 0xFFFF},
                                   {"\xF0\x90\x80\x80", 0x10000},
                                   {"\xF4\x8F\xBF\xBF", 0x10FFFF},
                                   {"\x80", {}},
                                   {"\xC1\xBF", {}},
                                   {"\xE0\x9F\xBF", {}},
                                   {"\xED\xA0\x80", {}},
                                   {"\xF0\x8F\xBF\xBF", {}},
                                   {"\xF4\x90\x80\x80", {}},
                                   {"\xF8\x88\x80\x80\x80", {}},
                                   {"\xC2", {}},
                                   {"\xE2\x82", {}},
                                   {"\xC2\x41", {}},
                                   {"\xFF", {}}};
  for (const Case& c : cases) {
    std::size_t offset = 0;
    EXPECT_EQ(next_code_point(c.bytes, offset), c.value) << testing::PrintToString(c.bytes);
    EXPECT_EQ(offset, c.value ? c.bytes.size() : 0) << testing::PrintToString(c.bytes);
  }
}

TEST(Properties, EverySpellingOfAPropertyIsTheSameSet) {
  const std::vector<std::vector<std::string>> spellings = {
      {"Lu", "Uppercase_Letter", "gc=Lu", "General_Category=Uppercase_Letter"},
      {"Mark", "M", "Combining_Mark", "gc=M"},
      {"Script=Greek", "Script=Grek", "sc=Greek", "sc=Grek"},
      {"Script_Extensions=Coptic", "scx=Copt", "scx=Qaac"},
      {"sc=Inherited", "sc=Zinh", "sc=Qaai"},
      {"White_Space", "space"},
      {"ID_Start", "IDS"}};
  for (const auto& same : spellings) {
    const auto first = find_property(same.front());
    ASSERT_TRUE(first) << same.front();
    EXPECT_GT(count(*first), 0U);
    for (const std::string& spelling : same) EXPECT_EQ(find_property(spelling), first) << spelling;
  }
}

TEST(Properties, OtherSpellingsAreUnknown) {
  for (const char* expression : {"",
                                 "lu",
                                 "LU",
                                 "gc=",
                                 "=Lu",
                                 "gc=lu",
                                 " Lu",
                                 "Lu ",
                                 "Greek",
                                 "Script=",
                                 "Script",
                                 "sc=Nope",
                                 "Block=Latin",
                                 "Other_ID_Start",
                                 "Hyphen",
                                 "Composition_Exclusion",
                                 "RGI_Emoji",
                                 "ASCII=Yes",
                                 "Lu=gc",
                                 "Script=Todhri"}) {
    EXPECT_FALSE(find_property(expression)) << expression;
  }
}

TEST(Properties, SizesAndEdgesOfUnicode15) {
  struct Case {
    std::string expression;
    std::size_t size;
  };
  // Sizes as the Unicode Character Database states them in its derived files.
  for (const Case& c : std::vector<Case>{{"Any", 1'114'112},
                                         {"ASCII", 128},
                                         {"Cs", 2048},
                                         {"Co", 137'468},
                                         {"Nd", 680},
                                         {"Zs", 17},
                                         {"Lu", 1831},
                                         {"Lt", 31},
                                         {"White_Space", 25},
                                         {"Noncharacter_Code_Point", 66},
                                         {"Regional_Indicator", 26},
                                         {"sc=Hrkt", 0}}) {
    const auto set = find_property(c.expression);
    ASSERT_TRUE(set) << c.expression;
    EXPECT_EQ(count(*set), c.size) << c.expression;
  }
  EXPECT_TRUE(find_property("sc=Kawi")->contains(0x11F00));       // new in Unicode 15.0
  EXPECT_TRUE(find_property("Cn")->contains(0x2FFFC));            // given a meaning only in 15.1
  EXPECT_FALSE(find_property("sc=Devanagari")->contains(0x964));  // danda: common, extended
  EXPECT_TRUE(find_property("scx=Devanagari")->contains(0x964));
}

TEST(Properties, CategoriesArePartitionsAndAssignedIsTheirUnion) {
  std::size_t total = 0;
  for (const char* category :
       {"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc", "Pd", "Ps", "Pe",
        "Pi", "Pf", "Po", "Sm", "Sc", "Sk", "So", "Zs", "Zl", "Zp", "Cc", "Cf", "Cs", "Co", "Cn"}) {
    total += count(*find_property(category));
  }
  EXPECT_EQ(total, 0x110000U);
  EXPECT_EQ(find_property("Assigned")->complement(), *find_property("Cn"));
}

TEST(Properties, ExpressionsAreSortedAndComplete) {
  const auto expressions = property_expressions();
  EXPECT_EQ(expressions.size(), 1634U);
  EXPECT_TRUE(std::is_sorted(expressions.begin(), expressions.end()));
  for (const auto expression : expressions) EXPECT_TRUE(find_property(expression)) << expression;
}

}  // namespace
}  // namespace lockstep::oracle
