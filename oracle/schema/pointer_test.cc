// JSON Pointer: the examples of RFC 6901 section 5, wrong pointers, the pointer of a value.
#include "lockstep/oracle/schema/pointer.h"

#include <gtest/gtest.h>

#include "lockstep/oracle/json_text/equality.h"
#include "lockstep/oracle/schema/unique_key.h"

namespace lockstep::oracle {
namespace {

const JsonValue* follow(const JsonValue& root, const char* pointer) {
  const JsonValue* at = &root;
  const std::optional<std::vector<std::string>> tokens = pointer_tokens(pointer);
  for (const std::string& token : *tokens) {
    if (at == nullptr) return nullptr;
    at = pointer_child(*at, token);
  }
  return at;
}

TEST(Pointer, FollowsTheExamplesOfSection5) {
  const Outcome<JsonValue> doc = parse_json(
      R"({"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8})");
  ASSERT_TRUE(doc.ok());
  EXPECT_EQ(follow(doc.value(), ""), &doc.value());
  EXPECT_EQ(follow(doc.value(), "/foo/0")->text, "bar");
  const std::pair<const char*, const char*> kNumbers[] = {{"/", "0"},     {"/a~1b", "1"}, {"/c%d", "2"},
                                                          {"/e^f", "3"},  {"/g|h", "4"},  {"/i\\j", "5"},
                                                          {"/k\"l", "6"}, {"/ ", "7"},    {"/m~0n", "8"}};
  for (const auto& [pointer, number] : kNumbers) {
    const JsonValue* found = follow(doc.value(), pointer);
    ASSERT_NE(found, nullptr) << pointer;
    EXPECT_EQ(found->text, number);
    EXPECT_EQ(pointer_of(doc.value(), *found), pointer);
  }
}

TEST(Pointer, AnIndexIsADecimalWithoutLeadingZero) {
  const Outcome<JsonValue> doc = parse_json("[[1],2]");
  ASSERT_TRUE(doc.ok());
  EXPECT_EQ(follow(doc.value(), "/0/0")->text, "1");
  for (const char* pointer :
       {"/00", "/01", "/2", "/-", "/", "/+1", "/1e0", "/99999999999999999999", "/1/0"}) {
    EXPECT_EQ(follow(doc.value(), pointer), nullptr) << pointer;
  }
}

TEST(Pointer, RefusesWrongEscapes) {
  EXPECT_EQ(pointer_tokens("/~2"), std::nullopt);
  EXPECT_EQ(pointer_tokens("/a~"), std::nullopt);
  EXPECT_EQ(pointer_tokens("a"), std::nullopt);
  EXPECT_EQ(pointer_tokens("/~01")->front(), "~1");
}

TEST(UniqueKey, AgreesWithEquality) {
  const char* const kValues[] = {"null",
                                 "true",
                                 "false",
                                 "0",
                                 "-0",
                                 "1",
                                 "1.0",
                                 "10e-1",
                                 "1e400",
                                 "10e399",
                                 "\"1\"",
                                 "\"\"",
                                 "[]",
                                 "[[]]",
                                 "{}",
                                 "[{}]",
                                 "[1,2]",
                                 "[2,1]",
                                 "[12]",
                                 "{\"a\":1,\"b\":2}",
                                 "{\"b\":2.0,\"a\":1}",
                                 "{\"a\":{\"b\":1}}",
                                 "{\"ab\":1}",
                                 "[\"a\",\"b\"]",
                                 "[\"a1:b\"]",
                                 "\"\\u00e9\"",
                                 "\"\xC3\xA9\"",
                                 "[true]",
                                 "[1]",
                                 "[null]",
                                 "-1",
                                 "0.1",
                                 "1e-1"};
  std::size_t equals = 0;
  for (const char* a : kValues) {
    for (const char* b : kValues) {
      const JsonValue left = parse_json(a).value();
      const JsonValue right = parse_json(b).value();
      const bool same = unique_key(left) == unique_key(right);
      EXPECT_EQ(same, equal(left, right)) << a << " " << b;
      if (same) ++equals;
    }
  }
  EXPECT_EQ(equals, 33U + 2U + 6U + 2U + 2U + 2U + 2U);  // itself; 0; 1; 1e400; the object; e acute; 0.1
}

}  // namespace
}  // namespace lockstep::oracle
