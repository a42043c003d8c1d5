// What the reader takes and refuses, with code and place.
#include "lockstep/engine/json/parser.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace lockstep::engine::json {
namespace {

struct Refusal {
  std::string text;
  std::string code;
  std::size_t offset;
};

void expect_refused(const std::vector<Refusal>& refusals) {
  ASSERT_GE(refusals.size(), 4U);
  for (const Refusal& refusal : refusals) {
    const Result<Document> result = parse(refusal.text);
    ASSERT_FALSE(result.ok()) << refusal.text;
    EXPECT_EQ(result.error().code, refusal.code) << refusal.text;
    EXPECT_EQ(result.error().offset, refusal.offset) << refusal.text;
    EXPECT_FALSE(result.error().message.empty()) << refusal.text;
  }
}

TEST(JsonParser, RefusesBadSyntax) {
  expect_refused({{"[1,]", "json_syntax", 3},      {"{\"a\":1,}", "json_syntax", 7},
                  {"[1 2]", "json_syntax", 3},     {"{1:2}", "json_syntax", 1},
                  {"{\"a\" 1}", "json_syntax", 5}, {"[}", "json_syntax", 1},
                  {"{]", "json_syntax", 1},        {"]", "json_syntax", 0},
                  {"tru ", "json_syntax", 0},      {"True", "json_syntax", 0},
                  {"NaN", "json_syntax", 0},       {"+1", "json_syntax", 0},
                  {"01", "json_syntax", 1},        {"-a", "json_syntax", 1},
                  {".5", "json_syntax", 0},        {"1.e3", "json_syntax", 2},
                  {"1ex", "json_syntax", 2},       {"'a'", "json_syntax", 0},
                  {"\"\\x\"", "json_syntax", 1},   {"\"\\u12g4\"", "json_syntax", 5},
                  {"\"a\tb\"", "json_syntax", 2},  {std::string("\"a\0\"", 4), "json_syntax", 2},
                  {"\f1", "json_syntax", 0},       {"\xC2\xA0", "json_syntax", 0},
                  {"[1]x", "json_trailing", 3},    {"1 2", "json_trailing", 2},
                  {"{}{}", "json_trailing", 2}});
}

TEST(JsonParser, RefusesEveryControlCharacterInAStringAndNothingElseOfAscii) {
  for (int byte = 0; byte < 128; ++byte) {
    if (byte == '"' || byte == '\\') continue;
    const std::string text = std::string("\"") + static_cast<char>(byte) + "\"";
    EXPECT_EQ(parse(text).ok(), byte >= 0x20) << byte;
  }
}

TEST(JsonParser, RefusesTextsThatEndEarly) {
  expect_refused({{"", "json_truncated", 0},
                  {"  ", "json_truncated", 2},
                  {"[", "json_truncated", 1},
                  {"[1,", "json_truncated", 3},
                  {"{\"a\"", "json_truncated", 4},
                  {"{\"a\":", "json_truncated", 5},
                  {"\"a", "json_truncated", 2},
                  {"\"\\", "json_truncated", 2},
                  {"\"\\u00", "json_truncated", 5},
                  {"\"\\ud800\\", "json_truncated", 8},
                  {"\"\xE2\x82", "json_truncated", 3},
                  {"fals", "json_truncated", 4},
                  {"-", "json_truncated", 1},
                  {"1.", "json_truncated", 2},
                  {"1e+", "json_truncated", 3}});
}

TEST(JsonParser, RefusesBadUnicode) {
  expect_refused({{"\xEF\xBB\xBF{}", "json_byte_order_mark", 0},
                  {"\"\x80\"", "json_invalid_utf8", 1},
                  {"\"\xC0\x80\"", "json_invalid_utf8", 1},
                  {"\"\xE0\x80\x80\"", "json_invalid_utf8", 2},
                  {"\"\xED\xA0\x80\"", "json_invalid_utf8", 2},
                  {"\"\xF0\x80\x80\x80\"", "json_invalid_utf8", 2},
                  {"\"\xF4\x90\x80\x80\"", "json_invalid_utf8", 2},
                  {"\"\xF5\x80\x80\x80\"", "json_invalid_utf8", 1},
                  {"\"\xC3(\"", "json_invalid_utf8", 2},
                  {"\"\\ud800\"", "json_lone_surrogate", 1},
                  {"\"a\\udc00\"", "json_lone_surrogate", 2},
                  {"\"\\ud800\\ud800\"", "json_lone_surrogate", 1},
                  {"\"\\ud800\\n\"", "json_lone_surrogate", 1}});
}

TEST(JsonParser, RefusesNamesThatAreEqualAfterDecoding) {
  expect_refused({{R"({"a":1,"a":2})", "json_duplicate_name", 7},
                  {R"({"a":1,"\u0061":2})", "json_duplicate_name", 7},
                  {R"([{"b":{"x":1,"y":2,"x":3}}])", "json_duplicate_name", 19},
                  {R"({"":1,"":2})", "json_duplicate_name", 6},
                  {R"({"\/":1,"/":2})", "json_duplicate_name", 8}});
  EXPECT_TRUE(parse(R"({"a":{"a":1},"A":1})").ok());
}

TEST(JsonParser, ReportsTheEarliestRepeatedNameOfALargeObject) {
  std::string text = "{";
  for (int i = 0; i < 1000; ++i) text += "\"k" + std::to_string(i) + "\":0,";
  const std::size_t first_repeat = text.size();
  text += R"("k7":0,"k3":0,"k7":0})";
  const Result<Document> result = parse(text);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, "json_duplicate_name");
  EXPECT_EQ(result.error().offset, first_repeat);
}

