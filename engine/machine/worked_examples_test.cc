// Small schemas in which the next event is worked out by hand: each shows a rule that looks sufficient and is
// not. Universe: the names a, b, c, the values 1, 2, "x", an object, an array, and the end of the container.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "lockstep/engine/machine/machine_texts_test.h"

namespace lockstep::engine {
namespace {

StateId after(Machine& machine, StateId state, std::string_view text) {
  for (const char byte : text) state = machine.step(state, static_cast<std::uint8_t>(byte));
  return state;
}

// Is `value` possible here, as the whole value?
bool whole(Machine& machine, StateId state, const std::string& value) {
  for (const char* next : {",", "]", "}"}) {
    if (after(machine, state, value + next) != kDeadState) return true;
  }
  return false;
}

std::set<std::string> next_events(const std::string& schema, const std::string& prefix) {
  const auto machine = good(schema);
  if (machine == nullptr) return {"no machine"};
  const StateId state = after(*machine, machine->start(), prefix);
  if (state == kDeadState) return {"dead"};
  std::set<std::string> events;
  const char last = prefix.back();
  const bool value = last == ':' || last == '[';
  const std::string comma = value || last == '{' ? "" : ",";
  for (const std::string one : {"1", "2", "\"x\""}) {
    if (whole(*machine, state, comma + one)) events.insert(one);
  }
  if (after(*machine, state, comma + "{") != kDeadState) events.insert("object");
  if (after(*machine, state, comma + "[") != kDeadState) events.insert("array");
  for (const std::string name : {"a", "b", "c"}) {
    if (after(*machine, state, comma + "\"" + name + "\":") != kDeadState) events.insert(name);
  }
  for (const char* end : {"}", "]"}) {
    if (after(*machine, state, end) != kDeadState) events.insert("end");
  }
  return events;
}

using Events = std::set<std::string>;

TEST(WorkedExamples, E01BothMembersAreFixed) {
  EXPECT_EQ(
      next_events(R"({"type":"object","properties":{"a":{"const":1},"b":{"const":2}},"required":["a","b"],
                            "additionalProperties":false})",
                  R"({"b":)"),
      (Events{"2"}));
}
TEST(WorkedExamples, E02RoomIsKeptForRequiredNames) {
  EXPECT_EQ(next_events(R"({"type":"object","required":["a","b"],"maxProperties":2})", R"({"a":1)"),
            (Events{"b"}));
}
TEST(WorkedExamples, E03TwoNamesOfWhichOneForbidsTheOther) {
  expect_empty({R"({"type":"object","propertyNames":{"enum":["a","b"]},"minProperties":2,
                    "dependentSchemas":{"a":{"properties":{"b":false}}}})"});
}
TEST(WorkedExamples, E04TheBranchIsChosenByTheLaterMember) {
  EXPECT_EQ(
      next_events(
          R"({"type":"object","required":["a","b"],"oneOf":[{"properties":{"a":{"const":1},"b":{"const":1}}},
                            {"properties":{"a":{"const":2},"b":{"const":"x"}}}]})",
          R"({"b":"x","a":)"),
      (Events{"2"}));
}
TEST(WorkedExamples, E05ExactlyOneOfTwoNames) {
  EXPECT_EQ(next_events(R"({"type":"object","additionalProperties":{"enum":[1,2]},
                            "oneOf":[{"required":["a"]},{"required":["b"]}]})",
                        R"({"a":1)"),
            (Events{"end", "c"}));
}
TEST(WorkedExamples, E06AnAbsentNameSatisfiesProperties) {
  EXPECT_EQ(next_events(R"({"type":"object","maxProperties":1,"not":{"properties":{"a":{"const":1}}}})", "{"),
            (Events{"a"}));
}
TEST(WorkedExamples, E07AConditionDecidedBackwards) {
  EXPECT_EQ(next_events(R"({"type":"object","required":["a","b"],"if":{"properties":{"a":{"const":1}}},
                            "then":{"properties":{"b":{"const":1}}},"else":{"properties":{"b":{"const":2}}}})",
                        R"({"b":2,"a":)"),
            (Events{"2", "\"x\"", "object", "array"}));
}
TEST(WorkedExamples, E08APatternThatNoNumberSatisfiesTwice) {
  EXPECT_EQ(next_events(R"({"type":"object","patternProperties":{"^a":{"minimum":2},"a$":{"maximum":1}},
                            "properties":{"a":{"type":"number"}}})",
                        "{"),
            (Events{"end", "b", "c"}));
}
TEST(WorkedExamples, E09TwoItemsForTwoSchemas) {
  EXPECT_EQ(
      next_events(
          R"({"type":"array","maxItems":2,"allOf":[{"contains":{"const":1}},{"contains":{"const":2}}]})",
          "["),
      (Events{"1", "2"}));
}
TEST(WorkedExamples, E10OneItemServesBoth) {
  EXPECT_EQ(
      next_events(
          R"({"type":"array","maxItems":1,"allOf":[{"contains":{"minimum":2}},{"contains":{"type":"number"}}]})",
          "["),
      (Events{"2"}));
}
TEST(WorkedExamples, E11AtMostOneHit) {
  EXPECT_EQ(
      next_events(R"({"type":"array","contains":{"type":"integer"},"minContains":0,"maxContains":1})", "[1"),
      (Events{"end", "\"x\"", "object", "array"}));
}
TEST(WorkedExamples, E12AValueIsKeptForALaterItem) {
  EXPECT_EQ(next_events(
                R"({"type":"array","uniqueItems":true,"prefixItems":[true,{"const":1}],"minItems":2})", "["),
            (Events{"2", "\"x\"", "object", "array"}));
}
TEST(WorkedExamples, E13ContainersAreToldApartWhileTheyAreWritten) {
  EXPECT_EQ(
      next_events(
          R"({"type":"array","uniqueItems":true,"items":{"type":"object","properties":{"a":{"const":1},"b":{"enum":[1,2]}},
                            "additionalProperties":false,"required":["a","b"]}})",
          R"([{"a":1,"b":1},{"b":)"),
      (Events{"2"}));
}
TEST(WorkedExamples, E14EvaluatedOnlyOnceTheOtherCame) {
  EXPECT_EQ(
      next_events(
          R"({"type":"object","anyOf":[{"properties":{"a":true},"required":["b"]},{"properties":{"b":{"const":1}}}],
                            "unevaluatedProperties":false})",
          R"({"a":1)"),
      (Events{"b"}));
}
TEST(WorkedExamples, E15NotEvaluatedByTheBranchThatFails) {
  EXPECT_EQ(next_events(R"({"type":"object","oneOf":[{"properties":{"a":{"const":1}},"required":["a"]},
                            {"properties":{"b":{"const":2}},"required":["b"]}],"unevaluatedProperties":{"const":"x"}})",
                        R"({"a":1,"b":)"),
            (Events{"\"x\""}));
}
TEST(WorkedExamples, E16ANoWhileRecursionIsOpenIsNotRemembered) {
  EXPECT_EQ(
      next_events(
          R"({"$ref":"#/$defs/A","$defs":{"A":{"anyOf":[{"type":"object","properties":{"b":{"$ref":"#/$defs/B"}},
                            "required":["b"],"additionalProperties":false},{"type":"array","items":false}]},
                            "B":{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"required":["a"],
                            "additionalProperties":false}}})",
          "{"),
      (Events{"b"}));
}
TEST(WorkedExamples, E17NoFiniteValue) {
  expect_empty({R"({"type":"object","properties":{"a":{"$ref":"#"}},"required":["a"]})"});
}
TEST(WorkedExamples, E18ARepeatIsAskedFor) {
  EXPECT_EQ(
      next_events(R"({"type":"array","not":{"uniqueItems":true},"items":{"enum":[1,2]},"maxItems":2})", "[1"),
      (Events{"1"}));
}
TEST(WorkedExamples, E19TheLastOfFourArrays) {
  EXPECT_EQ(
      next_events(
          R"({"type":"array","uniqueItems":true,"items":{"type":"array","items":{"enum":[1,2]},"minItems":2,
                            "maxItems":2},"minItems":3,"maxItems":4})",
          "[[1,1],[1,2],[2,1],["),
      (Events{"2"}));
}
TEST(WorkedExamples, E20ListedContainers) {
  EXPECT_EQ(next_events(R"({"enum":[{"a":1,"b":2},{"a":2},[1]]})", R"({"a":)"), (Events{"1", "2"}));
}

