// Applicators: in place, to items, to members; and their logic where an answer is unknown.
#include <gtest/gtest.h>

#include "lockstep/oracle/schema/schema_testing.h"

namespace lockstep::oracle {
namespace {

// `u` never ends, so nobody can say whether it is valid.
std::string with_unknown(const std::string& rest) {
  return R"({"$defs":{"u":{"$ref":"#/$defs/u"}},)" + rest + "}";
}
constexpr const char* kU = "unknown: infinite_recursion";

TEST(InPlace, UnknownFollowsKleene) {
  const std::string u = R"({"$ref":"#/$defs/u"})";
  EXPECT_EQ(judge(with_unknown("\"allOf\":[" + u + ",true]"), "1"), kU);
  EXPECT_EQ(judge(with_unknown("\"allOf\":[" + u + ",false]"), "1"), "no");
  EXPECT_EQ(judge(with_unknown("\"anyOf\":[" + u + ",true]"), "1"), "yes");
  EXPECT_EQ(judge(with_unknown("\"anyOf\":[" + u + ",false]"), "1"), kU);
  EXPECT_EQ(judge(with_unknown("\"oneOf\":[" + u + ",true]"), "1"), kU);
  EXPECT_EQ(judge(with_unknown("\"oneOf\":[" + u + ",false]"), "1"), kU);
  EXPECT_EQ(judge(with_unknown("\"oneOf\":[true," + u + ",true]"), "1"), "no");
  EXPECT_EQ(judge(with_unknown("\"not\":" + u), "1"), kU);
  EXPECT_EQ(judge(with_unknown("\"if\":" + u), "1"), "yes") << "nothing hangs on it";
  EXPECT_EQ(judge(with_unknown("\"if\":" + u + R"(,"then":false)"), "1"), kU);
  EXPECT_EQ(judge(with_unknown("\"if\":" + u + R"(,"then":false,"else":false)"), "1"), "no");
  EXPECT_EQ(judge(with_unknown("\"if\":" + u + R"(,"then":true,"else":true)"), "1"), "yes");
  EXPECT_EQ(judge(with_unknown("\"$ref\":\"#/$defs/u\",\"type\":\"string\""), "1"), "no");
}

TEST(InPlace, OneOfCountsExactly) {
  const char* schema = R"({"oneOf":[{"minimum":1},{"maximum":5},{"const":9}]})";
  EXPECT_EQ(judge(schema, "0"), "yes");
  EXPECT_EQ(judge(schema, "3"), "no");
  EXPECT_EQ(judge(schema, "7"), "yes");
  EXPECT_EQ(judge(schema, "9"), "no");
  EXPECT_EQ(judge(schema, R"("s")"), "no") << "two branches ignore strings";
}

TEST(InPlace, ThenAndElseWithoutIfAreIgnored) {
  EXPECT_EQ(judge(R"({"then":false,"else":false})", "1"), "yes");
}

TEST(InPlace, DependentSchemasLookAtPresenceOnly) {
  const char* schema = R"({"dependentSchemas":{"a":{"minProperties":2},"b":false}})";
  EXPECT_EQ(judge(schema, R"({"a":null})"), "no");
  EXPECT_EQ(judge(schema, R"({"a":null,"c":1})"), "yes");
  EXPECT_EQ(judge(schema, R"({"b":1})"), "no");
  EXPECT_EQ(judge(schema, R"(["a","b"])"), "yes");
}

TEST(Items, ComeAfterThePrefix) {
  const char* schema = R"({"prefixItems":[{"type":"string"},{"type":"null"}],"items":{"type":"integer"}})";
  EXPECT_EQ(judge(schema, "[]"), "yes");
  EXPECT_EQ(judge(schema, R"(["s"])"), "yes");
  EXPECT_EQ(judge(schema, R"(["s",null,1,2])"), "yes");
  EXPECT_EQ(judge(schema, R"(["s",1])"), "no");
  EXPECT_EQ(judge(schema, R"(["s",null,"t"])"), "no");
  EXPECT_EQ(judge(schema, R"([null])"), "no");
  EXPECT_EQ(judge(R"({"items":false})", "[]"), "yes");
  EXPECT_EQ(judge(R"({"items":false})", "[1]"), "no");
  EXPECT_EQ(judge(R"({"items":false})", R"({"a":1})"), "yes");
}

TEST(Contains, BoundsTheNumberOfMatches) {
  EXPECT_EQ(judge(R"({"contains":{"const":1}})", "[]"), "no");
  EXPECT_EQ(judge(R"({"contains":{"const":1}})", R"({"a":1})"), "yes");
  EXPECT_EQ(judge(R"({"contains":{"const":1},"minContains":0})", "[]"), "yes");
  const char* none = R"({"contains":{"const":1},"minContains":0,"maxContains":0})";
  EXPECT_EQ(judge(none, "[2]"), "yes");
  EXPECT_EQ(judge(none, "[2,1.0]"), "no");
  const char* two = R"({"contains":{"const":1},"minContains":2.0,"maxContains":3e0})";
  EXPECT_EQ(judge(two, "[1]"), "no");
  EXPECT_EQ(judge(two, "[1,0,1]"), "yes");
  EXPECT_EQ(judge(two, "[1,1,1,1]"), "no");
  EXPECT_EQ(judge(R"({"contains":true,"minContains":3,"maxContains":2})", "[1,2,3]"), "no");
  EXPECT_EQ(judge(R"({"minContains":5,"maxContains":0})", "[1]"), "yes")
      << "without contains they say nothing";
  EXPECT_EQ(judge(R"({"contains":true,"maxContains":0})", "[]"), "no") << "at least one, and at most none";
}

TEST(Contains, CountsUnknownMatchesBothWays) {
  const std::string contains = R"("contains":{"anyOf":[{"const":1},{"type":"string","$ref":"#/$defs/u"}]})";
  EXPECT_EQ(judge(with_unknown(contains), R"([1,"s"])"), "yes");
  EXPECT_EQ(judge(with_unknown(contains), R"(["s"])"), kU);
  EXPECT_EQ(judge(with_unknown(contains), R"([2])"), "no");
  EXPECT_EQ(judge(with_unknown(contains + R"(,"minContains":3)"), R"([1,"s"])"), "no");
  EXPECT_EQ(judge(with_unknown(contains + R"(,"maxContains":1)"), R"([1,"s"])"), kU);
  EXPECT_EQ(judge(with_unknown(contains + R"(,"maxContains":2)"), R"([1,"s"])"), "yes");
  EXPECT_EQ(judge(with_unknown(contains + R"(,"minContains":2,"maxContains":1)"), R"([1,"s"])"), "no");
}

TEST(Members, NamedMatchedAndAdditional) {
  const char* schema =
      R"({"properties":{"ab":{"type":"integer"}},"patternProperties":{"^a":{"maximum":5},"b$":{"minimum":2}},
      "additionalProperties":{"type":"null"}})";
  EXPECT_EQ(judge(schema, R"({"ab":3})"), "yes");
  EXPECT_EQ(judge(schema, R"({"ab":2.5})"), "no");
  EXPECT_EQ(judge(schema, R"({"ab":1})"), "no") << "the second pattern";
  EXPECT_EQ(judge(schema, R"({"ab":6})"), "no") << "the first pattern";
  EXPECT_EQ(judge(schema, R"({"ac":-1,"cb":9,"c":null})"), "yes");
  EXPECT_EQ(judge(schema, R"({"c":1})"), "no");
}

