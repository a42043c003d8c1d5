// The per-keyword table, against its whole text.
#include "lockstep/reports/keyword_table.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "lockstep/reports/test_streams.h"

namespace lockstep::reports {
namespace {

const std::vector<Case> kCases = {
    some_case("1", "agree", {"type", "properties"}), some_case("2", "over_reject", {"type"}),
    some_case("3", "refused", {"properties", "properties"}), some_case("4", "agree", {})};

TEST(KeywordTableTest, AlignsForATerminalWithAColumnPerVerdict) {
  const std::string header =
      "                                          mask_   mask_\n"
      "                    over_  dead_   over_   too_    too_                                    split_\n"
      "keyword     cases  accept    end  reject   wide  narrow  inconsistent  crash  hang  limit    vote"
      "  unknown  refused  agree\n";
  EXPECT_EQ(
      to_text(keyword_table(kCases)),
      header +
          "(none)          1       0      0       0      0       0             0      0     0      0       0"
          "        0        0      1\n"
          "properties      2       0      0       0      0       0             0      0     0      0       0"
          "        0        1      1\n"
          "type            2       0      0       1      0       0             0      0     0      0       0"
          "        0        0      1\n"
          "all cases       4       0      0       1      0       0             0      0     0      0       0"
          "        0        1      2\n"
          "A case counts under each of its keywords; the last row counts each case once.\n");
}

TEST(KeywordTableTest, MarkdownHasWholeNames) {
  EXPECT_EQ(to_markdown(keyword_table({some_case("1", "agree", {"a|b"})})),
            "| keyword | cases | over_accept | dead_end | over_reject | mask_too_wide | mask_too_narrow | "
            "inconsistent "
            "| crash | hang | limit | split_vote | unknown | refused | agree |\n"
            "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | "
            "---: | ---: |\n"
            "| `a\\|b` | 1 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 1 |\n"
            "| all cases | 1 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 1 |\n"
            "\nA case counts under each of its keywords; the last row counts each case once.\n");
}

TEST(KeywordTableTest, JsonCountsACaseUnderEachKeywordOnceAndTheTotalByCase) {
  const nlohmann::ordered_json table = to_json(keyword_table(kCases));
  EXPECT_EQ(table["columns"], comparison_verdicts());
  EXPECT_EQ(table["keywords"].size(), 3U);
  EXPECT_EQ(table["keywords"]["(none)"]["cases"], 1);
  EXPECT_EQ(table["keywords"]["properties"]["cases"], 2);
  EXPECT_EQ(table["keywords"]["properties"]["refused"], 1);
  EXPECT_EQ(table["keywords"]["properties"]["agree"], 1);
  EXPECT_EQ(table["keywords"]["type"]["over_reject"], 1);
  EXPECT_EQ(table["total"]["cases"], 4);
  EXPECT_EQ(table["total"]["agree"], 2);
  EXPECT_EQ(table["total"]["crash"], 0);
}

TEST(KeywordTableTest, VerdictsOfOtherRunsHaveTheirOwnColumns) {
  EXPECT_EQ(
      to_text(keyword_table({some_case("1", "convicted", {"fault"}), some_case("2", "escaped", {"fault"})})),
      "keyword    cases  convicted  escaped\n"
      "fault          2          1        1\n"
      "all cases      2          1        1\n"
      "A case counts under each of its keywords; the last row counts each case once.\n");
  const KeywordTable mixed = keyword_table({some_case("1", "agree"), some_case("2", "convicted")});
  EXPECT_EQ(mixed.columns.size(), comparison_verdicts().size() + 1);
  EXPECT_EQ(mixed.columns.back(), "convicted");
}

TEST(KeywordTableTest, AHostileKeywordReachesNoTerminal) {
  const std::vector<Case> cases = {some_case("1", "agree", {"\x1b[2J\xc2\x9b\n"})};
  EXPECT_NE(to_text(keyword_table(cases)).find("\\x1b[2J\\x9b\\x0a"), std::string::npos);
  EXPECT_NE(to_markdown(keyword_table(cases)).find("`\\x1b[2J\\x9b\\x0a`"), std::string::npos);
  EXPECT_EQ(to_text(keyword_table(cases)).find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace lockstep::reports
