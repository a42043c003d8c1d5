// The sentences: which branch, which name, which count, which character; in the words of the schema.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lockstep/engine/machine/explain.h"
#include "lockstep/engine/machine/trail.h"

namespace lockstep::engine {
namespace {

// "pointer: sentence" of every part of every reason.
std::vector<std::string> told(const std::string& schema, const std::string& text, const std::string& next) {
  SchemaOptions options;
  options.assert_formats = true;
  auto read = read_schema(schema, {}, options, {}, nullptr);
  EXPECT_EQ(read.index(), 0U) << schema;
  if (read.index() != 0) return {};
  const auto explained = explain(std::get<Schema>(read), Policy::spec(), {}, text, next, nullptr);
  if (const Error* error = std::get_if<Error>(&explained)) return {error->code};
  std::vector<std::string> out;
  for (const Reason& reason : std::get<Explanation>(explained).reasons) {
    for (const ReasonPart& part : reason.parts) out.push_back(part.pointer + ": " + part.message);
  }
  return out;
}

struct Case {
  const char* schema;
  const char* text;
  const char* next;
  std::vector<std::string> told;
};

TEST(ExplainWords, OfBranches) {
  const std::vector<Case> cases = {
      {R"({"oneOf":[{"type":"integer"},{"minimum":2}]})",
       "3",
       "",
       {"/oneOf: exactly one branch may hold: #/oneOf/0, #/oneOf/1 hold"}},
      {R"({"items":{"oneOf":[{"type":"integer"},{"minimum":2}]}})",
       "[1,3",
       "]",
       {"/items/oneOf: exactly one branch may hold: #/items/oneOf/0, #/items/oneOf/1 hold"}},
      {R"({"oneOf":[{"type":"array","items":{"type":"integer"}},{"type":"object"}]})",
       "[1,",
       "\"",
       {"/oneOf: exactly one branch may hold: #/oneOf/0 failed at \"/1\", #/oneOf/1 failed at \"\""}},
      {R"({"type":"object","oneOf":[{"required":["a"]},{"required":["b"]}]})",
       R"({"a":1,"b)",
       "\"",
       {"/oneOf: exactly one branch may hold: #/oneOf/0, #/oneOf/1 hold"}},
      {R"({"not":{"type":"string","minLength":2}})",
       R"("a)",
       "b",
       {"/not: the value satisfies #/not, which it must not"}},
      {R"({"type":"object","not":{"required":["a"]}})",
       R"({"a)",
       "\"",
       {"/not: the value satisfies #/not, which it must not"}},
      {R"({"if":{"type":"integer"},"then":{"maximum":20},"else":{"minLength":2}})",
       "30",
       "",
       {"/then/maximum: a number here is at most 20 (asked because #/if holds)"}},
      {R"({"if":{"type":"integer"},"then":{"maximum":20},"else":{"minLength":2}})",
       R"("a)",
       "\"",
       {"/else/minLength: a string here has at least this many characters: 2 (asked because #/if does not "
        "hold)"}},
      {R"({"type":"object","dependentSchemas":{"a":{"properties":{"b":{"type":"null"}}}}})",
       R"({"a":1,"b":)",
       "1",
       {"/dependentSchemas/a/properties/b/type: this value may be: null (asked because of the member "
        "\"a\")"}},
  };
  for (const Case& one : cases) EXPECT_EQ(told(one.schema, one.text, one.next), one.told) << one.schema;
  EXPECT_EQ(cases.size(), 9U);
}

TEST(ExplainWords, OfReferences) {
  const std::vector<Case> cases = {
      {R"({"$dynamicRef":"#n","$defs":{"n":{"$dynamicAnchor":"n","type":["integer","array"]}}})",
       "",
       "\"",
       {"/$dynamicRef: the value satisfies #/$defs/n, to which this refers",
        "/$defs/n/type: this value may be: array, integer"}},
      {R"({"items":{"$ref":"#/$defs/n"},"$defs":{"n":{"maximum":2}}})",
       "[3",
       "]",
       {"/items/$ref: the value satisfies #/$defs/n, to which this refers",
        "/$defs/n/maximum: a number here is at most 2"}},
  };
  for (const Case& one : cases) EXPECT_EQ(told(one.schema, one.text, one.next), one.told) << one.schema;
}

