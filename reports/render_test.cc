// Rendered streams: what was not tested stands first, and nothing is hidden.
#include "lockstep/reports/render.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "lockstep/reports/test_streams.h"

namespace lockstep::reports {
namespace {

Record some_record() {
  Record record;
  record.header = some_header();
  record.cases = {some_case("a", "agree"), some_case("b", "over_reject"), some_case("c", "unknown"),
                  some_case("d", "refused")};
  record.cases[1].listed = true;
  record.cases[2].detail = "steps: 50000000";
  record.cases[3].refused_by = "$dynamicRef";
  record.footer =
      R"({"type":"footer","cases":4,"counts":{},"summary":{"not_tested":{"draft3":"not supported"}},"seconds":1})";
  return record;
}

TEST(RenderTest, TextSaysFirstWhatWasNotTested) {
  const std::string text = render(some_record(), Format::text);
  EXPECT_TRUE(
      text.starts_with("lockstep conform: oracle 1\n"
                       "\n"
                       "Not tested:\n"
                       "  unknown, steps: 1\n"
                       "  refused, $dynamicRef: 1\n"
                       "  draft3: not supported\n"
                       "\n"
                       "Counts:\n"
                       "  cases: 4\n"
                       "  over_accept: 0\n"))
      << text;
  EXPECT_THAT(
      text, testing::HasSubstr("Failing cases:\n  over_reject (listed): b (expected valid, got invalid)\n"));
  EXPECT_THAT(text, testing::HasSubstr("\nKeywords:\n"));
}

TEST(RenderTest, SaysWhenEverythingWasCompared) {
  Record record = some_record();
  record.cases.resize(1);
  record.footer = R"({"summary":{}})";
  EXPECT_EQ(not_tested_text(record), "Not tested:\n  nothing: every case of this run was compared\n");
  EXPECT_THAT(render(record, Format::text), testing::Not(testing::HasSubstr("Failing")));
}

TEST(RenderTest, NamesTheNumberOfFailingCasesLeftOut) {
  Record record = some_record();
  record.cases.clear();
  for (int i = 0; i < 53; ++i) record.cases.push_back(some_case(std::to_string(i), "crash"));
  EXPECT_THAT(render(record, Format::text), testing::HasSubstr("\n  and 3 more\n"));
  EXPECT_EQ(nlohmann::json::parse(render(record, Format::json))["failing"].size(), 53U);
}

TEST(RenderTest, MarkdownAndJsonHoldTheSame) {
  const std::string markdown = render(some_record(), Format::markdown);
  EXPECT_TRUE(markdown.starts_with("# lockstep conform: oracle 1\n\n## Not tested\n\n- unknown, steps: 1\n"))
      << markdown;
  EXPECT_THAT(markdown, testing::HasSubstr("| all cases | 4 |"));
  const nlohmann::json json = nlohmann::json::parse(render(some_record(), Format::json));
  EXPECT_EQ(json["not_tested"]["unknown"]["steps"], 1);
  EXPECT_EQ(json["not_tested"]["refused"]["$dynamicRef"], 1);
  EXPECT_EQ(json["not_tested"]["other"]["draft3"], "not supported");
  EXPECT_EQ(json["table"]["total"]["cases"], 4);
  EXPECT_EQ(json["failing"].size(), 1U);
}

}  // namespace
}  // namespace lockstep::reports