TEST(Witnesses, AContainedItemThatNoItemCanBe) {
  expect_empty({R"({"type":"array","items":{"const":1},"contains":{"const":2}})"});
}
TEST(Witnesses, FewerValuesThanItems) {
  expect_empty({R"({"type":"array","uniqueItems":true,"items":{"enum":[1,2]},"minItems":3})"});
}
TEST(Witnesses, ARequiredNameThatIsClosedOut) {
  check({{R"({"properties":{"a":{}},"required":["z"],"additionalProperties":false})", {"1"}, {{"{", 0}}}});
}
TEST(Witnesses, ALoopThatNoTypeButOneMeets) {
  const auto made =
      make(R"({"$defs":{"a":{"type":"object","anyOf":[{"$ref":"#/$defs/a"}]}},"$ref":"#/$defs/a"})");
  ASSERT_TRUE(std::holds_alternative<CompileFault>(made));
  EXPECT_EQ(std::get<CompileFault>(made).status, CompileStatus::refused);
  EXPECT_EQ(std::get<CompileFault>(made).error.code, "in_place_loop");
}
TEST(Witnesses, BitsThatAreReachableOnlyApart) {
  expect_empty(
      {R"({"type":"array","maxItems":1,"contains":{"enum":[true]},"not":{"items":{"not":{"type":["array","integer"]}}}})"});
}

}  // namespace
}  // namespace lockstep::engine
