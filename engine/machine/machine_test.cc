#include "lockstep/engine/machine/machine.h"

#include <gtest/gtest.h>

#include <iostream>
#include <random>

#include "lockstep/engine/machine/machine_texts_test.h"

namespace lockstep::engine {
namespace {

TEST(Machine, AnyJsonIsJson) {
  check({{"true",
          {"null", " [1, {\"a\":\"\\u00e9\"}]\n", "-0.5e+7", "\"\"", "{}", "[]", "{\"\":{\"\":[]}}"},
          {{"nul", 3},
           {"[1,]", 3},
           {"{\"a\":1,\"a\":2}", 9},
           {"{\"a\":1,\"\\u0061\":2}", 14},
           {"01", 1},
           {"1 2", 2},
           {"[", 1},
           {"\"\xC0", 1},
           {"", 0}}}});
}

TEST(Machine, ObjectsLeaveNoDeadEnd) {
  check(
      {{R"({"type":"object","properties":{"a":{"const":1},"b":{"const":2}},"required":["a","b"],"additionalProperties":false})",
        {R"({"a":1,"b":2})", R"({"b":2,"a":1})"},
        {{R"({"b":1)", 5}, {R"({"a":1})", 6}, {R"({"c)", 2}, {R"({"a":1,"b":2,)", 12}}},
       {R"({"properties":{"a":false},"type":"object"})", {"{}", R"({"b":1})"}, {{R"({"a":)", 3}}},
       {R"({"required":["z"],"type":"object"})", {R"({"y":1,"z":2})"}, {{R"({"y":1})", 6}}},
       {R"({"$ref":"#/$defs/A","$defs":{"A":{"anyOf":[{"type":"object","properties":{"b":{"$ref":"#/$defs/B"}},
             "required":["b"],"additionalProperties":false},{"type":"array","items":false}]},
             "B":{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"required":["a"],"additionalProperties":false}}})",
        {R"({"b":{"a":[]}})", R"({"b":{"a":{"b":{"a":[]}}}})", "[]"},
        {{"[1", 1}, {R"({"a)", 2}, {R"({"b":[)", 5}}}});
}

// B is met first below A, whose own question is open then: there is no value of B as far as that round sees.
// A has an array, and with it B has a value; only another round finds that out.
TEST(Machine, ANoBelowAnOpenQuestionIsAskedAgain) {
  check(
      {{R"({"type":"object","properties":{"a":{"$ref":"#/$defs/A"},"b":{"$ref":"#/$defs/B"}},"required":["a","b"],
             "additionalProperties":false,"$defs":{
             "A":{"type":["object","array"],"properties":{"x":{"$ref":"#/$defs/B"}},"required":["x"],"items":false},
             "B":{"type":"object","properties":{"y":{"$ref":"#/$defs/A"}},"required":["y"]}}})",
        {R"({"a":[],"b":{"y":[]}})", R"({"b":{"y":{"x":{"y":[]}}},"a":[]})"},
        {{R"({"a":[1)", 6}, {R"({"a":[],"b":[)", 12}, {R"({"a":[],"b":{})", 13}}}});
}

// The same in a part of the schema: it may be opened, though its first round finds no way to its end.
TEST(Machine, ANoBelowAnOpenQuestionKillsNoText) {
  check(
      {{R"({"anyOf":[{"type":"null"},{"type":"array","prefixItems":[{"$ref":"#/$defs/A"},{"$ref":"#/$defs/B"}],
             "minItems":2}],"$defs":{
             "A":{"type":["object","array"],"properties":{"x":{"$ref":"#/$defs/B"}},"required":["x"],"items":false},
             "B":{"type":"object","properties":{"y":{"$ref":"#/$defs/A"}},"required":["y"]}}})",
        {"null", R"([[],{"y":[]},1])", R"([{"x":{"y":[]}},{"y":{"x":{"y":[]}}}])"},
        {{"[]", 1}, {"[[1", 2}, {"[[],[", 4}, {"[[],{}", 5}}}});
}

