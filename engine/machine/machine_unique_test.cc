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

// Of a number that has to come again the digits of its exponent are known, however many they are.
TEST(MachineUnique, NumbersOfFarExponentsComeAgain) {
  const char* kNotUnique =
      R"({"not":{"uniqueItems":true},"type":"array","items":{"type":"number"},"maxItems":2})";
  const char* kNested =
      R"({"type":"array","not":{"uniqueItems":true},"maxItems":2,"items":{"type":"array","items":{
      "type":"object","additionalProperties":{"type":"number"}}}})";
  const char* kUnique = R"({"type":"array","uniqueItems":true,"items":{"type":"number"}})";
  check({{kNotUnique,
          {"[1e200000000000000,1e200000000000000]", "[-0.00e1,0e99999999999999999999]"},
          {{"[1e200000000000000,1e200000000000001", 35},
           {"[1e200000000000000,1e20000000000000]", 35},
           {"[1e200000000000000,-", 19},
           {"[1e200000000000000,2", 19},
           {"[1e200000000000000,1e-", 21},
           {"[1e200000000000000,\"", 19},
           {"[1,2]", 3}}},
         {kNested,
          {R"([[{"a":1e5}],[{"a":1e5}]])", R"([[{"a":1e200000000000000}],[{"a":10e199999999999999}]])"},
          {{R"([[{"a":1e200000000000000}],[{"a":1e3)", 35}}},
         {R"({"anyOf":[{"type":"array","uniqueItems":true},{"type":"number"}]})",
          {"1e200000000000000", "[1e200000000000000,1e200000000000001]"},
          {{"[1e200000000000000,1e200000000000000]", 36}}},
         {R"({"type":"array","not":{"uniqueItems":true},"maxItems":3,"items":{"type":"number"}})",
          {"[1e200000000000000,2,2]", "[1e200000000000000,2,1e200000000000000]"},
          {{"[1e200000000000000,2,1e200000000000001", 37}}},
         {kUnique,
          {"[1e200000000000000,2,1e200000000000001]"},
          {{"[1e200000000000000,1e200000000000000]", 36}}}});
  const std::string zeros(30, '0'), nines(30, '9');
  const auto not_unique = good(kNotUnique);
  for (const std::string& text :
       {"[1.5e" + nines + ",15e" + nines.substr(1) + "8]", "[1.5e" + nines + ",0.150E+01" + zeros + "]",
        "[-12e-1" + zeros + ",-1.2e-" + nines + "]",
        "[-12e-1" + zeros + ",-120e-001" + zeros.substr(1) + "1]"})
    EXPECT_TRUE(accepts(*not_unique, text)) << text;
  EXPECT_EQ(taken(*not_unique, "[-12e-1" + zeros + ",-1.2e-1"), 44U);
  for (const auto& [schema, start] :
       {std::pair<const char*, std::string>(kNotUnique, "[1e9999999999999999,0.00100e+0"),
        {kNested, R"([[{"a":-123e-9999999999999999}],[{"a":-12.3)"}}) {
    const auto machine = good(schema);
    ASSERT_NE(machine, nullptr);
    for (std::size_t length = 0; length <= start.size(); ++length) {
      std::string whole = start.substr(0, length);
      const auto begun = read(*machine, machine->start(), whole);
      ASSERT_EQ(begun.taken, length) << schema;
      whole += machine->finish(begun.state);
      EXPECT_TRUE(accepts(*machine, whole)) << whole;
    }
    EXPECT_EQ(machine->counters().overruns, 0U);
  }
}

// The same where a number has little room: an exponent of 14 digits nearly fills it.
TEST(MachineUnique, NumbersOfFarExponentsComeAgainWithinTheirBytes) {
  Policy policy;
  policy.number_bytes = 17;
  check({{R"({"not":{"uniqueItems":true},"type":"array","items":{"type":"number"},"maxItems":2})",
          {"[1e20000000000000,1e20000000000000]", "[1e20000000000000,10e19999999999999]",
           "[1e20000000000000,1E020000000000000]", "[1e20000000000000,1e+20000000000000]"},
          {{"[1e20000000000000,1.", 19},
           {"[1e20000000000000,1e00", 21},
           {"[1e20000000000000,1e+0", 21},
           {"[1e20000000000000,100", 20},
           {"[1e20000000000000,-", 18}}},
         {R"({"uniqueItems":true,"type":"array","items":{"type":"number"},"maxItems":2})",
          {"[1e20000000000000,1e20000000000001]", "[1e20000000000000,10e19999999999998]"},
          {{"[1e20000000000000,1e20000000000000]", 34},
           {"[1e20000000000000,10e19999999999999", 34},
           {"[1e20000000000000,1e+20000000000000", 34}}}},
        policy);
}

// A token of many digits is an exponent like another: its steps do not cost what came before.
TEST(MachineUnique, AnExponentOfManyDigitsComesAgain) {
  const auto machine =
      good(R"({"not":{"uniqueItems":true},"type":"array","items":{"type":"number"},"maxItems":2})");
  ASSERT_NE(machine, nullptr);
  const std::string number = "1e" + std::string(25'000, '7');
  EXPECT_TRUE(accepts(*machine, "[" + number + "," + number + "]"));
  EXPECT_FALSE(accepts(*machine, "[" + number + "," + number + "7]"));
  EXPECT_EQ(machine->counters().overruns, 0U);
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
