#include "lockstep/oracle/json_text/json_text.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace lockstep::oracle {
namespace {

using std::string_literals::operator""s;

TEST(JsonText, KeepsOrderSpansAndTheTextOfNumbers) {
  const std::string text = " {\"b\" : [1.50, -0, 1E+2],\"a\":{\"\":null}, \"\\u0062b\":[true ,false,[],{}]} ";
  const Outcome<JsonValue> outcome = parse_json(text);
  ASSERT_TRUE(outcome.ok()) << outcome.error().message;
  const JsonValue& root = outcome.value();
  const auto span = [&](const JsonValue& value) { return text.substr(value.begin, value.end - value.begin); };
  EXPECT_EQ(root.kind, JsonKind::object);
  EXPECT_EQ(span(root), text.substr(1, text.size() - 2));
  ASSERT_EQ(root.members.size(), 3U);

  const JsonMember& b = root.members[0];
  EXPECT_EQ(b.name, "b");
  EXPECT_EQ(text.substr(b.name_begin, b.name_end - b.name_begin), "\"b\"");
  EXPECT_EQ(span(b.value), "[1.50, -0, 1E+2]");
  ASSERT_EQ(b.value.items.size(), 3U);
  EXPECT_EQ(b.value.items[0].kind, JsonKind::number);
  EXPECT_EQ(b.value.items[0].text, "1.50");
  EXPECT_EQ(b.value.items[1].text, "-0");
  EXPECT_EQ(span(b.value.items[2]), "1E+2");

  EXPECT_EQ(root.members[1].name, "a");
  ASSERT_EQ(root.members[1].value.members.size(), 1U);
  EXPECT_EQ(root.members[1].value.members[0].name, "");
  EXPECT_EQ(root.members[1].value.members[0].value.kind, JsonKind::null);

  EXPECT_EQ(root.members[2].name, "bb");
  const std::vector<JsonValue>& items = root.members[2].value.items;
  ASSERT_EQ(items.size(), 4U);
  EXPECT_TRUE(items[0].kind == JsonKind::boolean && items[0].boolean);
  EXPECT_TRUE(items[1].kind == JsonKind::boolean && !items[1].boolean);
  EXPECT_TRUE(items[2].kind == JsonKind::array && items[2].items.empty());
  EXPECT_TRUE(items[3].kind == JsonKind::object && items[3].members.empty());
  EXPECT_EQ(span(items[3]), "{}");
}

TEST(JsonText, FindsMembersByDecodedName) {
  const Outcome<JsonValue> outcome = parse_json(R"({"a":1,"\u00e9":2})");
  ASSERT_TRUE(outcome.ok());
  ASSERT_NE(outcome.value().find("\xC3\xA9"), nullptr);
  EXPECT_EQ(outcome.value().find("\xC3\xA9")->text, "2");
  EXPECT_EQ(outcome.value().find("A"), nullptr);
}

TEST(JsonText, DecodesStrings) {
  struct Case {
    std::string text;
    std::string decoded;
  };
  const Case cases[] = {
      {R"("")", ""},
      {R"("\"\\\/\b\f\n\r\t")", "\"\\/\b\f\n\r\t"},
      {R"("\u0000")", "\0"s},
      {R"("\u00E9\u00e9")", "\xC3\xA9\xC3\xA9"},
      {R"("\uD7FF\uE000\uFFFF")", "\xED\x9F\xBF\xEE\x80\x80\xEF\xBF\xBF"},
      {R"("\uD800\uDC00")", "\xF0\x90\x80\x80"},
      {R"("\udbff\udfff")", "\xF4\x8F\xBF\xBF"},
      {"\"\x7F\xF0\x9F\x98\x80\"", "\x7F\xF0\x9F\x98\x80"},
      {"\"\xEF\xBB\xBF\"", "\xEF\xBB\xBF"},
  };
  for (const Case& c : cases) {
    const Outcome<JsonValue> outcome = parse_json(c.text);
    ASSERT_TRUE(outcome.ok()) << c.text;
    EXPECT_EQ(outcome.value().text, c.decoded) << c.text;
  }
}

struct Rejection {
  std::string text;
  const char* code;
  std::size_t offset;
};

