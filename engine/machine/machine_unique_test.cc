// uniqueItems: which values are equal, which are left, and what must be kept for later.
#include <gtest/gtest.h>

#include "lockstep/engine/machine/machine_texts_test.h"

namespace lockstep::engine {
namespace {

TEST(MachineUnique, ItemsAreComparedAsValues) {
  check(
      {{R"({"type":"array","uniqueItems":true})",
        {"[]", "[1]", "[1,2]", "[false,0,null,\"\",[],{},\"0\"]", "[1,10,100]",
         R"([{"a":1,"b":2},{"a":2,"b":1}])", "[[1,2],[2,1]]", "[1e400,1e401,1e-400]",
         "[1e99999999999999999999,1e99999999999999999998]", R"([{"a":[{}]},{"a":[[]]}])", "[[],[[]],[[[]]]]"},
        {{"[1,1]", 4},
         {"[1,1.0]", 6},
         {"[1,10e-1,", 8},
         {"[1,1.0e0,", 8},
         {"[-0,0,", 5},
         {"[0,-0.0e5,", 7},
         {"[true,true]", 6},
         {"[null,null", 6},
         {R"(["a","a"])", 7},
         {R"(["a","\u0061"])", 12},
         {"[\"\xC3\xA9\",\"\\u00e9\"]", 13},
         {R"(["","",)", 5},
         {"[[],[]]", 5},
         {"[{},{}]", 5},
         {"[[1,2],[1,2.0]]", 13},
         {R"([{"a":1,"b":2},{"b":2,"a":1}])", 27},
         {R"([{"a":1,"b":2},{"b":2.0,"a":1e0}])", 31},
         {R"([[{"a":1}],[{"a":1}]])", 19},
         {"[1e99999999999999999999,10e99999999999999999998,", 47},
         {"[1e99999999999999999999,1,0.1e100000000000000000000]", 51}}},
       {R"({"uniqueItems":true})", {"1", "\"aa\"", R"({"a":1,"b":1})", "[1]"}, {{"[1,1]", 4}}},
       {R"({"uniqueItems":false,"type":"array"})", {"[1,1]"}, {}},
       {R"({"type":"array","items":{"type":"array","uniqueItems":true}})",
        {"[[1,2],[1,2]]"},
        {{"[[1,1]", 5}}}});
}

TEST(MachineUnique, ValuesRunOut) {
  check(
      {{R"({"type":"array","uniqueItems":true,"items":{"enum":[1,2]}})",
        {"[]", "[1]", "[2,1]"},
        {{"[1,1", 3}, {"[1,2,", 4}, {"[2,2", 3}}},
       {R"({"type":"array","uniqueItems":true,"items":{"type":"boolean"},"minItems":2})",
        {"[true,false]"},
        {{"[]", 1}, {"[true]", 5}, {"[true,t", 6}, {"[true,false,", 11}}},
       {R"({"type":"array","uniqueItems":true,"items":{"enum":["ab","abc","b"]}})",
        {R"(["ab","abc"])", R"(["abc","ab","b"])"},
        {{R"(["ab","ab")", 9}, {R"(["abc","ab","a)", 13}, {R"(["abc","b","abc)", 14}}},
       {R"({"type":"array","uniqueItems":true,"items":{"type":"string","maxLength":1,"pattern":"^[ab]?$"}})",
        {R"(["a","b",""])"},
        {{R"(["a","a)", 6}, {R"(["","")", 5}, {R"(["a","","b",)", 11}}},
       {R"({"type":"array","uniqueItems":true,"items":{"type":"integer","minimum":9,"maximum":11},"minItems":3})",
        {"[9,10,11]", "[11.0,0.9e1,10]"},
        {{"[9,9", 2 + 1}, {"[10,11,1", 7}, {"[9,10]", 5}, {"[9,10,11,", 8}}},
       {R"({"type":"array","uniqueItems":true,"items":{"type":"array","uniqueItems":true,"items":{"enum":[1,2]}},"minItems":5})",
        {"[[1],[2],[],[1,2],[2,1]]"},
        {{"[[1],[1]", 7}, {"[[1,2],[1]]", 10}, {"[[1],[2],[],[1,2],[2]", 20}, {"[[],[]", 5}}},
       {R"({"type":"array","uniqueItems":true,"items":{"enum":[[1],[1,2],{"a":1},{"a":1,"b":2},null]},"minItems":4})",
        {R"([[1],{"b":2,"a":1},{"a":1},null])", R"([[1],[1,2],{"a":1},{"b":2,"a":1},null])"},
        {{"[[1],[1]", 7}, {R"([{"a":1},{"a":1})", 15}, {R"([{"a":1},{"a":1,"b":2},[1],[1])", 29}}}});
  expect_empty(
      {R"({"type":"array","uniqueItems":true,"items":{"enum":[1,2]},"minItems":3})",
       R"({"type":"array","uniqueItems":true,"items":{"enum":[1,1.0,10e-1]},"minItems":2})",
       R"({"type":"array","uniqueItems":true,"prefixItems":[{"const":1},{"const":1}],"minItems":2})",
       R"({"type":"array","uniqueItems":true,"contains":{"const":1},"minContains":2})",
       R"({"type":"array","uniqueItems":true,"items":{"type":["boolean","null"]},"minItems":4})",
       R"({"type":"array","uniqueItems":true,"items":{"type":"array","items":{"const":1},"maxItems":2},"minItems":4})",
       R"({"type":"array","uniqueItems":true,"items":{"type":"object","properties":{"a":{"enum":[1,2]}},
                    "additionalProperties":false},"minItems":4})",
       R"({"type":"array","uniqueItems":true,"maxItems":1,"not":{"uniqueItems":true}})"});
}

TEST(MachineUnique, ValuesAreKeptForLater) {
  check(
      {{R"({"type":"array","uniqueItems":true,"prefixItems":[true,{"const":1}],"minItems":2})",
        {"[2,1]", "[[],1.0,3]"},
        {{"[1,", 2}, {"[1]", 2}, {"[2,2", 3}}},
       {R"({"type":"array","uniqueItems":true,"contains":{"const":1},"maxItems":2})",
        {"[1]", "[2,1]", "[1,2]"},
        {{"[2,3", 3}, {"[2]", 2}}},
       {R"({"type":"array","uniqueItems":true,"prefixItems":[{"enum":[1,2]},{"enum":[1,2,3]},{"enum":[1,2]}],"minItems":3})",
        {"[1,3,2]", "[2,3,1]"},
        {{"[1,2", 3}, {"[1,3,1", 5}}}});
}

TEST(MachineUnique, ContainersDifferInTime) {
  check(
      {{R"({"type":"array","uniqueItems":true,"items":{"type":"object","properties":{"a":{"const":1},"b":{"enum":[1,2]}},
             "additionalProperties":false,"required":["a","b"]}})",
        {R"([{"a":1,"b":1},{"b":2,"a":1}])"},
        {{R"([{"a":1,"b":1},{"b":1)", 20}, {R"([{"a":1,"b":1},{"a":1,"b":1)", 26}}},
       {R"({"type":"array","uniqueItems":true,"items":{"type":"object","properties":{"a":{"const":1},"b":{"const":2}},
             "additionalProperties":false},"minItems":3})",
        {R"([{"a":1},{},{"b":2,"a":1}])", R"([{"a":1,"b":2},{"b":2},{"a":1},{}])"},
        {{R"([{},{}])", 5},
         {R"([{"a":1},{"a":1})", 15},
         {R"([{"a":1},{},{"a":1,"b":2},{"b":2},)", 33},
         {R"([{"a":1},{},{"a":1,"b":2},{"a)", 28}}}});
}

TEST(MachineUnique, RepeatsMayBeAskedFor) {
  check(
      {{R"({"type":"array","not":{"uniqueItems":true},"items":{"enum":[1,2]},"maxItems":2})",
        {"[1,1]", "[2,2.0]"},
        {{"[]", 1}, {"[1]", 2}, {"[1,2", 3}}},
       {R"({"type":"array","not":{"uniqueItems":true},"maxItems":2})",
        {"[1,1]", R"(["ab","ab"])", R"([{"a":[]},{"a":[]}])"},
        {{"[]", 1},
         {"[1]", 2},
         {"[1,2", 3},
         {R"(["ab","b)", 7},
         {R"([{"a":[]},{"b)", 12},
         {R"([{"a":[]},{"a":[1)", 16}}},
       {R"({"type":"array","if":{"uniqueItems":true},"then":{"maxItems":1},"else":{"minItems":3},"items":{"enum":[1,2]}})",
        {"[]", "[1]", "[1,2,1]", "[1,1,1]"},
        {{"[1,2]", 4}, {"[1,1]", 4}}},
       {R"({"type":"array","oneOf":[{"uniqueItems":true},{"maxItems":1}],"items":{"type":"boolean"}})",
        {"[true,false]"},
        {{"[]", 1}, {"[true]", 5}, {"[true,t", 6}}},
       {R"({"anyOf":[{"uniqueItems":true},{"contains":{"const":1}}],"type":"array","maxItems":2})",
        {"[1,1]", "[2,3]", "[2,1]"},
        {{"[2,2]", 4}}}});
}

// A number that has to come again must be known exactly, which one of a far exponent is not: there none
// comes, and that is no dead end.
TEST(MachineUnique, NumbersOfFarExponentsDoNotComeWhereRepeatsCount) {
  const char* kNotUnique = R"({"not":{"uniqueItems":true},"type":"array","items":{"type":"number"}})";
  const char* kNested = R"({"type":"array","not":{"uniqueItems":true},"items":{"type":"array","items":{
      "type":"object","additionalProperties":{"type":"number"}}}})";
  const char* kUnique = R"({"type":"array","uniqueItems":true,"items":{"type":"number"}})";
  check({{kNotUnique,
          {"[1e2000000,3,3]", "[3,-1.5e99999999999,3]", "[1e-99999999999,10e-100000000000]",
           "[0e99999999999,0]", "[3,3,1e-200000000000000]"},
          {{"[1e200000000000000", 15},
           {"[3,-1e200000000000000", 18},
           {"[3,1e-200000000000000", 18},
           {"[1,2]", 4}}},
         {kNested,
          {R"([[{"a":1e5}],[{"a":1e5}]])"},
          {{R"([[{"a":1e200000000000000}],[)", 21}, {R"([[{"a":1e5}],[{"a":1e200000000000000)", 33}}},
         {R"({"anyOf":[{"type":"array","uniqueItems":true},{"type":"number"}]})",
          {"1e200000000000000", "[1e200000000000000,1e200000000000001]"},
          {{"[1e200000000000000,1e200000000000000]", 36}}},
         {kUnique,
          {"[1e200000000000000,2,1e200000000000001]"},
          {{"[1e200000000000000,1e200000000000000]", 36}}}});
  for (const auto& [schema, start] : {std::pair<const char*, std::string>(kNotUnique, "[1e999999999999"),
                                      {kNested, R"([[{"a":1e999999999999)"}}) {
    const auto machine = good(schema);
    ASSERT_NE(machine, nullptr);
    for (std::size_t length = 0; length <= start.size(); ++length) {
      std::string whole = start.substr(0, length);
      const auto begun = read(*machine, machine->start(), whole);
      ASSERT_EQ(begun.taken, length) << schema;
      whole += machine->finish(begun.state);
      EXPECT_TRUE(accepts(*machine, whole)) << whole;
    }
  }
}

