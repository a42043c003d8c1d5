// Reasons name keywords by their pointers, and they are true: without the keyword the byte is taken, or
// another reason is left.
#include "lockstep/engine/machine/explain.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "lockstep/engine/machine/place.h"

namespace lockstep::engine {
namespace {

Explanation why(const std::string& schema, const std::string& text, const std::string& next,
                const Policy& policy = Policy::spec()) {
  auto read = read_schema(schema, {}, {}, {}, nullptr);
  EXPECT_EQ(read.index(), 0U) << schema;
  if (read.index() != 0) return {};
  auto explained = explain(std::get<Schema>(read), policy, {}, text, next, nullptr);
  if (const Error* error = std::get_if<Error>(&explained)) {
    ADD_FAILURE() << schema << " " << text << ": " << error->code;
    return {};
  }
  return std::get<Explanation>(explained);
}

// "/type" for a keyword, "policy whitespace", "json duplicate_name"; parts of one reason joined by " & ".
std::vector<std::string> said(const Explanation& explanation) {
  std::vector<std::string> out;
  for (const Reason& reason : explanation.reasons) {
    std::string all;
    for (const ReasonPart& part : reason.parts) {
      EXPECT_FALSE(part.message.empty());
      all += all.empty() ? "" : " & ";
      all += part.kind == ReasonPart::Kind::keyword  ? part.pointer
             : part.kind == ReasonPart::Kind::policy ? "policy " + part.keyword
                                                     : "json " + part.keyword;
    }
    EXPECT_TRUE(reason.irreducible);
    out.push_back(std::move(all));
  }
  return out;
}

struct Case {
  const char* schema;
  const char* text;
  const char* next;
  std::size_t taken;
  const char* place;
  std::vector<std::string> reasons;
};

constexpr const char* kPerson =
    R"({"type":"object","properties":{"name":{"type":"string","maxLength":3},"age":{"type":"integer","maximum":120},
        "role":{"enum":["admin","user"]}},"required":["name","age"],"additionalProperties":false})";

TEST(Explain, SaysWhichItemIsRepeated) {
  const auto message = [](const char* text, const char* next) {
    const Explanation explained = why(
        R"({"properties":{"a":{"type":"array","items":{"type":["integer","string","array"]},"uniqueItems":true}}})",
        text, next);
    EXPECT_EQ(said(explained), (std::vector<std::string>{"/properties/a/uniqueItems"})) << text;
    return explained.reasons.empty() ? "" : explained.reasons.front().parts.front().message;
  };
  EXPECT_EQ(message(R"({"a":[1,2,1.0)", "]"), "the items of an array here differ: item 2 is equal to item 0");
  EXPECT_EQ(message(R"({"a":["x","y","\u0079)", "\""),
            "the items of an array here differ: item 2 is equal to item 1");
  EXPECT_EQ(message(R"({"a":[[3],[3)", "]"), "the items of an array here differ: item 1 is equal to item 0");
  EXPECT_EQ(repeated_item(R"([{"a":1,"b":[]},{"b":[],"a":1e0)"), (std::pair<std::size_t, std::size_t>(0, 1)));
  EXPECT_EQ(repeated_item(R"([["]",1],["]",2)"), std::nullopt);
}

TEST(Explain, WhatAUserWouldAsk) {
  const std::vector<Case> cases = {
      {kPerson, R"({")", "email\"", 0, "", {"/additionalProperties"}},
      {kPerson, R"({"name":"Al")", "}", 0, "", {"/required"}},
      {kPerson, R"({"age":12)", "1", 0, "/age", {"/properties/age/type & /properties/age/maximum"}},
      {R"({"items":{"type":"integer"}})", "[1", ".5]", 2, "/0", {"/items/type"}},
      {kPerson, R"({"name":"Ali)", "ce\"", 0, "/name", {"/properties/name/maxLength"}},
      {kPerson, R"({"role":"a)", "nna\"", 0, "/role", {"/properties/role/enum"}},
      {kPerson, R"({"name":)", "12", 0, "/name", {"/properties/name/type"}},
      {R"({"type":"object"})", R"({"a":1,)", R"("\u0061":2)", 7, "", {"json duplicate_name"}},
      {R"({"items":{"type":"integer"},"minItems":2,"maxItems":3,"type":"array"})",
       "[1",
       "]",
       0,
       "/0",
       {"/minItems"}},
      {R"({"items":{"type":"integer"},"minItems":2,"maxItems":3,"type":"array"})",
       "[1,2,3",
       ",",
       0,
       "/2",
       {"/maxItems"}},
      {R"({"type":"object","properties":{"a":false}})", R"({)", R"("a":1)", 2, "", {"/properties/a"}},
      {R"({"type":"string"})", "\"", "\xC3\x28", 1, "", {"json utf8"}},
      {R"({"type":"string"})", "\"", "\n", 0, "", {"json control_character"}},
      {"true", "[1", "}", 0, "/0", {"json syntax"}},
      {"true", "[1", "", 0, "/0", {"json incomplete"}},
      {R"({"$defs":{"p":{"exclusiveMinimum":0}},"properties":{"n":{"$ref":"#/$defs/p"}}})",
       R"({"n":0)",
       "}",
       0,
       "/n",
       {"/properties/n/$ref & /$defs/p/exclusiveMinimum"}},
  };
  std::size_t compared = 0;
  for (const Case& one : cases) {
    const Explanation explanation = why(one.schema, one.text, one.next);
    SCOPED_TRACE(std::string(one.schema) + " " + one.text + " + " + one.next);
    EXPECT_FALSE(explanation.allowed);
    EXPECT_EQ(explanation.taken, one.taken);
    EXPECT_EQ(explanation.place, one.place);
    const std::vector<std::string> reasons = said(explanation);
    ASSERT_FALSE(reasons.empty());
    EXPECT_NE(std::find(reasons.begin(), reasons.end(), one.reasons[0]), reasons.end())
        << testing::PrintToString(reasons);
    ++compared;
  }
  EXPECT_EQ(compared, 16U);
}

