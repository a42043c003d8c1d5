// The tables of a quality run, from cases whose counts are known.
#include "lockstep/reports/quality_section.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "lockstep/reports/render.h"
#include "lockstep/reports/test_streams.h"

namespace lockstep::reports {
namespace {

using testing::HasSubstr;

Record run() {
  Record record;
  record.header = some_header();
  record.header.command = "quality";
  // B and D of nine items: both, harm, rescue (two causes), gain, neither, laundered, two left out.
  const char* const pairs[][2] = {{"completed_valid_correct", "completed_valid_correct"},
                                  {"completed_valid_correct", "completed_valid_wrong"},
                                  {"completed_not_json", "completed_valid_correct"},
                                  {"truncated_length", "completed_valid_correct"},
                                  {"completed_valid_wrong", "completed_valid_correct"},
                                  {"completed_valid_wrong", "completed_valid_wrong"},
                                  {"completed_not_json", "completed_valid_wrong"},
                                  {"evaluator_error", "completed_valid_correct"},
                                  {"completed_valid_correct", "gold_not_expressible"}};
  int number = 0;
  for (const auto& [b, d] : pairs) {
    const std::string item = "x-" + std::to_string(number++);
    record.cases.push_back({.id = item + "/B/0", .keywords = {"B", "x"}, .verdict = "agree", .got = b});
    record.cases.push_back({.id = item + "/D/0", .keywords = {"D", "x"}, .verdict = "agree", .got = d});
    record.cases.push_back(
        {.id = item + "/O/0",
         .keywords = {"O", "x"},
         .verdict = number == 1 ? "mask_overconstrained" : "unknown",
         .got = d,
         .detail = number == 1 ? "at step 3" : "not_applicable: B's text is not of the schema"});
  }
  record.footer = R"({"summary":{"statuses":{"B":{},"D":{}},"self_checks":500,"self_checks_failed":0,)"
                  R"("intervention":{"D":{"steps":40,"i_mean":0.25,"top_blocked":0.125}}}})";
  return record;
}

TEST(QualitySection, CountsThePairs) {
  const nlohmann::json json = quality_json(run());
  EXPECT_EQ(json["transition"]["both"], 1);
  EXPECT_EQ(json["transition"]["harm"], 1);
  EXPECT_EQ(json["transition"]["rescue"], 2);
  EXPECT_EQ(json["transition"]["gain"], 1);
  EXPECT_EQ(json["transition"]["neither"], 2);
  EXPECT_EQ(json["transition"]["laundered"], 1);
  EXPECT_EQ(
      json["transition"]["causes"],
      (nlohmann::json{{"completed_not_json", 2}, {"completed_valid_wrong", 2}, {"truncated_length", 1}}));
  EXPECT_EQ(json["controls"]["O"], (nlohmann::json{{"mask_overconstrained", 1}, {"unknown", 8}}));
}

TEST(QualitySection, SaysFirstWhatWasNotTested) {
  const std::string text = render(run(), Format::text);
  EXPECT_THAT(text, HasSubstr("\n\nNot tested:\n  unknown, not_applicable: 8\n"));
  EXPECT_LT(text.find("Not tested"), text.find("Statuses"));
  EXPECT_LT(text.find("evaluator_error "), text.find("completed_not_json "));
  EXPECT_THAT(text, HasSubstr("\n  usable, of those that count  3/8  5/8\n"));
  EXPECT_THAT(text, HasSubstr("\n  B usable         1      1\n  B not            3      2\n"));
  EXPECT_THAT(text, HasSubstr("\n  laundered (B not valid, D valid and wrong): 1\n"));
  EXPECT_THAT(text, HasSubstr("\n  O: 1 mask_overconstrained, 8 unknown\n"));
  EXPECT_THAT(text, HasSubstr("\n  self-checks of steps: 500 asked, 0 failed\n"));
  EXPECT_THAT(text, HasSubstr("top_blocked       -  0.1250\n"));
  EXPECT_THAT(
      text,
      HasSubstr("Failing cases:\n  mask_overconstrained: x-0/O/0 (completed_valid_correct): at step 3\n"));
  EXPECT_THAT(text, testing::Not(HasSubstr("Keywords:")));
}

TEST(QualitySection, MarkdownHasTables) {
  const std::string text = render(run(), Format::markdown);
  EXPECT_THAT(text, HasSubstr("\n## Statuses\n\n| status "));
  EXPECT_THAT(text, HasSubstr("\n| --- | ---: | ---: |\n"));
  EXPECT_EQ(
      nlohmann::json::parse(render(run(), Format::json))["quality"]["statuses"]["B"]["completed_not_json"],
      2);
}

TEST(QualitySection, ARunWithoutArmsIsStillARun) {
  Record record = run();
  record.cases.clear();
  record.footer = R"({"summary":{}})";
  EXPECT_THAT(render(record, Format::text), HasSubstr("self-checks of steps: 0 asked, 0 failed"));
}

}  // namespace
}  // namespace lockstep::reports