TEST(MachineUnique, SpellingsOfOneValueAreOneValue) {
  check(
      {{R"({"type":"array","uniqueItems":true,"items":{"type":"integer","minimum":1,"maximum":2}})",
        {"[1,2]"},
        {{"[1,1", 3}, {"[1,2,", 4}, {"[1.0", 2}}},
       {R"({"type":"array","uniqueItems":true,"items":{"type":"number","minimum":1,"maximum":1}})",
        {"[1]", "[1.0]"},
        {{"[1,", 2}, {"[1.0,", 4}}},
       {R"({"type":"array","uniqueItems":true,"prefixItems":[{"type":"integer"},{"not":{"type":"integer"}}],"minItems":2,
             "items":false,"allOf":[{"items":{"minimum":1,"maximum":2,"type":"number","not":{"exclusiveMinimum":1,"exclusiveMaximum":2}}}]})",
        {"[1,2.0]", "[2,1.0]"},
        {{"[1,1", 3}, {"[1,2]", 4}}}},
      Policy::model());
}

// While the values of a class are found one by one, a question about one of them comes back to that class.
TEST(MachineUnique, ClassesOfASchemaWithinItself) {
  check({{R"({"contains":{"uniqueItems":true,"contains":{"prefixItems":[{"$ref":"#"}]},
                          "unevaluatedItems":{"$ref":"#"}}})",
          {"1", "[1]", "[[1]]", "[[1,2]]", "[[[1]]]", "[[1,1],2]", "[[[]]]"},
          {{"[]", 1}, {"[[]]", 3}, {"[[1,1]]", 6}}},
         {R"({"type":"array","uniqueItems":true,"contains":{"minItems":3,"prefixItems":[
               {"type":"array","maxItems":2,"unevaluatedProperties":{"$ref":"#","multipleOf":3}}],
               "uniqueItems":true,"contains":{"prefixItems":[true,true,{"$ref":"#"}]},"maxContains":1,
               "unevaluatedItems":{"$ref":"#"}}})",
          {"[1]", "[[1],2]"},
          {{"[]", 1}, {"[1,1]", 4}, {"1", 0}}}});
}

