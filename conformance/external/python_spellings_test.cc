// Python's spellings: what they are, and what has none.
#include "lockstep/conformance/external/python_spellings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep::conformance {
namespace {

std::unique_ptr<PythonSpeller> speller() {
  std::string error;
  auto made = PythonSpeller::make(LOCKSTEP_DEPS_DIR, error);
  EXPECT_NE(made, nullptr) << error;
  return made;
}

TEST(PythonSpellings, AreThoseOfJsonDumps) {
  const auto python = speller();
  ASSERT_NE(python, nullptr);
  const auto spelled = python->spell({R"({"b":[1,2.50],"a":"\u00e9\n"})"});
  ASSERT_EQ(spelled.size(), 1U);
  EXPECT_EQ(spelled[0].none, "");
  std::vector<std::string> texts;
  for (const Spelling& one : spelled[0].spellings) texts.push_back(one.text);
  EXPECT_EQ(texts, (std::vector<std::string>{
                       R"({"b": [1, 2.5], "a": "\u00e9\n"})", R"({"b":[1,2.5],"a":"\u00e9\n"})",
                       "{\"b\": [1, 2.5], \"a\": \"\xC3\xA9\\n\"}",
                       "{\n  \"b\": [\n    1,\n    2.5\n  ],\n  \"a\": \"\\u00e9\\n\"\n}",
                       "{\n\t\"b\": [\n\t\t1,\n\t\t2.5\n\t],\n\t\"a\": \"\xC3\xA9\\n\"\n}",
                       R"({"a" : "\u00e9\n" , "b" : [1 , 2.5]})"}));
  EXPECT_EQ(spelled[0].spellings[3].how, "json.dumps(indent=2)");
}

TEST(PythonSpellings, AValueThatWouldChangeHasNone) {
  const auto python = speller();
  ASSERT_NE(python, nullptr);
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"0.1", ""},
      {"1.0e2", ""},
      {"123456789012345678901234567890", ""},
      {"123456789.01234567890123", "number_changed"},
      {"1e400", "number_changed"},
      {"1e-400", "number_changed"},
      {R"({"a":1,"a":1})", "duplicate_name"},
      {"NaN", "not_json"},
      {"[1", "not_json"},
      {R"("\ud800")", "lone_surrogate"},
      {"\"\xFF\"", "not_utf8"},
      {std::string(20'000, '['), "depth"}};
  std::vector<std::string> texts;
  for (const auto& [text, none] : cases) texts.push_back(text);
  const auto spelled = python->spell(texts);
  ASSERT_EQ(spelled.size(), cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    EXPECT_EQ(spelled[i].none, cases[i].second) << cases[i].first.substr(0, 40);
    EXPECT_EQ(spelled[i].spellings.size(), cases[i].second.empty() ? 6U : 0U) << i;
  }
}

TEST(PythonSpellings, AMissingPythonIsNamed) {
  std::string error;
  EXPECT_EQ(PythonSpeller::make("/no/such/folder", error), nullptr);
  EXPECT_THAT(error, testing::HasSubstr("/no/such/folder"));
}

}  // namespace
}  // namespace lockstep::conformance