void expect_rejections(const std::vector<Rejection>& cases) {
  for (const Rejection& c : cases) {
    const Outcome<JsonValue> outcome = parse_json(c.text);
    ASSERT_FALSE(outcome.ok()) << testing::PrintToString(c.text);
    EXPECT_EQ(outcome.error().code, c.code) << testing::PrintToString(c.text);
    EXPECT_EQ(outcome.error().offset, c.offset) << testing::PrintToString(c.text);
    EXPECT_FALSE(outcome.error().message.empty());
  }
}

TEST(JsonText, CallsATextThatCouldGoOnTruncated) {
  std::vector<Rejection> cases;
  for (const char* text : {"",
                           " ",
                           "[",
                           "[ ",
                           "[1",
                           "[1,",
                           "{",
                           "{\"",
                           "{\"a",
                           "{\"a\"",
                           "{\"a\":",
                           "{\"a\":1",
                           "{\"a\":1,",
                           "{\"a\":1,\"a",
                           "t",
                           "fals",
                           "nul",
                           "-",
                           "1.",
                           "1e",
                           "1E+",
                           "-0.0e-",
                           "\"",
                           "\"\\",
                           "\"\\u",
                           "\"\\u12",
                           "\"\\ud8",
                           "\"\\ud800",
                           "\"\\ud800\\",
                           "\"\\ud800\\u",
                           "\"\\ud800\\ud",
                           "\"\\ud800\\udc0",
                           "\"\xC3",
                           "\"\xF0\x90\x80",
                           "[[[\"a\",{\"b\":["}) {
    cases.push_back({text, "truncated", std::string_view(text).size()});
  }
  expect_rejections(cases);
}

TEST(JsonText, NamesTheFirstByteThatCannotStandThere) {
  expect_rejections({
      {"x", "unexpected_byte", 0},
      {"\xFE\xFF", "unexpected_byte", 0},
      {"\xEF\xBB", "unexpected_byte", 0},
      {"\xEF\xBB\xBF{}", "byte_order_mark", 0},
      {" \xEF\xBB\xBF{}", "unexpected_byte", 1},
      {"+1", "unexpected_byte", 0},
      {".5", "unexpected_byte", 0},
      {"NaN", "unexpected_byte", 0},
      {"nULL", "unexpected_byte", 1},
      {"truth", "unexpected_byte", 3},
      {"\v1", "unexpected_byte", 0},
      {"\xC2\xA0", "unexpected_byte", 0},
      {"[,1]", "unexpected_byte", 1},
      {"[1,]", "unexpected_byte", 3},
      {"[1 2]", "unexpected_byte", 3},
      {"[1}", "unexpected_byte", 2},
      {"[1/**/]", "unexpected_byte", 2},
      {"{1:2}", "unexpected_byte", 1},
      {"{,", "unexpected_byte", 1},
      {"{\"a\" 1}", "unexpected_byte", 5},
      {"{\"a\":}", "unexpected_byte", 5},
      {"{\"a\":1,}", "unexpected_byte", 7},
      {"{\"a\":1]", "unexpected_byte", 6},
      {"{'a'", "unexpected_byte", 1},
      {"-x", "bad_number", 1},
      {"--1", "bad_number", 1},
      {"01", "bad_number", 1},
      {"-00", "bad_number", 2},
      {"[1.]", "bad_number", 3},
      {"1e+]", "bad_number", 3},
      {"1.e1", "bad_number", 2},
      {"0x1", "trailing_bytes", 1},
      {"1 1", "trailing_bytes", 2},
      {"1.5.5", "trailing_bytes", 3},
      {"{}}", "trailing_bytes", 2},
      {"null\0"s, "trailing_bytes", 4},
  });
}

