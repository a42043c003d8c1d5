// Order, exact spelling, places and pointers of what was read.
#include "lockstep/engine/json/document.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lockstep/engine/json/parser.h"

namespace lockstep::engine::json {
namespace {

Document read(const std::string& text) {
  Result<Document> result = parse(text);
  EXPECT_TRUE(result.ok()) << text << ": " << (result.ok() ? "" : result.error().message);
  return std::move(result).value();
}

TEST(JsonDocument, KeepsTheOrderOfNamesAndTheTextOfNumbers) {
  const Document document = read(R"( {"z": -0, "a": 1.50, "m": 1e400, "b": 9007199254740993} )");
  std::vector<std::string> names;
  std::vector<std::string> numbers;
  for (const Member member : document.root().members()) {
    names.emplace_back(member.name());
    numbers.emplace_back(member.value.number());
  }
  EXPECT_EQ(names, (std::vector<std::string>{"z", "a", "m", "b"}));
  EXPECT_EQ(numbers, (std::vector<std::string>{"-0", "1.50", "1e400", "9007199254740993"}));
}

TEST(JsonDocument, SpansAreTheExactSourceText) {
  const std::string text = R"( [ {"k\n" : [ ] }, "x" ] )";
  const Document document = read(text);
  EXPECT_EQ(document.root().raw(), R"([ {"k\n" : [ ] }, "x" ])");
  const Value object = *document.root().elements().begin();
  EXPECT_EQ(object.span().begin, 3U);
  EXPECT_EQ(object.raw(), R"({"k\n" : [ ] })");
  const Member member = *object.members().begin();
  EXPECT_EQ(member.name(), "k\n");
  EXPECT_EQ(member.key.raw(), R"("k\n")");
  EXPECT_EQ(member.value.raw(), "[ ]");
  EXPECT_EQ(member.value.size(), 0U);
}

TEST(JsonDocument, DecodesEscapes) {
  const Document document = read(R"(["\"\\\/\b\f\n\r\t", "\u0000x", "\u20AC\ud83d\ude00é", "plain"])");
  std::vector<std::string> strings;
  for (const Value value : document.root().elements()) strings.emplace_back(value.string());
  EXPECT_EQ(strings, (std::vector<std::string>{"\"\\/\b\f\n\r\t", std::string("\0x", 2),
                                               "\xE2\x82\xAC\xF0\x9F\x98\x80\xC3\xA9", "plain"}));
}

TEST(JsonDocument, ScalarsAtTheRoot) {
  EXPECT_TRUE(read("true").root().boolean());
  EXPECT_FALSE(read(" false ").root().boolean());
  EXPECT_EQ(read("null").root().kind(), Kind::null);
  EXPECT_EQ(read("\"\"").root().string(), "");
  EXPECT_EQ(read("-12.5E+3").root().number(), "-12.5E+3");
}

TEST(JsonDocument, IntegersOnlyWhereTheyAreSpelledAsSuch) {
  EXPECT_EQ(read("0").root().as_u64(), 0U);
  EXPECT_EQ(read("18446744073709551615").root().as_u64(), 18446744073709551615ULL);
  for (const char* text : {"18446744073709551616", "-1", "-0", "1.0", "1e2", "\"1\"", "null"}) {
    EXPECT_EQ(read(text).root().as_u64(), std::nullopt) << text;
  }
}

TEST(JsonDocument, FindsMembersOfSmallAndLargeObjects) {
  for (const int count : {1, 16, 17, 500}) {
    std::string text = "{";
    for (int i = 0; i < count; ++i) {
      text +=
          (i == 0 ? "" : ",") + std::string("\"key") + std::to_string(i) + "\":[" + std::to_string(i) + "]";
    }
    const Document document = read(text + "}");
    for (int i = 0; i < count; ++i) {
      const auto found = document.root().find("key" + std::to_string(i));
      ASSERT_TRUE(found.has_value()) << count << " " << i;
      EXPECT_EQ(found->raw(), "[" + std::to_string(i) + "]");
    }
    EXPECT_FALSE(document.root().find("key").has_value());
    EXPECT_FALSE(document.root().find("key" + std::to_string(count)).has_value());
  }
}

TEST(JsonDocument, PointersOfRfc6901Section5) {
  const Document document =
      read(R"({"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8})");
  const std::vector<std::pair<std::string, std::string>> examples = {{"/foo", R"(["bar","baz"])"},
                                                                     {"/foo/0", "\"bar\""},
                                                                     {"/", "0"},
                                                                     {"/a~1b", "1"},
                                                                     {"/c%d", "2"},
                                                                     {"/e^f", "3"},
                                                                     {"/g|h", "4"},
                                                                     {"/i\\j", "5"},
                                                                     {"/k\"l", "6"},
                                                                     {"/ ", "7"},
                                                                     {"/m~0n", "8"}};
  for (const auto& [pointer, raw] : examples) {
    const auto value = document.resolve(pointer);
    ASSERT_TRUE(value.has_value()) << pointer;
    EXPECT_EQ(value->raw(), raw) << pointer;
    EXPECT_EQ(document.pointer(*value), pointer);
  }
  EXPECT_EQ(document.resolve("")->raw(), document.text());
  for (const char* bad :
       {"foo", "/foo/2", "/foo/00", "/foo/-", "/foo/-1", "/nope", "/m~n", "/m~2n", "/foo/0/x"}) {
    EXPECT_FALSE(document.resolve(bad).has_value()) << bad;
  }
}

TEST(JsonDocument, PointerOfAName) {
  const Document document = read(R"([{"a":{"b":1}}])");
  const Value outer = *document.root().elements().begin();
  const Member member = *(*outer.members().begin()).value.members().begin();
  EXPECT_EQ(document.pointer(member.key), "/0/a/b");
  EXPECT_EQ(document.pointer(member.value), "/0/a/b");
}

TEST(JsonDocument, OutlivesTheHandleThatMadeIt) {
  auto first = std::make_unique<Document>(read(R"(["a long string that is stored on the heap"])"));
  const Document copy = *first;
  first.reset();
  EXPECT_EQ((*copy.root().elements().begin()).string(), "a long string that is stored on the heap");
}

TEST(JsonDocumentDeathTest, AskingForAnotherKindEndsTheProcess) {
  const Document document = read("1");
  EXPECT_DEATH(static_cast<void>(document.root().string()), "check failed");
  EXPECT_DEATH(static_cast<void>(document.root().find("a")), "check failed");
}

}  // namespace
}  // namespace lockstep::engine::json
