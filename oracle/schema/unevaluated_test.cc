// Annotations for unevaluatedItems and unevaluatedProperties: what counts as evaluated, and what no longer
// does.
#include <gtest/gtest.h>

#include "lockstep/oracle/schema/schema_testing.h"

namespace lockstep::oracle {
namespace {

TEST(UnevaluatedProperties, SeesEveryInPlaceApplicator) {
  const char* const kApplicators[] = {
      R"("allOf":[{"properties":{"a":true}}])",
      R"("anyOf":[{"properties":{"a":true}}])",
      R"("oneOf":[{"properties":{"a":true}},false])",
      R"("if":{"properties":{"a":true}})",
      R"("if":true,"then":{"properties":{"a":true}})",
      R"("if":false,"else":{"properties":{"a":true}})",
      R"("dependentSchemas":{"a":{"properties":{"a":true}}})",
      R"("$ref":"#/$defs/p","$defs":{"p":{"properties":{"a":true}}})",
      R"("$dynamicRef":"#p","$defs":{"p":{"$dynamicAnchor":"p","properties":{"a":true}}})",
      R"("patternProperties":{"^a$":true})",
      R"("allOf":[{"additionalProperties":true}])",
      R"("allOf":[{"unevaluatedProperties":true}])",
      R"("allOf":[{"allOf":[{"$ref":"#/$defs/p"}]}],"$defs":{"p":{"properties":{"a":true}}})",
  };
  for (const char* applicator : kApplicators) {
    const std::string schema = std::string("{") + applicator + R"(,"unevaluatedProperties":false})";
    EXPECT_EQ(judge(schema, R"({"a":1})"), "yes") << schema;
  }
}

TEST(UnevaluatedProperties, SeesNothingOfFailedBranches) {
  const char* const kApplicators[] = {
      R"("anyOf":[{"properties":{"a":true},"required":["z"]},true])",
      R"("oneOf":[{"properties":{"a":true},"required":["z"]},true])",
      R"("if":{"properties":{"a":true},"required":["z"]})",
      R"("not":{"properties":{"a":false}},"required":["a"])",
      R"("not":{"not":{"properties":{"a":true}}})",
      R"("then":{"properties":{"a":true}})",
      R"("if":true,"else":{"properties":{"a":true}})",
      R"("dependentSchemas":{"z":{"properties":{"a":true}}})",
      R"("propertyNames":{"const":"a"})",
      R"("required":["a"])",
      R"("anyOf":[{"allOf":[{"properties":{"a":true}},false]},true])",
  };
  for (const char* applicator : kApplicators) {
    const std::string schema = std::string("{") + applicator + R"(,"unevaluatedProperties":false})";
    EXPECT_EQ(judge(schema, R"({"a":1})"), "no") << schema;
  }
}

TEST(UnevaluatedProperties, CollectsFromAllValidBranches) {
  const char* schema = R"({"anyOf":[{"properties":{"a":{"type":"integer"}},"required":["a"]},
      {"properties":{"b":true},"required":["b"]}],"unevaluatedProperties":false})";
  EXPECT_EQ(judge(schema, R"({"a":1,"b":1})"), "yes");
  EXPECT_EQ(judge(schema, R"({"b":1})"), "yes");
  EXPECT_EQ(judge(schema, R"({"a":"s","b":1})"), "no") << "the first branch fails, so a is not evaluated";
}

TEST(UnevaluatedProperties, DoesNotSeeCousinsNorParents) {
  EXPECT_EQ(judge(R"({"allOf":[{"properties":{"a":true}},{"unevaluatedProperties":false}]})", R"({"a":1})"),
            "no");
  EXPECT_EQ(judge(R"({"properties":{"a":true},"allOf":[{"unevaluatedProperties":false}]})", R"({"a":1})"),
            "no");
  EXPECT_EQ(judge(R"({"allOf":[{"unevaluatedProperties":false,"properties":{"a":true}}]})", R"({"a":1})"),
            "yes");
}