TEST(Machine, BranchesAreFollowedTogether) {
  check(
      {{R"({"anyOf":[{"properties":{"a":{"const":1},"b":{"const":1}}},{"properties":{"a":{"const":2},"b":{"const":"x"}}}],
             "type":"object","required":["a","b"],"additionalProperties":true})",
        {R"({"a":1,"b":1})", R"({"b":"x","a":2})"},
        {{R"({"b":"x","a":1)", 13}, {R"({"a":2,"b":1)", 11}, {R"({"a":3)", 5}}},
       {R"({"allOf":[{"properties":{"a":{"type":"integer"}}},{"properties":{"a":{"minimum":3}}}],"required":["a"],
             "type":"object"})",
        {R"({"a":3})", R"({"a":4.0})"},
        {{R"({"a":2})", 6}, {R"({"a":"x)", 5}}},
       {R"({"anyOf":[{"required":["n"]},{"required":["m"]}],"type":"object","properties":{"n":{},"m":{}},
             "additionalProperties":false})",
        {R"({"n":1})", R"({"m":1,"n":0})"},
        {{"{}", 1}, {R"({"z)", 2}}}});
}

TEST(Machine, BranchesMayNotHold) {
  check({{R"({"not":{"type":["object","string"]}})", {"1", "[{}]"}, {{"{", 0}, {"\"", 0}}},
         {R"({"not":{"not":{"const":"ab"}}})", {R"("ab")"}, {{R"("aa")", 2}, {"1", 0}}},
         {R"({"type":"string","not":{"enum":["a","b"]},"maxLength":1})",
          {R"("c")", R"("")"},
          {{R"("a")", 1}, {R"("cc")", 2}}},
         {R"({"type":"integer","not":{"minimum":3,"maximum":7}})", {"2", "8", "30"}, {{"5", 1}, {"7", 1}}},
         {R"({"not":{"required":["a"]},"type":"object","required":["b"]})",
          {R"({"b":{"a":1}})"},
          {{R"({"a")", 3}}},
         {R"({"oneOf":[{"type":"integer"},{"minimum":3}],"type":"number"})",
          {"2", "3.5"},
          {{"4", 1}, {"2.5", 3}}},
         {R"({"oneOf":[{"items":{"type":"integer"}},{"items":{"minimum":3}}],"type":"array"})",
          {"[2]", "[3,2]", "[3.5,3]"},
          {{"[]", 1}, {"[3]", 2}, {"[2,3.5", 6}}},
         {R"({"not":{"enum":[[1,2],{"a":1}]}})",
          {"[1]", "[1,3]", "[1,2,3]", R"({"a":2})", "{}", "1"},
          {{"[1,2]", 4}, {R"({"a":1.0})", 8}}},
         {R"({"if":{"type":"string"},"then":{"maxLength":1},"else":{"type":"null"}})",
          {R"("a")", "null"},
          {{R"("ab")", 2}, {"1", 0}}},
         {R"({"then":false,"else":false})", {"1"}, {{"x", 0}}},
         {R"({"if":false,"else":{"const":1}})", {"1"}, {{"2", 0}}}});
}

TEST(Machine, MembersDependOnMembers) {
  check(
      {{R"({"type":"object","dependentRequired":{"a":["b","c"]},"properties":{"c":{"const":1}},
              "additionalProperties":{"const":2},"required":["a"]})",
        {R"({"a":2,"b":2,"c":1})", R"({"c":1,"b":2,"a":2})"},
        {{R"({"a":2})", 6}, {R"({"b":1)", 5}, {R"({"a":2,"b":2})", 12}}},
       {R"({"dependentRequired":{"a":["b"]},"properties":{"b":false},"type":"object"})",
        {R"({"c":1})"},
        {{R"({"a")", 3}}},
       {R"({"dependentSchemas":{"a":{"properties":{"b":{"type":"null"}},"required":["b"]}},"type":"object"})",
        {R"({"b":1})", R"({"a":1,"b":null})", R"({"b":null,"a":0})"},
        {{R"({"b":1,"a")", 9}, {R"({"a":1})", 6}, {R"({"a":1,"b":1)", 11}}}});
}