// A dynamic reference under the word of its draft: of the keyword that was written, and with its target.
TEST(ExplainWords, OfRecursiveReferencesOfDraft201909) {
  const std::vector<Case> cases = {
      {R"({"$schema":"https://json-schema.org/draft/2019-09/schema","$recursiveAnchor":true,
           "type":["array","null"],"items":{"$recursiveRef":"#"}})",
       "[",
       "1",
       {"/type: this value may be: null, array",
        "/items/$recursiveRef: the value satisfies #, to which this refers"}},
  };
  for (const Case& one : cases) EXPECT_EQ(told(one.schema, one.text, one.next), one.told) << one.schema;
}

// Of items that must differ: the one that is repeated, or that only such ones are left.
TEST(ExplainWords, OfDistinctItems) {
  const std::vector<Case> cases = {
      {R"({"uniqueItems":true})",
       R"([{"a":1,"b":2},{"b":2.0,"a":1)",
       "}",
       {"/uniqueItems: the items of an array here differ: item 1 is equal to item 0"}},
      {R"({"type":"array","uniqueItems":true,"prefixItems":[true,{"const":1}],"minItems":2})",
       "[1",
       ",",
       {"/uniqueItems: the items of an array here differ, and this leads to one that was there before",
        "/prefixItems/1/const: this value is 1"}},
      {R"({"type":"array","not":{"uniqueItems":true},"items":{"enum":[1,2]},"maxItems":2})",
       "[1,",
       "2",
       {"/maxItems: an array here has at most this many items: 2",
        "/not: whatever may still come, the value satisfies #/not, which it must not"}},
  };
  for (const Case& one : cases) EXPECT_EQ(told(one.schema, one.text, one.next), one.told) << one.schema;
}

TEST(ExplainWords, OfMembers) {
  const std::vector<Case> cases = {
      {R"({"type":"object","dependentRequired":{"a":["b","c"]}})",
       R"({"a":1,"b":2)",
       "}",
       {"/dependentRequired: because of \"a\" a member has not come that it needs: \"c\""}},
      {R"({"minProperties":3})",
       R"({"a":1,"b":2)",
       "}",
       {"/minProperties: an object here has at least this many members: 3; it has 2"}},
      {R"({"maxProperties":2})",
       R"({"a":1,"b":2)",
       ",",
       {"/maxProperties: an object here has at most this many members: 2; it has 2"}},
      {R"({"propertyNames":{"maxLength":2}})",
       R"({"ab)",
       "c",
       {"/propertyNames/maxLength: a name here has at most this many characters: 2"}},
      {R"({"propertyNames":{"enum":["ab","cd"]}})",
       R"({"a)",
       "c",
       {"/propertyNames/enum: a name here is one of: \"ab\", \"cd\""}},
      {R"({"propertyNames":false})", "{", "\"", {"/propertyNames: no name is admitted here"}},
      {R"({"propertyNames":{"pattern":"^[a-z]+$"}})",
       R"({"ab)",
       "C",
       {"/propertyNames/pattern: a name here matches ^[a-z]+$; after \"ab\" (2 characters) it cannot go on "
        "so"}},
      {R"({"patternProperties":{"^x":{"type":"integer"}}})",
       R"({"xy":)",
       "\"",
       {"/patternProperties/^x/type: this value may be: integer (asked because the name matches ^x)"}},
      {R"({"patternProperties":{"^x":false}})",
       R"({")",
       "x",
       {"/patternProperties/^x: no member may come whose name matches ^x"}},
      {R"({"type":"object","properties":{"a":true},"unevaluatedProperties":false})",
       R"({")",
       "b",
       {"/unevaluatedProperties: no member may come that nothing else evaluates"}},
      {R"({"type":"object","anyOf":[{"properties":{"a":true},"required":["b"]},{"properties":{"b":{"const":1}}}],"unevaluatedProperties":false})",
       R"({"a":1)",
       "}",
       {"/anyOf/0/required: a required member has not come: \"b\"",
        "/unevaluatedProperties: no member may come that nothing else evaluates; of the branches that would, "
        "#/anyOf/0 "
        "failed at \"\"; the last name is \"a\""}},
  };
  for (const Case& one : cases) EXPECT_EQ(told(one.schema, one.text, one.next), one.told) << one.schema;
  EXPECT_EQ(cases.size(), 11U);
}