TEST(Members, AdditionalLooksAtItsOwnSchemaObjectOnly) {
  EXPECT_EQ(judge(R"({"allOf":[{"properties":{"a":true}}],"additionalProperties":false})", R"({"a":1})"),
            "no");
  EXPECT_EQ(judge(R"({"properties":{"a":true},"allOf":[{"additionalProperties":false}]})", R"({"a":1})"),
            "no");
}

TEST(Members, NamesAreComparedAfterDecoding) {
  EXPECT_EQ(judge(R"({"properties":{"\u00e9\/":false}})", "{\"\xC3\xA9/\":1}"), "no");
  EXPECT_EQ(judge(R"({"properties":{"":false}})", R"({"":1})"), "no");
  EXPECT_EQ(judge(R"({"patternProperties":{"^.$":false}})", "{\"\xF0\x9F\x98\x80\":1}"), "no")
      << "one code point";
}

TEST(Members, PropertyNamesJudgesNamesAsStrings) {
  const char* schema = R"({"propertyNames":{"maxLength":2,"not":{"const":"x"}}})";
  EXPECT_EQ(judge(schema, R"({"ab":1,"":2})"), "yes");
  EXPECT_EQ(judge(schema, R"({"abc":1})"), "no");
  EXPECT_EQ(judge(schema, R"({"x":1})"), "no");
  EXPECT_EQ(judge(R"({"propertyNames":{"type":"integer"}})", R"({"1":1})"), "no");
  EXPECT_EQ(judge(R"({"propertyNames":false})", "{}"), "yes");
  EXPECT_EQ(judge(R"({"propertyNames":false})", R"(["a"])"), "yes");
}

// The pattern needs more steps than it gets, so nobody knows whether the name matches.
TEST(Members, AnUnknownPatternMattersOnlyWhereTheAnswerHangsOnIt) {
  const std::string name = R"("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaab")";
  CheckLimits limits;
  limits.pattern_steps = 10;
  const std::string pattern = R"("patternProperties":{"^(a+)+$":{"type":"integer"}})";
  EXPECT_EQ(judge("{" + pattern + "}", "{" + name + ":1}", {}, {}, limits), "yes");
  EXPECT_EQ(judge("{" + pattern + "}", "{" + name + ":\"s\"}", {}, {}, limits), "unknown: pattern_budget");
  const std::string closed = "{" + pattern + R"(,"additionalProperties":false})";
  EXPECT_EQ(judge(closed, "{" + name + ":1}", {}, {}, limits), "unknown: pattern_budget");
  EXPECT_EQ(judge("{" + pattern + R"(,"unevaluatedProperties":false})", "{" + name + ":1}", {}, {}, limits),
            "unknown: pattern_budget");
}

}  // namespace
}  // namespace lockstep::oracle