TEST(UnevaluatedProperties, InsideNotAndIfHasItsOwnMarks) {
  const char* inside_not = R"({"not":{"properties":{"a":true},"unevaluatedProperties":false}})";
  EXPECT_EQ(judge(inside_not, R"({"a":1})"), "no");
  EXPECT_EQ(judge(inside_not, R"({"b":1})"), "yes");
  const char* inside_if =
      R"({"properties":{"b":true},"if":{"properties":{"a":true},"unevaluatedProperties":false},
      "then":{"required":["a"]},"else":{"required":["b"]},"unevaluatedProperties":false})";
  EXPECT_EQ(judge(inside_if, R"({"a":1})"), "yes");
  EXPECT_EQ(judge(inside_if, R"({"b":1})"), "yes");
  EXPECT_EQ(judge(inside_if, R"({"a":1,"b":1})"), "no") << "if fails, so a is not evaluated";
}

TEST(UnevaluatedProperties, DoesNotLeakBetweenInstanceLocations) {
  const char* schema = R"({"properties":{"o":{"properties":{"a":true}}},"unevaluatedProperties":false})";
  EXPECT_EQ(judge(schema, R"({"o":{"a":1}})"), "yes");
  EXPECT_EQ(judge(schema, R"({"o":{},"a":1})"), "no");
}

TEST(UnevaluatedProperties, JudgesWhatIsLeftWithItsSchema) {
  const char* schema = R"({"allOf":[{"properties":{"a":true}}],"unevaluatedProperties":{"type":"integer"}})";
  EXPECT_EQ(judge(schema, R"({"a":"s","b":1})"), "yes");
  EXPECT_EQ(judge(schema, R"({"b":"s"})"), "no");
  EXPECT_EQ(judge(schema, R"(["s"])"), "yes") << "no object";
}

TEST(UnevaluatedItems, SeesPrefixItemsContainsAndBranches) {
  const char* schema = R"({"prefixItems":[true],"anyOf":[{"prefixItems":[true,{"const":2}]},true],
      "contains":{"type":"string"},"minContains":0,"unevaluatedItems":false})";
  EXPECT_EQ(judge(schema, "[1]"), "yes");
  EXPECT_EQ(judge(schema, "[1,2]"), "yes");
  EXPECT_EQ(judge(schema, "[1,3]"), "no");
  EXPECT_EQ(judge(schema, R"([1,"s","s"])"), "yes");
  EXPECT_EQ(judge(schema, R"([1,2,"s"])"), "yes");
  EXPECT_EQ(judge(schema, R"([1,2,"s",4])"), "no");
}

TEST(UnevaluatedItems, ContainsInAFailedBranchMarksNothing) {
  const char* schema =
      R"({"anyOf":[{"contains":{"const":1},"minContains":2},true],"unevaluatedItems":false})";
  EXPECT_EQ(judge(schema, "[1]"), "no");
  EXPECT_EQ(judge(schema, "[1,1]"), "yes");
}

TEST(UnevaluatedItems, ItemsAndUnevaluatedItemsLeaveNothing) {
  EXPECT_EQ(judge(R"({"allOf":[{"items":true}],"unevaluatedItems":false})", "[1,2]"), "yes");
  EXPECT_EQ(judge(R"({"allOf":[{"unevaluatedItems":true}],"unevaluatedItems":false})", "[1,2]"), "yes");
  EXPECT_EQ(judge(R"({"allOf":[{"prefixItems":[true],"items":true}],"unevaluatedItems":false})", "[1,2]"),
            "yes");
  EXPECT_EQ(judge(R"({"additionalProperties":true,"unevaluatedItems":false})", "[1]"), "no");
}

// Whether `u` holds for an object with members nobody can say, as patterns get no steps at all; it marks
// nothing. `endless` never ends, so nobody can say what it would have marked.
std::string judge_with_unknown(const std::string& keywords, std::string_view instance) {
  CheckLimits limits;
  limits.pattern_steps = 0;
  const std::string defs =
      R"("$defs":{"u":{"propertyNames":{"pattern":"."}},"endless":{"$ref":"#/$defs/endless"}})";
  return judge("{" + defs + "," + keywords + "}", instance, {}, {}, limits);
}
constexpr const char* kUnknown = "unknown: pattern_budget";

