// The scorer, and the faults of other people's scorers that it must not have.
#include "lockstep/quality/score/scorer.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lockstep/quality/task/extraction.h"

namespace lockstep::quality {
namespace {

Item item_with(std::string schema, std::string gold) {
  Item item;
  item.id = "one";
  item.schema = std::move(schema);
  item.gold = std::move(gold);
  return item;
}

Status json(const Item& item, std::string_view output) {
  return Scorer().score(item, ScoredOn::json, output).status;
}

Status line(const Item& item, std::string_view output) {
  return Scorer().score(item, ScoredOn::answer_line, output).status;
}

TEST(Scorer, GoldIsRightInEveryWrapperAndEveryWrongAnswerIsWrong) {
  std::size_t right = 0;
  std::size_t wrong = 0;
  for (std::size_t difficulty = 0; difficulty <= 3; ++difficulty) {
    for (const Item& item : extraction_items("extraction", 3, 40, difficulty)) {
      EXPECT_EQ(json(item, item.gold), Status::completed_valid_correct) << item.gold;
      EXPECT_EQ(json(item, "\n " + item.gold + " "), Status::completed_valid_correct);
      EXPECT_EQ(line(item, "ANSWER: " + gold_line(item.fields)), Status::completed_valid_correct)
          << item.gold;
      EXPECT_EQ(line(item, "Let me see.\nANSWER: no\nANSWER: " + gold_line(item.fields) + "\nThanks"),
                Status::completed_valid_correct);
      ++right;
      for (const std::string& text : item.wrong) {
        EXPECT_EQ(json(item, text), Status::completed_valid_wrong) << text;
        ++wrong;
      }
      // Whoever says the least, or the same to everything, is not right.
      for (const char* lazy : {R"({"order":null,"customer":null,"items":null,"status":null})",
                               R"({"order":"","customer":"","items":0,"status":"open"})"})
        EXPECT_EQ(json(item, lazy), Status::completed_valid_wrong);
      EXPECT_EQ(line(item, "ANSWER: order - | customer - | items - | status -"),
                Status::completed_valid_wrong);
      EXPECT_EQ(line(item, item.document), Status::answer_not_found) << "an echo is no answer";
      EXPECT_EQ(json(item, item.document), Status::completed_not_json);
      EXPECT_EQ(json(item, ""), Status::completed_not_json);
    }
  }
  EXPECT_EQ(right, 160U);
  EXPECT_GT(wrong, 600U);
}

// lm-evaluation-harness strips characters, not words: null became ull, no became nothing.
TEST(Scorer, StripsNothing) {
  const Item null = item_with(R"({"type":["null","string"]})", "null");
  EXPECT_EQ(json(null, "null"), Status::completed_valid_correct);
  const Item no = item_with(R"({"type":"string"})", "\"no\"");
  EXPECT_EQ(json(no, "\"no\""), Status::completed_valid_correct);
  EXPECT_EQ(json(no, "no"), Status::completed_not_json);
  EXPECT_EQ(json(no, "\"json\""), Status::completed_valid_wrong);
}

// A fence, prose in front, a missing bracket: what was written is not JSON, and nothing makes it so.
TEST(Scorer, RepairsNothing) {
  const Item item = item_with(R"({"type":"object","required":["a"]})", R"({"a":1})");
  EXPECT_EQ(json(item, R"({"a":1})"), Status::completed_valid_correct);
  std::size_t refused = 0;
  for (const char* text :
       {"```json\n{\"a\":1}\n```", "```{\"a\":1}```", "Here it is: {\"a\":1}", "{\"a\":1", "{\"a\":1}}",
        "{'a':1}", "{\"a\":1,}", "{\"a\":1} {\"a\":1}", "{\"a\":01}", "{\"a\":NaN}", "{\"a\":1,\"a\":1}",
        "\xEF\xBB\xBF{\"a\":1}", "{\"a\":\"\xFF\"}", "{\"a\":1}\x01"}) {
    EXPECT_EQ(json(item, text), Status::completed_not_json) << text;
    ++refused;
  }
  EXPECT_EQ(refused, 14U);
  EXPECT_EQ(json(item, R"({"b":1})"), Status::completed_offschema);
  EXPECT_EQ(json(item, "[]"), Status::completed_offschema);
}

// As values: any spelling of the number, any order of the names, escapes decoded.
TEST(Scorer, ComparesValuesNotTexts) {
  const Item item = item_with("true", R"({"a":10,"b":"é"})");
  EXPECT_EQ(json(item, R"({"b":"\u00e9","a":1e1})"), Status::completed_valid_correct);
  EXPECT_EQ(json(item, R"({"a":10.000000000000000000001,"b":"é"})"), Status::completed_valid_wrong);
  const Item big = item_with("true", "9007199254740993");
  EXPECT_EQ(json(big, "9007199254740992"), Status::completed_valid_wrong);
}

// The judge's own trouble is not the model's: a dialect that it does not read, a broken schema, a budget.
TEST(Scorer, AFaultOfTheJudgeIsNotTheModels) {
  const Item old =
      item_with(R"({"$schema":"http://json-schema.org/draft-03/schema#","type":"string"})", "\"a\"");
  EXPECT_EQ(json(old, "\"a\""), Status::evaluator_error);
  EXPECT_EQ(json(item_with(R"({"type":12})", "1"), "1"), Status::evaluator_error);
  EXPECT_EQ(json(item_with("true", "not JSON"), "1"), Status::evaluator_error);
  Scorer hasty({.depth = 2000, .steps = 1, .pattern_steps = 10});
  const Item long_list = item_with(R"({"items":{"type":"integer"}})", "[1,2,3]");
  EXPECT_EQ(hasty.score(long_list, ScoredOn::json, "[1,2,3]").status, Status::evaluator_error);
  const std::string deep(1500, '[');
  EXPECT_EQ(json(item_with("true", "1"), deep + std::string(1500, ']')), Status::evaluator_error);
}

TEST(Scorer, AnswerLinesAreTyped) {
  Item item;
  item.schema = "true";
  item.fields = {{"name", FieldType::text, {}, "A"},
                 {"count", FieldType::integer, {}, "7"},
                 {"state", FieldType::choice, {"on", "off"}, std::nullopt}};
  EXPECT_EQ(line(item, "ANSWER: name A | count 7 | state -"), Status::completed_valid_correct);
  EXPECT_EQ(line(item, "ANSWER:name A | count 007 |  state  - \r\n"), Status::completed_valid_correct);
  EXPECT_EQ(line(item, "ANSWER: name A | count 8 | state -"), Status::completed_valid_wrong);
  EXPECT_EQ(line(item, "ANSWER: name A | count 7 | state on"), Status::completed_valid_wrong);
  EXPECT_EQ(line(item, "ANSWER: name A | count seven | state -"), Status::completed_offschema);
  EXPECT_EQ(line(item, "ANSWER: name A | count 7 | state perhaps"), Status::completed_offschema);
  EXPECT_EQ(line(item, "ANSWER: name A | count 7"), Status::completed_offschema);
  EXPECT_EQ(line(item, "ANSWER: A | 7 | -"), Status::completed_offschema);
  EXPECT_EQ(line(item, "ANSWER:"), Status::completed_offschema);
  EXPECT_EQ(line(item, "The answer: name A | count 7 | state -"), Status::answer_not_found);
  EXPECT_EQ(line(item, ""), Status::answer_not_found);
}

}  // namespace
}  // namespace lockstep::quality
