// Where texts die, against one question for each length.
#include "lockstep/oracle/schema_prefix/viable_length.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lockstep/oracle/schema_prefix/prefix_testing.h"

namespace lockstep::oracle {
namespace {

struct Row {
  const char* schema;
  std::string text;
  std::size_t length;  // by hand
};

const std::vector<Row>& rows() {
  static const std::vector<Row> all = {
      {"true", "[1, 2,]", 6},
      {"true", "[1, 2]", 6},
      {"true", "[1, 2", 5},
      {"true", "[1] x", 4},
      {"false", "1", 0},
      {R"({"type":"integer"})", "\"a\"", 0},
      {R"({"type":"integer"})", " 1.5", 4},  // 1.5e1
      {R"({"type":"integer"})", " 1.5]", 4},
      {R"({"type":"integer"})", "1.5e0", 5},  // 1.5e01
      {R"({"type":"integer"})", "1.5e-1", 4},
      {R"({"minimum":10})", "7", 1},  // 70
      {R"({"maximum":-10})", "7", 0},
      {R"({"required":["a","b"],"additionalProperties":{"const":1}})", R"({"a":1,"c":2})", 11},
      {R"({"required":["a"]})", R"({"b":2})", 6},
      {R"({"properties":{"a":{"type":"string"}}})", R"({"b":2,"a":3})", 11},
      {R"({"enum":["left","right"]})", R"("lend")", 3},
      {R"({"pattern":"^[0-9]{2}$"})", R"("123")", 3},
      {R"({"minItems":3,"uniqueItems":true})", "[1,2,1]", 6},  // 10
      {R"({"uniqueItems":true})", "[true,true]", 6},
      {R"({"maxItems":1})", R"(["a","b"])", 4},
      {R"({"contains":{"const":5},"maxItems":2})", "[1,2]", 3}};
  return all;
}

TEST(ViableLength, TextsDieWhereTheyDo) {
  for (const Row& row : rows()) {
    const ViableLength found = viable_length(oracle_for(row.schema, {}), row.text);
    EXPECT_EQ(found.length, row.length) << row.schema << " " << row.text;
    EXPECT_EQ(found.most, row.length) << row.schema << " " << row.text;
    EXPECT_EQ(found.reason, "");
  }
  EXPECT_GE(rows().size(), 20U);
}

TEST(ViableLength, IsTheLastLengthOfWhichTheQuestionIsYes) {
  std::size_t compared = 0;
  for (const Row& row : rows()) {
    const PrefixOracle oracle = oracle_for(row.schema, {});
    for (const Row& other : rows()) {
      const std::string text = other.text + "," + row.text;
      std::size_t last = 0;
      for (std::size_t size = 0; size <= text.size(); ++size) {
        const Answer answer = oracle.viable(std::string_view(text).substr(0, size));
        ASSERT_FALSE(answer.is_unknown()) << row.schema << " " << text;
        if (answer.is_yes()) last = size;
        ++compared;
      }
      EXPECT_EQ(viable_length(oracle, text).length, last) << row.schema << " " << text;
    }
  }
  EXPECT_GE(compared, 5'000U);
}

// Beyond 400 open brackets the oracle does not know, but the byte after them that no JSON has it does.
TEST(ViableLength, SaysWhatItDoesNotKnow) {
  const std::string deep(410, '[');
  const ViableLength open = viable_length(oracle_for("true", {}), deep);
  EXPECT_EQ(open.length, 400U);
  EXPECT_EQ(open.most, 410U);
  EXPECT_EQ(open.reason, "depth: 400 open brackets");
  const ViableLength few = viable_length(oracle_for("true", {}), "[[1]", {.depth = 1});
  EXPECT_EQ(few.length, 1U);
  EXPECT_EQ(few.most, 4U);
}

}  // namespace
}  // namespace lockstep::oracle