TEST(JsonParser, LimitsAreExact) {
  Limits limits;
  limits.max_bytes = 7;
  EXPECT_TRUE(parse("[1,2,3]", limits).ok());
  EXPECT_EQ(parse("[1,2,3] ", limits).error().code, "json_too_large");
  limits = {};
  limits.max_depth = 3;
  EXPECT_TRUE(parse("[[[]]]", limits).ok());
  EXPECT_EQ(parse("[[{\"a\":[]}]]", limits).error().code, "json_too_deep");
  limits = {};
  limits.max_values = 5;  // the object, two names, two values
  EXPECT_TRUE(parse(R"({"a":1,"b":2})", limits).ok());
  EXPECT_EQ(parse(R"({"a":1,"b":[2]})", limits).error().code, "json_too_many_values");
}

TEST(JsonParser, DepthCostsNoStack) {
  const std::size_t depth = 2'000'000;
  Limits limits;
  limits.max_depth = depth;
  EXPECT_TRUE(parse(std::string(depth, '[') + std::string(depth, ']'), limits).ok());
  EXPECT_EQ(parse(std::string(depth, '['), limits).error().code, "json_truncated");
  EXPECT_EQ(parse(std::string(depth, '[')).error().code, "json_too_deep");
}

// 300,000 names: a quadratic check would need 4.5e10 comparisons and run into the test's time-out.
TEST(JsonParser, LargeObjectsAreNotQuadratic) {
  std::string text = "{";
  for (int i = 0; i < 300'000; ++i)
    text += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\":" + std::to_string(i);
  const Result<Document> result = parse(text + "}");
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->root().size(), 300'000U);
  for (const char* key : {"0", "17", "299999"}) {
    ASSERT_TRUE(result->root().find(key).has_value()) << key;
    EXPECT_EQ(result->root().find(key)->number(), key);
  }
  EXPECT_FALSE(result->root().find("300000").has_value());
  EXPECT_EQ(parse(text + ",\"77\":0}").error().code, "json_duplicate_name");
}

TEST(JsonParser, EveryCutOfATextIsRefused) {
  const std::string text = R"({"a":[1,-2.5e3,{"\ud83d\ude00":"é"}],"b":[true,false,null]})";
  ASSERT_TRUE(parse(text).ok());
  for (std::size_t size = 0; size < text.size(); ++size) {
    const Result<Document> result = parse(text.substr(0, size));
    ASSERT_FALSE(result.ok()) << size;
    EXPECT_EQ(result.error().code, "json_truncated") << size;
  }
}

}  // namespace
}  // namespace lockstep::engine::json