TEST(Explain, EveryBranchOfAnAnyOfHasItsPart) {
  const Explanation string =
      why(R"({"anyOf":[{"maxLength":1},{"maxLength":2}],"type":"string"})", "\"ab", "c");
  EXPECT_EQ(said(string), (std::vector<std::string>{"/anyOf/0/maxLength & /anyOf/1/maxLength"}));
  EXPECT_EQ(string.reasons[0].parts[1].message, "a string here has at most this many characters: 2");
  const Explanation number =
      why(R"({"type":"integer","minimum":0,"maximum":7})", "1", "2", Policy::canonical());
  EXPECT_EQ(said(number), std::vector<std::string>{"/maximum"});
}

TEST(Explain, AConflictFurtherOnIsNamed) {
  const Explanation conflict = why(
      R"({"type":"object","properties":{"a":{"type":"array","items":{"type":"string"},"minItems":1}},
          "additionalProperties":{"maximum":3}})",
      R"({"a":[)", "]");
  EXPECT_EQ(said(conflict), (std::vector<std::string>{"/properties/a/minItems"}));
  const Explanation empty = why(R"({"type":"object","properties":{"a":{"type":"string"}},
      "allOf":[{"properties":{"a":{"type":"number"}}}]})",
                                R"({"a)", "\":");
  EXPECT_EQ(said(empty), (std::vector<std::string>{"/properties/a/type & /allOf/0/properties/a/type"}));
}

TEST(Explain, PoliciesAreReasonsToo) {
  EXPECT_EQ(said(why("true", "[", " ", Policy::canonical())), std::vector<std::string>{"policy whitespace"});
  EXPECT_EQ(said(why("true", "\"", "\\/", Policy::canonical())), std::vector<std::string>{"policy escapes"});
  EXPECT_EQ(said(why("true", "1.0", "}", Policy::model())), std::vector<std::string>{"json syntax"});
  EXPECT_EQ(said(why(R"({"properties":{"a":{},"b":{}}})", R"({"b":1,)", "\"a\"", Policy::canonical())),
            std::vector<std::string>{"policy key_order"});
  EXPECT_EQ(said(why("true", "", " 1", Policy::canonical())),
            std::vector<std::string>{"policy outer_whitespace"});
  EXPECT_EQ(said(why(R"({"type":"integer"})", "1", ".0", Policy::model())),
            std::vector<std::string>{"/type"});
}

TEST(Explain, SaysWhatTheByteWasAndWhatCouldCome) {
  const Explanation explanation = why(kPerson, R"({"name":"Al")", "}");
  EXPECT_EQ(explanation.refused, std::uint8_t{'}'});
  EXPECT_TRUE(explanation.could_come[',']);
  EXPECT_FALSE(explanation.could_come['}']);
  EXPECT_FALSE(explanation.could_stop);
  EXPECT_EQ(explanation.reasons[0].parts[0].message, "a required member has not come: \"age\"");
  EXPECT_TRUE(why("true", "1", "2").allowed);
  EXPECT_TRUE(why("true", "1", "").allowed);
}

TEST(Explain, ATextThatDiesItselfIsAnError) {
  auto read = read_schema(R"({"type":"array"})", {}, {}, {}, nullptr);
  const auto explained = explain(std::get<Schema>(read), Policy::spec(), {}, "{", "}", nullptr);
  ASSERT_EQ(explained.index(), 1U);
  EXPECT_EQ(std::get<Error>(explained).code, "text_not_viable");
  EXPECT_EQ(std::get<Error>(explained).offset, 0U);
}

TEST(Place, IsReadFromTheText) {
  EXPECT_EQ(place_of(R"({"a~/b":[1,{"c":)").pointer, "/a~0~1b/1/c");
  EXPECT_EQ(place_of(R"([[],"x)").pointer, "/1");
  EXPECT_EQ(place_of(R"([1,2])").pointer, "");
  const TextPlace name = place_of(R"({"a":{"\u0062":1,"c\u00)");
  EXPECT_EQ(name.pointer, "/a");
  EXPECT_TRUE(name.in_name);
  EXPECT_EQ(name.name, "c");
  EXPECT_EQ(name.names, std::set<std::string>{"b"});
  EXPECT_TRUE(place_of(R"(["a\")").in_string);
}

}  // namespace
}  // namespace lockstep::engine
