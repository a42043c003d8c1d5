// Keywords about members: their number, their names, those that nothing else evaluates.
#include <gtest/gtest.h>

#include "lockstep/engine/machine/machine_texts_test.h"

namespace lockstep::engine {
namespace {

TEST(MachineMembers, AreCounted) {
  check({{R"({"type":"object","minProperties":2,"maxProperties":2})",
          {R"({"a":1,"b":2})"},
          {{"{}", 1}, {R"({"a":1})", 6}, {R"({"a":1,"b":2,)", 12}}},
         {R"({"type":"object","required":["a","b"],"maxProperties":2})",
          {R"({"b":1,"a":2})"},
          {{R"({"c")", 2}, {R"({"a":1,"c")", 8}}},
         {R"({"type":"object","properties":{"a":{},"b":{}},"additionalProperties":false,"minProperties":2})",
          {R"({"b":1,"a":2})"},
          {{R"({"a":1})", 6}}},
         {R"({"not":{"maxProperties":1},"properties":{"a":{},"b":{},"c":{}},"additionalProperties":false})",
          {R"({"b":1,"a":2})"},
          {{R"({"a":1})", 6}, {"1", 0}}},
         {R"({"type":"object","minProperties":5000,"maxProperties":5000})", {}, {{"{}", 1}}},
         {R"({"type":"object","maxProperties":1,"dependentRequired":{"a":["b"]}})",
          {R"({"b":1})"},
          {{R"({"a")", 3}}},
         {R"({"maxProperties":0})", {"{}", "[1]"}, {{R"({")", 1}}}});
  expect_empty(
      {R"({"type":"object","required":["a","b"],"maxProperties":1})",
       R"({"type":"object","minProperties":3,"properties":{"a":{},"b":{}},"additionalProperties":false})",
       R"({"type":"object","minProperties":2,"maxProperties":1})"});
}

TEST(MachineMembers, HaveNamesOfASchema) {
  check(
      {{R"({"propertyNames":{"enum":["a","b","ab"]}})",
        {"{}", R"({"ab":1,"b":2,"a":0})", "1"},
        {{R"({"c)", 2}, {R"({"aa)", 3}, {R"({"a":1,"b":1,"ab":1,)", 19}}},
       {R"({"propertyNames":{"maxLength":2,"minLength":1},"type":"object"})",
        {R"({"zz":1,"y":2})", R"({"\u0061b":1})"},
        {{R"({"":1})", 2}, {R"({"abc)", 4}}},
       {R"({"propertyNames":{"not":{"const":"a"}},"type":"object"})",
        {R"({"b":1,"ab":1})"},
        {{R"({"a":)", 3}, {R"({"\u0061")", 8}}},
       {R"({"propertyNames":{"type":"number"},"type":"object"})", {"{}"}, {{R"({")", 1}}},
       {R"({"propertyNames":{"maxLength":0},"minProperties":1,"type":"object"})",
        {R"({"":1})"},
        {{R"({})", 1}, {R"({"a)", 2}, {R"({"":1,)", 5}}},
       {R"({"propertyNames":{"enum":["a","b"]},"minProperties":2,"type":"object","properties":{"c":{}}})",
        {R"({"a":1,"b":1})"},
        {{R"({"a":1})", 6}, {R"({"c)", 2}}},
       {R"({"not":{"propertyNames":{"maxLength":1}},"type":"object","maxProperties":1})",
        {R"({"ab":1})"},
        {{"{}", 1}, {R"({"a":)", 3}}},
       {R"({"required":["abc"],"propertyNames":{"minLength":3},"additionalProperties":{"type":"null"},"type":"object"})",
        {R"({"abc":null})"},
        {{R"({"ab":)", 4}, {R"({"abc":1)", 7}}}});
  expect_empty({R"({"type":"object","required":["abc"],"propertyNames":{"maxLength":2}})",
                R"({"type":"object","minProperties":3,"propertyNames":{"enum":["a","b"]}})",
                R"({"type":"object","minProperties":2,"propertyNames":{"maxLength":0}})"});
}

TEST(MachineMembers, AreTakenByPatterns) {
  check(
      {{R"({"patternProperties":{"^a":{"type":"integer"},"b$":{"minimum":3}},"additionalProperties":{"type":"null"}})",
        {R"({"ax":2,"xb":3,"ab":4,"c":null})", R"({"xb":"s"})", "1"},
        {{R"({"ax":"s)", 6}, {R"({"ab":2})", 7}, {R"({"ab":"s)", 6}, {R"({"c":1)", 5}, {R"({"xb":2})", 7}}},
       {R"({"type":"object","patternProperties":{"^[a-c]$":true},"additionalProperties":false,"minProperties":2})",
        {R"({"b":1,"a":2})", R"({"\u0061":1,"b":1,"c":1})"},
        {{R"({"d)", 2}, {R"({"a":1})", 6}, {R"({"a":1,"b":1,"c":1,)", 18}, {R"({"a":1,"a)", 8}}},
       {R"({"type":"object","properties":{"a":{"minimum":2}},"patternProperties":{"a":{"type":"integer"}},
              "required":["a"]})",
        {R"({"a":2,"ba":1,"c":"x"})"},
        {{R"({"a":1})", 6}, {R"({"a":2.5})", 8}, {R"({"ba":"x)", 6}}},
       {R"({"type":"object","propertyNames":{"pattern":"^x"},"patternProperties":{"y$":false}})",
        {R"({"x":1,"xz":2})"},
        {{R"({"y)", 2}, {R"({"xy":)", 4}}},
       {R"({"type":"object","patternProperties":{"^a":{}},"unevaluatedProperties":false})",
        {R"({"a":1,"ab":2})"},
        {{R"({"b)", 2}}},
       {R"({"not":{"patternProperties":{"^a":{"type":"integer"}}},"type":"object","maxProperties":1})",
        {R"({"ab":"x"})", R"({"a":null})"},
        {{"{}", 1}, {R"({"b)", 2}, {R"({"a":1})", 6}}}});
  expect_empty(
      {R"({"type":"object","patternProperties":{"^[ab]$":{}},"additionalProperties":false,"minProperties":3})",
       R"({"type":"object","required":["ab"],"patternProperties":{"^a":{"type":"string"},"b$":{"type":"null"}}})"});
}

// A pattern that only the order reads.
TEST(MachineMembers, OfPatternsHaveTheOrderOfTheirSchemas) {
  Policy policy;
  policy.key_order = KeyOrder::declared;
  check(
      {{R"({"patternProperties":{"^a":{"properties":{"q":{},"p":{}}}},"additionalProperties":{"properties":{"p":{},"q":{}}}})",
        {R"({"a":{"q":1,"p":1},"b":{"p":1,"q":1}})"},
        {{R"({"a":{"p":1,"q")", 14}, {R"({"b":{"q":1,"p")", 14}}},
       {R"({"type":"object","minProperties":1,"if":{"patternProperties":{"^a":{"required":["p","q"],"properties":{"q":{},"p":{}},"type":"object"}}}})",
        {R"({"a":{"q":1,"p":1}})"},
        {{R"({"a":{"p":1,"q")", 14}}}},
      policy);
}

TEST(MachineMembers, AreUnevaluatedUnlessSomethingThatHoldsSaysSomethingOfThem) {
  check(
      {{R"({"type":"object","properties":{"a":{}},"unevaluatedProperties":false})",
        {R"({"a":1})", "{}"},
        {{R"({"b)", 2}}},
       {R"({"type":"object","allOf":[{"properties":{"a":{}}}],"unevaluatedProperties":{"type":"null"}})",
        {R"({"a":1,"b":null})"},
        {{R"({"b":1)", 5}}},
       {R"({"type":"object","anyOf":[{"properties":{"a":true},"required":["b"]},{"properties":{"b":{"const":1}}}],
              "unevaluatedProperties":false})",
        {R"({"a":1,"b":1})", R"({"b":1})", R"({"b":1,"a":2})", "{}"},
        {{R"({"a":1})", 6}, {R"({"b":2)", 5}, {R"({"a":1,"b":2)", 11}, {R"({"c)", 2}}},
       {R"({"type":"object","oneOf":[{"properties":{"a":{"const":1}},"required":["a"]},
              {"properties":{"b":{"const":2}},"required":["b"]}],"unevaluatedProperties":{"const":"x"}})",
        {R"({"a":1,"b":"x"})", R"({"b":2,"a":"x"})"},
        {{R"({"a":1,"b":2)", 11}, {R"({"a":2)", 5}}},
       {R"({"type":"object","if":{"properties":{"k":{"const":1}},"required":["k"]},"then":{"properties":{"t":{}}},
              "else":{"properties":{"e":{}}},"unevaluatedProperties":false})",
        {R"({"t":1,"k":1})", R"({"k":1,"t":1})", R"({"e":1})", "{}"},
        {{R"({"t":1})", 6}, {R"({"e":1,"k)", 6}, {R"({"k":1,"e)", 8}, {R"({"k":2)", 5}}},
       {R"({"type":"object","dependentSchemas":{"a":{"properties":{"a":{},"b":{}}}},"unevaluatedProperties":false})",
        {R"({"a":1})", R"({"b":1,"a":1})"},
        {{R"({"b":1})", 6}, {R"({"c)", 2}}},
       {R"({"type":"object","not":{"properties":{"a":false}},"unevaluatedProperties":{"const":1}})",
        {R"({"a":1})"},
        {{R"({"a":2)", 5}, {R"({"b":1})", 6}}},
       {R"({"type":"object","allOf":[{"unevaluatedProperties":true}],"unevaluatedProperties":false})",
        {R"({"z":1})"},
        {}},
       {R"({"type":"object","properties":{"a":{}},"anyOf":[{"unevaluatedProperties":{"type":"null"},"required":["b"]},{}],
              "unevaluatedProperties":{"type":"integer"}})",
        {R"({"a":null,"b":null})", R"({"a":"x","c":1})", R"({"b":1})"},
        {{R"({"c":"x)", 5}, {R"({"b":null,"c":1)", 14}}}});
  expect_empty({R"({"type":"object","required":["a"],"unevaluatedProperties":false})"});
}

// Branches told apart by a constant: what their other members may be is not a question about all subsets of
// them.
TEST(MachineMembers, ChooseAmongManyBranches) {
  for (const char* keyword : {"oneOf", "anyOf"}) {
    std::string schema = "{\"" + std::string(keyword) + "\":[";
    for (int i = 0; i < 33; ++i) {
      const std::string n = std::to_string(i);
      schema += std::string(i == 0 ? "" : ",") + R"({"type":"object","properties":{"kind":{"const":"k)" + n +
                R"("},"p)" + n +
                R"(":{"type":"integer"},"payload":{"type":"object","properties":{"v":{"const":)" + n +
                R"(}},"required":["v"]}},"required":["kind","payload"]})";
    }
    schema += "]}";
    check({{schema.c_str(),
            {R"({"kind":"k3","payload":{"v":3}})", R"({"payload":{"v":5},"kind":"k5"})"},
            {{R"({"payload":{"v":5},"kind":"k6"})", 28}, {R"({"kind":"k3","payload":{"v":4)", 28}}}});
  }
}

}  // namespace
}  // namespace lockstep::engine