// A digit that makes an exponent too long where the number may have to come again: counted once, asked twice.
TEST(MachineUnique, ADigitThatALimitRefusesCountsOnce) {
  const auto machine = good(R"({"type":"array","not":{"uniqueItems":true},"items":{"type":"number"}})");
  ASSERT_NE(machine, nullptr);
  StateId state = machine->start();
  for (const char byte : std::string("[1e1")) state = machine->step(state, static_cast<std::uint8_t>(byte));
  std::size_t digits = 1;
  StateId next = state;
  for (; digits < 40 && machine->counters().overruns == 0; ++digits) {
    state = next;
    next = machine->step(state, '0');
  }
  EXPECT_EQ(next, kDeadState);
  EXPECT_GT(digits, 5U);
  std::size_t refused = 0;
  for (int again = 0; again < 3; ++again) {
    refused = 0;
    for (char digit = '0'; digit <= '9'; ++digit)
      refused += machine->step(state, static_cast<std::uint8_t>(digit)) == kDeadState ? 1U : 0U;
  }
  EXPECT_EQ(refused, 10U);
  EXPECT_EQ(machine->counters().overruns, refused);
  EXPECT_NE(machine->step(state, ','), kDeadState);
}

// More items than are compared: none may come where the array can end, and a schema that needs more is
// refused.
TEST(MachineUnique, ItemsAreComparedUpToALimit) {
  Limits limits;
  limits.distinct_items = 3;
  const auto machine_of = [&](const char* schema) {
    auto read = read_schema(schema, {}, {}, {}, nullptr);
    return Machine::create(std::make_shared<const Schema>(std::move(std::get<Schema>(read))), Policy::spec(),
                           limits, nullptr);
  };
  const auto made = machine_of(R"({"type":"array","uniqueItems":true,"items":{"type":["integer","array"]}})");
  ASSERT_TRUE(std::holds_alternative<std::unique_ptr<Machine>>(made));
  Machine& machine = *std::get<std::unique_ptr<Machine>>(made);
  EXPECT_EQ(taken(machine, "[1,2,[],3]"), 7U);
  EXPECT_EQ(machine.counters().overruns, 1U);
  // The same event again is not counted again, another one is.
  EXPECT_EQ(taken(machine, "[1,2,[],3]"), 7U);
  EXPECT_EQ(machine.counters().overruns, 1U);
  EXPECT_EQ(taken(machine, "[1,2,3,3]"), 6U);
  EXPECT_EQ(machine.counters().overruns, 2U);
  EXPECT_TRUE(accepts(machine, "[1,2,[]]"));
  const auto many = machine_of(R"({"type":"array","uniqueItems":true,"minItems":5})");
  ASSERT_TRUE(std::holds_alternative<CompileFault>(many));
  EXPECT_EQ(std::get<CompileFault>(many).status, CompileStatus::limit);
  EXPECT_EQ(std::get<CompileFault>(many).error.code, "limit_distinct_items");
}

}  // namespace
}  // namespace lockstep::engine
