// Multiples on the byte machine: alone, within bounds, in branches that hold or must not, several at once.
#include <gtest/gtest.h>

#include <string>

#include "lockstep/engine/machine/machine_texts_test.h"

namespace lockstep::engine {
namespace {

TEST(MachineNumbers, MultiplesWithinBounds) {
  check({{R"({"type":"number","multipleOf":7,"minimum":10,"maximum":20})",
          {"14", "14.0", "1.4e1", "140e-1", "0.014E+3"},
          {{"13", 1}, {"1.3", 2}, {"2", 0}, {"-", 0}, {"15", 1}, {"14.1", 3}, {"1.4e2", 4}}},
         {R"({"multipleOf":0.3,"maximum":0.5,"exclusiveMinimum":0,"type":"number"})",
          {"0.3", "0.30", "3e-1", "30e-2", "0.0003e+3"},
          {{"0.4", 2}, {"0", 1}, {"0.31", 3}, {"3", 1}, {"-0", 0}}},
         {R"({"multipleOf":1e-8,"minimum":1,"maximum":1.00000002,"type":"number"})",
          {"1", "1.00000001", "100000002e-8"},
          {{"1.000000015", 10}, {"1.1", 2}}},
         {R"({"type":"integer","multipleOf":1e308})", {"0", "1e308", "2000e305", "-3e400"}, {{"1e-", 2}}},
         {R"({"multipleOf":9007199254740993,"minimum":1,"maximum":1e16,"type":"number"})",
          {"9007199254740993"},
          {{"9007199254740992", 15}}},
         {R"({"multipleOf":123.456,"type":"number"})", {"123.456", "-246.912", "0"}, {{"123.457e", 7}}},
         {R"({"type":"integer","multipleOf":0.123456789})",
          {"0", "123456789", "-1234567890e7"},
          {{"1e308", 1}}}});
}

// A word of digits, whatever the value; every other keyword looks at the value.
TEST(MachineNumbers, IntegersOfDraft4) {
  check(
      {{R"({"$schema":"http://json-schema.org/draft-04/schema#","type":"integer"})",
        {"0", "-0", "12"},
        {{"1.", 1}, {"1e", 1}, {"-0E", 2}}},
       {R"({"$schema":"http://json-schema.org/draft-04/schema#","type":"integer","minimum":1.5,"maximum":25e-1})",
        {"2"},
        {{"1", 0}, {"2.", 1}, {"20", 1}}},
       {R"({"$schema":"http://json-schema.org/draft-04/schema#","type":"number","not":{"type":"integer"},"minimum":2,"maximum":2})",
        {"2.0", "2e0", "0.2e1", "20e-1"},
        {{"3", 0}, {"2.1", 2}, {"2", 1}}},
       {R"({"$schema":"http://json-schema.org/draft-04/schema#","type":"integer","multipleOf":2.5,"minimum":1,"maximum":9})",
        {"5"},
        {{"5.", 1}, {"2", 0}}},
       {R"({"$schema":"http://json-schema.org/draft-04/schema#","enum":[1,2.5],"anyOf":[{"type":"integer"},{"minimum":2}]})",
        {"1", "2.5", "25e-1"},
        {{"1.0", 1}}},
       {R"({"$schema":"http://json-schema.org/draft-04/schema#","type":["integer","number"],"enum":[1]})",
        {"1", "1.0"},
        {{"2", 0}}},
       {R"({"$schema":"http://json-schema.org/draft-04/schema#","minimum":1,"exclusiveMinimum":true,"maximum":2,"type":"number"})",
        {"1.5", "2", "2.0"},
        {{"1 ", 1}, {"3", 0}}}});
}

TEST(MachineNumbers, MultiplesAreAboutNumbersOnly) {
  check({{R"({"multipleOf":2})", {"\"a\"", "null", "[1]", "{}", "2", "true"}, {{"3 ", 1}, {"3]", 1}}}});
}

TEST(MachineNumbers, ManyMultiplesAndBranches) {
  check(
      {{R"({"type":"integer","allOf":[{"multipleOf":4},{"multipleOf":6}],"minimum":1,"maximum":20})",
        {"12"},
        {{"4", 0}, {"18", 1}, {"6", 0}, {"16", 1}}},
       {R"({"type":"integer","anyOf":[{"multipleOf":4},{"multipleOf":6}],"minimum":1,"maximum":9})",
        {"4", "6", "8", "8.0"},
        {{"12", 0}, {"2", 0}, {"5", 0}, {"8.1", 2}}},
       {R"({"type":"integer","oneOf":[{"multipleOf":2},{"multipleOf":3}],"minimum":5,"maximum":9})",
        {"8", "9"},
        {{"6", 0}, {"7", 0}, {"5", 0}}},
       {R"({"type":"integer","not":{"multipleOf":2},"minimum":4,"maximum":6})", {"5"}, {{"4", 0}, {"6", 0}}},
       {R"({"not":{"multipleOf":0.5},"type":"number","minimum":0,"maximum":1})",
        {"0.25", "0.1e0", "0.50000001"},
        {{"0.50", 4}, {"0e", 1}, {"1", 1}}},
       {R"({"if":{"multipleOf":10},"then":{"maximum":20},"else":{"enum":[1,3]},"type":"integer","minimum":0})",
        {"0", "10", "20", "1", "3", "30e-1"},
        {{"30", 2}, {"2", 1}, {"4", 0}, {"11", 1}}},
       {R"({"enum":[1,2,3,4.5,6,"x"],"multipleOf":1.5})", {"3", "4.5", "6", "\"x\""}, {{"1", 0}, {"2", 0}}}});
  // Which of the branches an item satisfies is read off its value.
  check({{R"({"type":"array","prefixItems":[{"anyOf":[{"multipleOf":2},{"multipleOf":3}],"type":"integer"}],
            "oneOf":[{"prefixItems":[{"multipleOf":2}],"maxItems":1},{"prefixItems":[{"multipleOf":3}],"minItems":2}],
            "minItems":1,"items":{"const":1}})",
          {"[4]", "[6]", "[6,1]", "[3,1]"},
          {{"[4,1]", 2}, {"[3]", 2}, {"[5]", 2}}}});
}