TEST(Machine, ArraysCountAndSeeAhead) {
  check({{R"({"type":"array","prefixItems":[{"const":1}],"items":{"const":2},"minItems":2,"maxItems":3})",
          {"[1,2]", "[1,2,2]"},
          {{"[]", 1}, {"[1]", 2}, {"[2", 1}, {"[1,2,2,", 6}}},
         {R"({"type":"array","items":{"type":"array","maxItems":0},"minItems":30000,"maxItems":30000})",
          {},
          {{"[]", 1}}},
         {R"({"type":"array","items":false})", {"[]"}, {{"[1", 1}}},
         {R"({"prefixItems":[true,false]})", {"[1]", "[]", "{}"}, {{"[1,", 2}}}});
}

TEST(Machine, ListedContainersAreClosed) {
  check({{R"({"enum":[{"a":1,"b":2},{"a":2},[1]]})",
          {R"({"b":2,"a":1.0})", R"({"a":2})", "[1]"},
          {{R"({"a":3)", 5}, {R"({"a":1})", 6}, {R"({"a":2,)", 6}, {"[]", 1}, {"[1,", 2}, {"1", 0}}}});
}

TEST(Machine, PatternsAreSearchedForInTheDecodedText) {
  check({{R"({"type":"string","pattern":"b"})", {R"("abc")", R"("\u0062")"}, {{R"("ac")", 3}, {"1", 0}}},
         {R"({"pattern":"^a+$"})", {R"("aa")", "1", "{}"}, {{R"("ab)", 2}, {R"("")", 1}}},
         {R"({"type":"string","pattern":"^\\p{Lu}\\d{2,3}$","maxLength":3})",
          {R"("A12")",
           "\"\xC3\x89"
           "12\"",
           R"("\u00C912")"},
          {{R"("A123)", 4}, {R"("A1")", 3}, {R"("a)", 1}}},
         {R"({"type":"string","allOf":[{"pattern":"^[ab]*$"},{"pattern":"bb"}],"maxLength":3})",
          {R"("abb")", R"("bb")"},
          {{R"("aa)", 2}, {R"("abc)", 3}}},
         {R"({"type":"string","pattern":"^[a-c]$","enum":["a","d","bb"]})",
          {R"("a")"},
          {{R"("b)", 1}, {R"("d)", 1}}},
         {R"({"anyOf":[{"pattern":"^x"},{"minLength":3}],"type":"string"})",
          {R"("x")", R"("abc")"},
          {{R"("ab")", 3}}},
         {R"({"type":"array","items":{"type":"string","pattern":"^(?!.*foo)[a-z]*$"}})",
          {R"(["fo","xfo"])"},
          {{R"(["foo)", 4}}},
         {R"({"type":"string","pattern":"^.$"})",
          {"\"\xF0\x9F\x98\x80\"", R"("\ud83d\ude00")"},
          {{R"("\n)", 2}}}});
  // Which branch a string satisfies is read off its text.
  check({{R"({"type":"array","prefixItems":[{"anyOf":[{"pattern":"^a"},{"pattern":"z$"}]}],
            "anyOf":[{"prefixItems":[{"pattern":"^a"}],"maxItems":1},{"prefixItems":[{"pattern":"z$"}],"minItems":2}],
            "minItems":1,"items":{"const":1}})",
          {R"(["ab"])", R"(["bz",1])", R"(["az"])", R"(["az",1])"},
          {{R"(["ab",)", 5}, {R"(["bz"])", 5}, {R"(["bb")", 4}}}});
}

TEST(Machine, APatternThatOutgrowsItsLimitRefusesTheSchema) {
  auto read = read_schema(
      R"({"type":"string","allOf":[{"pattern":"^[ab]*a[ab]{12}$"},{"pattern":"^[ab]*b[ab]{12}$"}]})", {}, {},
      {}, nullptr);
  Limits limits;
  limits.pattern_states = 1000;
  const auto made = Machine::create(std::make_shared<const Schema>(std::move(std::get<Schema>(read))),
                                    Policy::spec(), limits, nullptr);
  const auto* fault = std::get_if<CompileFault>(&made);
  ASSERT_NE(fault, nullptr);
  EXPECT_EQ(fault->status, CompileStatus::limit);
  EXPECT_EQ(fault->error.code, "limit_pattern_search");
  EXPECT_EQ(fault->keyword, "pattern");
  SchemaOptions options;
  options.assert_formats = true;
  read = read_schema(R"({"type":"string","format":"date-time"})", {}, options, {}, nullptr);
  limits.pattern_states = 10;
  const auto formats = Machine::create(std::make_shared<const Schema>(std::move(std::get<Schema>(read))),
                                       Policy::spec(), limits, nullptr);
  ASSERT_NE(std::get_if<CompileFault>(&formats), nullptr);
  EXPECT_EQ(std::get<CompileFault>(formats).error.code, "limit_pattern_search");
  EXPECT_EQ(std::get<CompileFault>(formats).keyword, "format");
}

TEST(Machine, SchemasWithoutValuesAreEmpty) {
  for (const char* schema :
       {"false", R"({"type":"string","pattern":"a$","maxLength":0})",
        R"({"type":"string","allOf":[{"pattern":"^a"},{"pattern":"^b"}]})",
        R"({"pattern":"[]","type":"string"})",
        R"({"type":"object","properties":{"a":{"$ref":"#"}},"required":["a"]})",
        R"({"allOf":[{"type":"string"},{"type":"number"}]})",
        R"({"type":"integer","minimum":1.2,"maximum":1.8})", R"({"type":"array","minItems":3,"items":false})",
        R"({"minLength":3,"maxLength":2,"type":"string"})", R"({"enum":[]})",
        R"({"type":"object","required":["a"],"properties":{"a":false}})"}) {
    const auto made = make(schema);
    ASSERT_TRUE(std::holds_alternative<CompileFault>(made)) << schema;
    EXPECT_EQ(std::get<CompileFault>(made).status, CompileStatus::empty) << schema;
  }
}

TEST(Machine, LoopsInPlaceAreRefused) {
  const auto made =
      make(R"({"$defs":{"a":{"type":"object","anyOf":[{"$ref":"#/$defs/a"}]}},"$ref":"#/$defs/a"})");
  ASSERT_TRUE(std::holds_alternative<CompileFault>(made));
  EXPECT_EQ(std::get<CompileFault>(made).status, CompileStatus::refused);
  EXPECT_EQ(std::get<CompileFault>(made).keyword, "$ref");
}

TEST(Machine, PoliciesChangeTheLanguage) {
  check({{R"({"properties":{"a":{},"b":{}}})",
          {R"({"a": 1, "c": [1, 2]})", "{}"},
          {{R"({"a":1)", 5}, {R"({ )", 1}, {"[1,2", 3}}}},
        [] {
          Policy single;
          single.whitespace = Whitespace::single;
          return single;
        }());
  check({{R"({"properties":{"b":{},"a":{}}})",
          {R"({"b":1,"a":1,"c":1})", R"({"a":1,"c":1})"},
          {{R"({"a":1,"b":)", 9},
           {R"({"c":1,"a":1)", 9},
           {"[ ", 1},
           {"{\"b\":1.0}", 8},
           {"\"\\/", 2},
           {" 1", 0}}}},
        Policy::canonical());
  check({{R"({"type":"integer"})", {"1", "-0"}, {{"1.0", 1}, {"1e", 1}}}}, Policy::model());
}

// The declaration is a walk of the text that never asks which branch holds.
TEST(Machine, NamesAreDeclaredInBranchesThatMayNotHold) {
  Policy policy;
  policy.key_order = KeyOrder::declared;
  check(
      {{R"({"not":{"required":["z"],"properties":{"n":{}}},"if":{"properties":{"i":{}}},"then":{"properties":{"t":{}}},
              "else":{"properties":{"e":{}}},"oneOf":[{"properties":{"o":{}}},false],
              "dependentSchemas":{"x":{"properties":{"d":{}}}},"type":"object"})",
        {R"({"n":1,"i":1,"t":1,"e":1,"o":1,"d":1,"x":1})"},
        {{R"({"i":1,"n")", 9}, {R"({"d":1,"o")", 9}, {R"({"o":1,"e")", 9}, {R"({"x":1,"t")", 9}}},
       {R"({"then":{"properties":{"t":{}}},"properties":{"a":{}},"type":"object"})",
        {R"({"t":1,"a":1})"},
        {{R"({"a":1,"t")", 9}}}},
      policy);
}

// From every state that random bytes reach, the completion that the machine promises is taken, byte by byte.
TEST(Machine, EveryStateFinishes) {
  const std::uint32_t seed = 11;
  std::cout << "seed " << seed << "\n";
  std::mt19937 random(seed);
  const char* kSchemas[] = {
      "true",
      R"({"type":"object","required":["a","z"],"properties":{"a":{"type":"array","items":{"$ref":"#"},"minItems":0},
          "z":{"enum":["x",1,null,[1,{"k":2}]]}}})",
      R"({"anyOf":[{"type":"string","minLength":2,"maxLength":4},{"type":"number","exclusiveMinimum":-0.5,"maximum":12},
          {"type":"array","prefixItems":[{"type":"integer"}],"items":{"$ref":"#"},"minItems":2}]})",
      R"({"allOf":[{"properties":{"a":{"type":["integer","null"]}}},{"additionalProperties":{"minimum":5}}],"type":"object",
          "required":["a","b"]})",
      R"({"type":"object","properties":{"a":{"enum":[1,"x",{}]},"b":{"type":["array","null"]}},
          "oneOf":[{"required":["a"],"not":{"required":["b"]}},{"properties":{"b":{"minItems":1}},"required":["b"]}],
          "if":{"properties":{"a":{"type":"integer"}}},"then":{"required":["c","b"]},"dependentRequired":{"c":["d"]}})"};
  std::size_t finished = 0;
  for (const Policy& policy : {Policy::spec(), Policy::model(), Policy::canonical()}) {
    for (const char* schema : kSchemas) {
      const auto machine = good(schema, policy);
      ASSERT_NE(machine, nullptr);
      for (int walk = 0; walk < 60; ++walk) {
        StateId state = machine->start();
        std::string text;
        for (int n = 0; n < 40; ++n) {
          const std::string rest = machine->finish(state);
          EXPECT_TRUE(accepts(*machine, text + rest)) << schema << " " << text << " + " << rest;
          ++finished;
          std::vector<std::uint8_t> bytes;
          for (unsigned b = 0; b < 256; ++b) {
            if (machine->step(state, static_cast<std::uint8_t>(b)) != kDeadState)
              bytes.push_back(static_cast<std::uint8_t>(b));
          }
          ASSERT_TRUE(!bytes.empty() || machine->can_stop(state));
          if (bytes.empty()) break;
          // Structure is rarer than the bytes of strings: half of the steps go where the completion goes.
          const std::uint8_t byte = random() % 2 == 0 && !rest.empty() ? static_cast<std::uint8_t>(rest[0])
                                                                       : bytes[random() % bytes.size()];
          state = machine->step(state, byte);
          text += static_cast<char>(byte);
        }
      }
    }
  }
  EXPECT_GT(finished, 5'000U);
}

// Found by the walk: an undeclared name was taken for the declared empty one.
TEST(MachineRegression, AnUndeclaredNameIsNotTheEmptyName) {
  Policy policy;
  policy.key_order = KeyOrder::declared;
  check({{R"({"properties":{"":{},"b":{}},"required":["b"]})",
          {R"({"":1,"b":2})", R"({"b":2,"a":1})"},
          {{R"({"":1,"a":1,"b":2})", 7}}}},
        policy);
}

}  // namespace
}  // namespace lockstep::engine
