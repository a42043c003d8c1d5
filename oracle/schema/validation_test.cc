// Assertions of the Validation vocabulary: exact numbers, equality by value, lengths in code points.
#include <gtest/gtest.h>

#include "lockstep/oracle/schema/schema_testing.h"

namespace lockstep::oracle {
namespace {

TEST(Type, AnIntegerIsAnyNumberWithoutFraction) {
  for (const char* number :
       {"1", "1.0", "1e2", "-0", "-0.0", "10e-1", "1e400", "123456789012345678901234567890"}) {
    EXPECT_EQ(judge(R"({"type":"integer"})", number), "yes") << number;
    EXPECT_EQ(judge(R"({"type":["string","number"]})", number), "yes") << number;
  }
  for (const char* number : {"1.5", "1e-1", "1e-400", "0.99999999999999999999999999", "true", "\"1\""}) {
    EXPECT_EQ(judge(R"({"type":"integer"})", number), "no") << number;
  }
  EXPECT_EQ(judge(R"({"type":["null","integer"]})", "1.5"), "no");
}

TEST(Equality, IsByValueAndNeverAcrossKinds) {
  const std::pair<const char*, const char*> kEqual[] = {
      {"1", "1.0"},        {"0", "-0.0"},
      {"100", "1e2"},      {R"({"a":1,"b":2})", R"({"b":2.0,"a":10e-1})"},
      {"[1]", "[1.0]"},    {R"("\u0061")", R"("a")"},
      {"1e400", "10e399"}, {"9007199254740993", "9007199254740993.0"}};
  for (const auto& [a, b] : kEqual) {
    EXPECT_EQ(judge(std::string(R"({"const":)") + a + "}", b), "yes") << a << " " << b;
    EXPECT_EQ(judge(std::string(R"({"enum":["x",)") + a + "]}", b), "yes") << a << " " << b;
    EXPECT_EQ(judge(R"({"uniqueItems":true})", std::string("[") + a + "," + b + "]"), "no") << a << " " << b;
  }
  const std::pair<const char*, const char*> kDifferent[] = {{"1", "true"},
                                                            {"0", "false"},
                                                            {"null", "0"},
                                                            {"\"1\"", "1"},
                                                            {"[]", "{}"},
                                                            {"[0]", "[false]"},
                                                            {"\"\"", "null"},
                                                            {R"({"a":1})", R"({"a":true})"},
                                                            {"[1,2]", "[2,1]"},
                                                            {"9007199254740992", "9007199254740993"},
                                                            {"0.1", "0.1000000000000000055511151231257827"},
                                                            {"1e-400", "0"},
                                                            {"\"e\\u0301\"", "\"\xC3\xA9\""}};
  for (const auto& [a, b] : kDifferent) {
    EXPECT_EQ(judge(std::string(R"({"const":)") + a + "}", b), "no") << a << " " << b;
    EXPECT_EQ(judge(std::string(R"({"enum":["x",)") + a + "]}", b), "no") << a << " " << b;
    EXPECT_EQ(judge(R"({"uniqueItems":true})", std::string("[") + a + "," + b + "]"), "yes") << a << " " << b;
  }
}

TEST(Enum, MayBeEmptyAndMayRepeat) {
  EXPECT_EQ(judge(R"({"enum":[]})", "1"), "no");
  EXPECT_EQ(judge(R"({"enum":[1,1.0]})", "1"), "yes");
}

TEST(UniqueItems, FalseAsksNothing) {
  EXPECT_EQ(judge(R"({"uniqueItems":false})", "[1,1]"), "yes");
  EXPECT_EQ(judge(R"({"uniqueItems":true})", R"({"a":1,"b":1})"), "yes");
  EXPECT_EQ(judge(R"({"uniqueItems":true})", "[[1],[2],[1.0]]"), "no");
}

TEST(Numbers, BoundsAreExact) {
  EXPECT_EQ(judge(R"({"maximum":9007199254740992})", "9007199254740993"), "no");
  EXPECT_EQ(judge(R"({"maximum":9007199254740993})", "9007199254740993"), "yes");
  EXPECT_EQ(judge(R"({"exclusiveMaximum":1e400})", "9.99e399"), "yes");
  EXPECT_EQ(judge(R"({"exclusiveMaximum":1e400})", "10e399"), "no");
  EXPECT_EQ(judge(R"({"minimum":-1e400})", "-1.0001e400"), "no");
  EXPECT_EQ(judge(R"({"exclusiveMinimum":0})", "1e-4000"), "yes");
  EXPECT_EQ(judge(R"({"exclusiveMinimum":0})", "-0.0"), "no");
  EXPECT_EQ(judge(R"({"minimum":0.1})", "0.1000"), "yes");
  EXPECT_EQ(judge(R"({"minimum":0.1})", "0.09999999999999999999"), "no");
  EXPECT_EQ(judge(R"({"minimum":5})", R"("1")"), "yes");
}

TEST(Numbers, MultiplesAreExact) {
  EXPECT_EQ(judge(R"({"multipleOf":0.01})", "19.99"), "yes");
  EXPECT_EQ(judge(R"({"multipleOf":0.1})", "0.30000000000000000000000000001"), "no");
  EXPECT_EQ(judge(R"({"multipleOf":0.0001})", "0.0075"), "yes");
  EXPECT_EQ(judge(R"({"multipleOf":123456789})", "1e308"), "no");
  EXPECT_EQ(judge(R"({"multipleOf":2})", "1e308"), "yes");
  EXPECT_EQ(judge(R"({"multipleOf":1e-400})", "1e-399"), "yes");
  EXPECT_EQ(judge(R"({"multipleOf":3})", "-0.0"), "yes");
  EXPECT_EQ(judge(R"({"multipleOf":1e400})", "5"), "no");
  EXPECT_EQ(judge(R"({"multipleOf":98765432109876543210})", "197530864219753086420"), "yes");
  EXPECT_EQ(judge(R"({"multipleOf":98765432109876543210})", "197530864219753086421"), "no");
}

TEST(Sizes, CountCodePointsAndAcceptAnySpellingOfTheBound) {
  EXPECT_EQ(judge(R"({"maxLength":1})", "\"\xF0\x9F\x98\x80\""), "yes");
  EXPECT_EQ(judge(R"({"maxLength":1})", R"("\ud83d\ude00")"), "yes");
  EXPECT_EQ(judge(R"({"minLength":2})", "\"\xC3\xA9\""), "no");
  EXPECT_EQ(judge(R"({"minLength":2})", "\"e\\u0301\""), "yes") << "two code points, one grapheme";
  EXPECT_EQ(judge(R"({"maxLength":2.0})", R"("abc")"), "no");
  EXPECT_EQ(judge(R"({"maxLength":2e0})", R"("ab")"), "yes");
  EXPECT_EQ(judge(R"({"maxLength":1e400})", R"("ab")"), "yes");
  EXPECT_EQ(judge(R"({"minLength":99999999999999999999999})", R"("ab")"), "no");
  EXPECT_EQ(judge(R"({"minItems":1e400})", "[1]"), "no");
  EXPECT_EQ(judge(R"({"maxItems":0})", "[]"), "yes");
  EXPECT_EQ(judge(R"({"maxItems":0})", "[1]"), "no");
  EXPECT_EQ(judge(R"({"minProperties":1})", "{}"), "no");
  EXPECT_EQ(judge(R"({"maxProperties":1.0})", R"({"a":1,"b":2})"), "no");
  EXPECT_EQ(judge(R"({"maxProperties":0})", "[1]"), "yes");
}

TEST(Pattern, SearchesAnywhereInTheDecodedString) {
  EXPECT_EQ(judge(R"({"pattern":"b"})", R"("abc")"), "yes");
  EXPECT_EQ(judge(R"({"pattern":"^b"})", R"("abc")"), "no");
  EXPECT_EQ(judge(R"({"pattern":"^.$"})", R"("\ud83d\ude00")"), "yes");
  EXPECT_EQ(judge(R"({"pattern":"b"})", "1"), "yes");
}

TEST(Required, LooksAtNamesOnly) {
  EXPECT_EQ(judge(R"({"required":["a",""]})", R"({"a":null,"":null})"), "yes");
  EXPECT_EQ(judge(R"({"required":["a",""]})", R"({"a":null})"), "no");
  EXPECT_EQ(judge(R"({"required":["a"]})", R"(["a"])"), "yes");
  EXPECT_EQ(judge(R"({"required":[]})", "{}"), "yes");
}

TEST(DependentRequired, AsksOnlyWhereTheNameIsPresent) {
  const char* schema = R"({"dependentRequired":{"a":["b","c"],"d":[]}})";
  EXPECT_EQ(judge(schema, "{}"), "yes");
  EXPECT_EQ(judge(schema, R"({"a":null,"b":1})"), "no");
  EXPECT_EQ(judge(schema, R"({"a":null,"b":1,"c":1})"), "yes");
  EXPECT_EQ(judge(schema, R"({"b":1,"d":1})"), "yes");
  EXPECT_EQ(judge(schema, R"("a")"), "yes");
}

TEST(Format, AssertsByOptionOnlyAndOnlyKnownNames) {
  SchemaOptions assert_formats;
  assert_formats.assert_formats = true;
  EXPECT_EQ(judge(R"({"format":"ipv4"})", R"("x")"), "yes");
  EXPECT_EQ(judge(R"({"format":"ipv4"})", R"("x")", {}, assert_formats), "no");
  EXPECT_EQ(judge(R"({"format":"ipv4"})", R"("127.0.0.1")", {}, assert_formats), "yes");
  EXPECT_EQ(judge(R"({"format":"ipv4"})", "1", {}, assert_formats), "yes");
  EXPECT_EQ(judge(R"({"format":"no-such-format"})", R"("x")", {}, assert_formats), "yes");
}

TEST(Content, IsNeverAsserted) {
  EXPECT_EQ(
      judge(R"({"contentEncoding":"base64","contentMediaType":"application/json","contentSchema":false})",
            R"("{{{")"),
      "yes");
}

}  // namespace
}  // namespace lockstep::oracle