TEST(MachineNumbers, PoliciesOfSpelling) {
  check({{R"({"type":"integer","multipleOf":3,"minimum":10,"maximum":13})", {"12"}, {{"12.0", 2}, {"1e", 1}}},
         {R"({"multipleOf":3,"minimum":10,"maximum":13,"type":"number"})", {"12", "12.0", "1.2e1"}, {}}},
        Policy::model());
  check(
      {{R"({"multipleOf":0.5,"minimum":1,"maximum":2,"type":"number"})",
        {"1", "1.5", "2"},
        {{"1.0", 2}, {"1.50", 3}, {"15", 1}, {"1e", 1}}},
       {R"({"type":"integer","multipleOf":1e32,"minimum":1,"maximum":2e32})", {"1e32", "2e32"}, {{"10", 1}}}},
      Policy::canonical());
  Policy four;
  four.number_bytes = 4;
  check({{R"({"type":"number","multipleOf":1000,"exclusiveMinimum":0})",
          {"1000", "1e3", "12e3", "8e10", "80e9"},
          {{"10000", 4}, {"12000", 2}, {"123", 2}, {"1.5e", 1}}}},
        four);
}

// What a number's digits have no influence on is forgotten with them.
TEST(MachineNumbers, StatesOfNumbersAreWhatCountsOfThem) {
  const auto state = [](Machine& machine, std::string_view text) {
    StateId at = machine.start();
    for (const char byte : text) at = machine.step(at, static_cast<std::uint8_t>(byte));
    return at;
  };
  const auto free = good(R"({"type":"array","items":{"type":"number"}})");
  EXPECT_EQ(state(*free, "[1"), state(*free, "[-987"));
  EXPECT_EQ(state(*free, "[1,2.5e"), state(*free, "[1,0e"));
  const auto even = good(R"({"type":"integer","multipleOf":2,"minimum":100})", Policy::model());
  EXPECT_EQ(state(*even, "31"), state(*even, "75"));
  EXPECT_NE(state(*even, "31"), state(*even, "12"));
  // Here both branches may hold: which does is read off the digits.
  const auto either = good(R"({"type":"array","prefixItems":[{"type":"number"}],
      "anyOf":[{"prefixItems":[{"multipleOf":2}],"maxItems":1},{"prefixItems":[{"minimum":5}],"minItems":2}]})");
  EXPECT_NE(state(*either, "[3"), state(*either, "[4"));
  check({{R"({"type":"array","prefixItems":[{"type":"number"}],"minItems":1,
      "anyOf":[{"prefixItems":[{"multipleOf":2}],"maxItems":1},{"prefixItems":[{"minimum":5}],"minItems":2}]})",
          {"[4]", "[5,1]", "[6]", "[6.5,1]", "[6,1]"},
          {{"[4,1]", 2}, {"[5]", 2}, {"[3]", 2}}}});
  const auto digits = good(R"({"type":"number","minimum":3,"multipleOf":0.5})");
  EXPECT_TRUE(accepts(*digits, std::string(100'000, '7')));
  EXPECT_EQ(taken(*digits, std::string(100'000, '7') + "e-0"), 100'003U);
  EXPECT_EQ(taken(*digits, std::string(100'000, '7') + "e-1"), 100'002U);
}

// Looks at the cancellation, at each operation one, while a machine tries every byte behind this text and
// asks whether it may end.
std::uint64_t looks_behind(const char* schema, const Policy& policy, const std::string& text) {
  auto read_text = read_schema(schema, {}, {}, {}, nullptr);
  Limits limits;
  limits.between_looks = 1;
  auto made = Machine::create(std::make_shared<const Schema>(std::move(std::get<Schema>(read_text))), policy,
                              limits, nullptr);
  Machine& machine = *std::get<std::unique_ptr<Machine>>(made);
  StateId at = machine.start();
  for (const char byte : text) at = machine.step(at, static_cast<std::uint8_t>(byte));
  EXPECT_NE(at, kDeadState) << schema;
  const auto looks = [&] {
    std::uint64_t out = 0;
    machine.metered([&](const Meter& meter) { out = meter.polls(); });
    return out;
  };
  const std::uint64_t before = looks();
  for (const char byte : std::string_view("0123456789.eE+-")) {
    const StateId next = machine.step(at, static_cast<std::uint8_t>(byte));
    if (next != kDeadState) machine.can_stop(next);
  }
  return looks() - before;
}

TEST(MachineNumbers, AStepCostsTheSameAtAnyLength) {
  const std::vector<const char*> schemas = {
      R"({"type":"array","items":{"type":"number"}})",
      R"({"type":"array","items":{"type":"number","minimum":-1e999999999,"exclusiveMaximum":1e999999999}})",
      R"({"type":"array","items":{"multipleOf":7,"not":{"multipleOf":0.3}}})",
      R"({"type":"array","items":{"anyOf":[{"multipleOf":7},{"minimum":0.1},{"enum":[1,2.5,1e300]}]}})",
      R"({"type":"array","prefixItems":[true,{"type":"number"}],
          "anyOf":[{"prefixItems":[true,{"multipleOf":7}],"maxItems":2},{"prefixItems":[true,{"minimum":5}]}]})",
      R"({"type":"array","uniqueItems":true})"};
  std::size_t compared = 0;
  for (const char* schema : schemas) {
    for (const std::string start : {"[1e20000000000000000,", "[3,"}) {
      for (const std::string begin : {"1", "-0.", "0.0", "1e", "7.5E+"}) {
        const std::string near = start + begin + std::string(40, '3');
        const std::string far = start + begin + std::string(4000, '3');
        const auto lived = good(schema);
        if (taken(*lived, far) != far.size()) continue;
        const std::uint64_t looks = looks_behind(schema, Policy::spec(), near);
        EXPECT_LE(looks_behind(schema, Policy::spec(), far), looks + looks / 4 + 8)
            << schema << start << begin;
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 40U);
}

TEST(MachineNumbers, NoNumberIsLeft) {
  expect_empty(
      {R"({"not":{"multipleOf":2},"type":"integer","minimum":4,"maximum":4})",
       R"({"multipleOf":7,"minimum":15,"maximum":20,"type":"number"})",
       R"({"type":"number","allOf":[{"multipleOf":0.5},{"not":{"multipleOf":0.25}}]})",
       R"({"type":"integer","multipleOf":4,"not":{"multipleOf":2}})",
       R"({"multipleOf":1e300,"exclusiveMinimum":0,"exclusiveMaximum":1e300,"type":"number"})",
       R"({"const":0.7,"multipleOf":0.3})",
       R"({"type":"number","not":{"anyOf":[{"multipleOf":1},{"not":{"multipleOf":0.5}},{"minimum":0.4},{"maximum":-0.4}]}})"});
}

TEST(MachineNumbers, WhatIsBeyondTheLimitsIsRefusedAtCompile) {
  for (const std::string schema :
       {R"({"items":{"multipleOf":1e2000}})", R"({"items":{"multipleOf":1e-1100}})",
        R"({"items":{"multipleOf":0.5},"maximum":1e3000})",
        R"({"const":[{"a":1e1025}],"items":{"multipleOf":3}})"}) {
    const auto made = make(schema);
    ASSERT_TRUE(std::holds_alternative<CompileFault>(made)) << schema;
    const CompileFault& fault = std::get<CompileFault>(made);
    EXPECT_EQ(fault.status, CompileStatus::refused) << schema;
    EXPECT_EQ(fault.keyword, "multipleOf");
    EXPECT_EQ(fault.error.pointer, "/items/multipleOf");
  }
}

}  // namespace
}  // namespace lockstep::engine