TEST(UnevaluatedWithUnknown, AnUncertainBranchMakesItUnknown) {
  const char* schema =
      R"("anyOf":[{"properties":{"a":true},"$ref":"#/$defs/u"},true],"unevaluatedProperties":false)";
  EXPECT_EQ(judge_with_unknown(schema, R"({"a":1})"), kUnknown);
  EXPECT_EQ(judge_with_unknown(schema, R"({"b":1})"), "no")
      << "no branch evaluates b, whatever is true of the first";
  EXPECT_EQ(judge_with_unknown(schema, "{}"), "yes") << "nothing is left to evaluate";
}

TEST(UnevaluatedWithUnknown, ItDoesNotMatterWhereTheMemberIsValidAnyway) {
  const char* schema =
      R"("anyOf":[{"properties":{"a":true},"$ref":"#/$defs/u"},true],"unevaluatedProperties":{"type":"integer"})";
  EXPECT_EQ(judge_with_unknown(schema, R"({"a":1})"), "yes");
  EXPECT_EQ(judge_with_unknown(schema, R"({"a":"s"})"), kUnknown);
}

TEST(UnevaluatedWithUnknown, ABranchThatMustHoldIsNotUncertain) {
  const char* all_of =
      R"("allOf":[{"properties":{"a":true},"$ref":"#/$defs/u"}],"unevaluatedProperties":false)";
  EXPECT_EQ(judge_with_unknown(all_of, R"({"a":1})"), kUnknown);
  EXPECT_EQ(judge_with_unknown(all_of, R"({"b":1})"), "no");
  const char* one_of = R"("oneOf":[{"properties":{"a":true}},{"properties":{"b":true},"$ref":"#/$defs/u"}],
      "unevaluatedProperties":false)";
  EXPECT_EQ(judge_with_unknown(one_of, R"({"b":1})"), "no")
      << "if oneOf holds, only its first branch is valid";
}

TEST(UnevaluatedWithUnknown, ConditionsAndContains) {
  const char* conditional =
      R"("if":{"$ref":"#/$defs/u"},"then":{"properties":{"a":true}},"else":true,"unevaluatedProperties":false)";
  EXPECT_EQ(judge_with_unknown(conditional, R"({"a":1})"), kUnknown);
  EXPECT_EQ(judge_with_unknown(conditional, R"({"b":1})"), "no");
  const char* contains = R"("contains":{"$ref":"#/$defs/u"},"minContains":0,"unevaluatedItems":false)";
  EXPECT_EQ(judge_with_unknown(contains, R"([{"a":1}])"), kUnknown);
  EXPECT_EQ(judge_with_unknown(contains, "[]"), "yes");
  EXPECT_EQ(judge_with_unknown(contains, R"([{"a":1},3])"), kUnknown);
}

TEST(UnevaluatedWithUnknown, AnEvaluationCutShortMayHaveMarkedAnything) {
  const char* branch = R"("anyOf":[{"$ref":"#/$defs/endless"},true],"unevaluatedProperties":false)";
  EXPECT_EQ(judge_with_unknown(branch, R"({"a":1})"), "unknown: infinite_recursion");
  EXPECT_EQ(judge_with_unknown(branch, "{}"), "yes");
  const char* closed = R"("$ref":"#/$defs/endless","unevaluatedProperties":false)";
  EXPECT_EQ(judge_with_unknown(closed, R"({"a":1})"), "unknown: infinite_recursion");
  const char* inside_not = R"("not":{"$ref":"#/$defs/endless"},"unevaluatedProperties":false)";
  EXPECT_EQ(judge_with_unknown(inside_not, R"({"a":1})"), "no") << "nothing comes out of not";
}

}  // namespace
}  // namespace lockstep::oracle