TEST(JsonText, RejectsWhatStringsCannotHold) {
  expect_rejections({
      {"\"a\x1F\"", "control_character", 2},
      {"\"\0\""s, "control_character", 1},
      {"\"\n\"", "control_character", 1},
      {R"("\a")", "bad_escape", 2},
      {R"("\'")", "bad_escape", 2},
      {R"("\U0041")", "bad_escape", 2},
      {R"("\u00G0")", "bad_escape", 5},
      {R"("\u12")", "bad_escape", 5},
      {R"("\ud800\u00zz")", "lone_surrogate", 9},
      {R"("\ud800x")", "lone_surrogate", 7},
      {R"("\ud800")", "lone_surrogate", 7},
      {R"("\ud800\n")", "lone_surrogate", 8},
      {R"("\ud800\ud800")", "lone_surrogate", 10},
      {R"("\ud800\udbff")", "lone_surrogate", 10},
      {R"("\ud800\ue000")", "lone_surrogate", 9},
      {R"("\ud800\uxxxx")", "bad_escape", 9},
      {R"("\udc00\ud800")", "lone_surrogate", 4},
      {R"("\uDFFF")", "lone_surrogate", 4},
      {"\"\x80\"", "invalid_utf8", 1},
      {"\"\xC0\xAF\"", "invalid_utf8", 1},
      {"\"\xE2\x82\"", "invalid_utf8", 3},
      {"\"\xED\xA0\x80\"", "invalid_utf8", 2},
      {"\"\xF4\x90\x80\x80\"", "invalid_utf8", 2},
      {"\"\xF8\"", "invalid_utf8", 1},
      {"{\"\xFF\":1}", "invalid_utf8", 2},
  });
}

TEST(JsonText, RejectsDuplicateNamesAfterDecodingAtTheClosingQuote) {
  expect_rejections({
      {R"({"a":1,"a":2})", "duplicate_name", 9},
      {R"({"a":1,"\u0061":2})", "duplicate_name", 14},
      {R"({"":1,"":2})", "duplicate_name", 7},
      {R"([{"a":{"b":1},"c":[],"a" )", "duplicate_name", 23},
      {R"({"\ud83d\ude00":1,)"s + "\"\xF0\x9F\x98\x80\"", "duplicate_name", 23},
  });
  EXPECT_TRUE(parse_json(R"({"a":{"a":1},"b":{"a":1}})").ok());
  EXPECT_TRUE(parse_json("{\"\xC3\xA9\":1,\"e\xCC\x81\":2}").ok())
      << "names are not normalised (RFC 8259 section 8.3)";
}

TEST(JsonText, RefusesTextsBeyondTheLimits) {
  JsonLimits limits;
  limits.bytes = 4;
  limits.depth = 2;
  EXPECT_TRUE(parse_json("[[]]", limits).ok());
  const Outcome<JsonValue> deep = parse_json("[[[", limits);
  ASSERT_FALSE(deep.ok());
  EXPECT_EQ(deep.error().code, "too_deep");
  EXPECT_EQ(deep.error().offset, 2U);
  const Outcome<JsonValue> large = parse_json("12345", limits);
  ASSERT_FALSE(large.ok());
  EXPECT_EQ(large.error().code, "text_too_large");
  EXPECT_EQ(large.error().offset, 4U);
}

TEST(JsonText, SurvivesHostileDepthWhateverTheLimit) {
  for (const std::string piece : {"[", "{\"\":", "[{\"a\":[0,"}) {
    std::string text;
    for (int i = 0; i < 300000; ++i) text += piece;
    const Outcome<JsonValue> by_default = parse_json(text);
    ASSERT_FALSE(by_default.ok());
    EXPECT_EQ(by_default.error().code, "too_deep");
    JsonLimits limits;
    limits.depth = 1000000000;
    const Outcome<JsonValue> clamped = parse_json(text, limits);
    ASSERT_FALSE(clamped.ok());
    EXPECT_EQ(clamped.error().code, "too_deep");
  }
  JsonLimits limits;
  limits.depth = 4000;
  const Outcome<JsonValue> deepest = parse_json(std::string(4000, '[') + std::string(4000, ']'), limits);
  ASSERT_TRUE(deepest.ok());
  const JsonValue copy = deepest.value();
  EXPECT_EQ(copy.end, 8000U);
}

TEST(JsonText, ReadsManyMembersInLinearTime) {
  std::string text = "{";
  for (int i = 0; i < 200000; ++i) text += "\"name" + std::to_string(i) + "\":0,";
  const Outcome<JsonValue> fine = parse_json(text + "\"last\":0}");
  ASSERT_TRUE(fine.ok());
  EXPECT_EQ(fine.value().members.size(), 200001U);
  const Outcome<JsonValue> twice = parse_json(text + "\"name77\":0}");
  ASSERT_FALSE(twice.ok());
  EXPECT_EQ(twice.error().code, "duplicate_name");
}

}  // namespace
}  // namespace lockstep::oracle