TEST(ExplainWords, OfItemsAndCharacters) {
  const std::vector<Case> cases = {
      {R"({"contains":{"const":1}})",
       "[2,3",
       "]",
       {"/contains: at least this many items satisfy #/contains: 1; so far 0",
        "/contains/const: this value is 1 (asked of items by #/contains)"}},
      {R"({"contains":{"const":1},"minContains":3})",
       "[1,2,1",
       "]",
       {"/contains: the items are counted that satisfy #/contains; so far 2",
        "/minContains: at least this many items satisfy #/contains: 3; so far 2",
        "/contains/const: this value is 1 (asked of items by #/contains)"}},
      {R"({"type":"array","contains":{"const":1},"maxContains":1})",
       "[1,1",
       "]",
       {"/contains: the items are counted that satisfy #/contains; so far 2",
        "/maxContains: at most this many items satisfy #/contains: 1; so far 2"}},
      {R"({"type":"array","prefixItems":[true],"unevaluatedItems":false})",
       "[1",
       ",",
       {"/unevaluatedItems: no item may come that nothing else evaluates"}},
      {R"({"items":{"multipleOf":0.25}})",
       "[1.5,0.3",
       "]",
       {"/items/multipleOf: a number here is a multiple of 0.25; 0.3 is none"}},
      {R"({"pattern":"^a+$"})",
       "\"aa",
       "b",
       {"/pattern: a string here matches ^a+$; after \"aa\" (2 characters) it cannot go on so"}},
      {R"({"type":"string","pattern":"b"})",
       "\"\xC3\xA9\xC3\xA9",
       "\"",
       {"/pattern: a string here matches b; after \"\xC3\xA9\xC3\xA9\" (2 characters) it cannot end"}},
      {R"({"items":{"pattern":"^[0-9]{2}$"}})",
       R"(["12","3)",
       "x",
       {"/items/pattern: a string here matches ^[0-9]{2}$; after \"3\" (1 characters) it cannot go on so"}},
      {R"({"format":"date"})",
       "\"2023-02-2",
       "9",
       {"/format: a string here has the format date; after \"2023-02-2\" (9 characters) it cannot go on so"}},
      {R"({"items":{"anyOf":[{"type":"integer"},{"format":"date-time"}]}})",
       "[\"2024-06-30T23:59:60",
       "\"",
       {"/items/anyOf/0/type: this value may be: integer",
        "/items/anyOf/1/format: a string here has the format date-time; after \"2024-06-30T23:59:60\" (19 "
        "characters) it cannot end"}},
      {R"({"propertyNames":{"format":"ipv4"}})",
       "{\"1.2",
       "x",
       {"/propertyNames/format: a name here has the format ipv4; after \"1.2\" (3 characters) it cannot go "
        "on "
        "so"}},
  };
  for (const Case& one : cases) EXPECT_EQ(told(one.schema, one.text, one.next), one.told) << one.schema;
  EXPECT_EQ(cases.size(), 11U);
}

// The trail under which the sentences stand.
TEST(Trail, TellsOpenValuesWithTheirCompleteParts) {
  const std::string text = R"({"a":[1,{"x":2},"s",-3.5],"b":[true,{"c\u0064":"half)";
  const std::vector<OpenValue> trail = trail_of(text, false);
  ASSERT_EQ(trail.size(), 4U);
  EXPECT_EQ(trail[0].members.size(), 1U);
  EXPECT_EQ(trail[0].members[0].first, "a");
  EXPECT_EQ(trail[0].members[0].second, R"([1,{"x":2},"s",-3.5])");
  EXPECT_EQ(trail[1].items, std::vector<std::string_view>{"true"});
  EXPECT_EQ(trail[2].names, std::vector<std::string>{"cd"});
  EXPECT_EQ(trail[3].pointer, "/b/1/cd");
  EXPECT_EQ(text.substr(trail[3].from), "\"half");
  EXPECT_EQ(trail_of("[1,23", false).size(), 2U);
  EXPECT_EQ(trail_of("[1,23", true).at(0).items, (std::vector<std::string_view>{"1", "23"}));
  EXPECT_EQ(trail_of(R"({"a":1,"b)", false).at(0).name_from, 7U);
  EXPECT_TRUE(trail_of("", true).empty());
}

}  // namespace
}  // namespace lockstep::engine
