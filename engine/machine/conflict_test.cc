// What conflicts in an empty schema: exactly the keywords without one of which there would be a value.
#include "lockstep/engine/machine/conflict.h"

#include <gtest/gtest.h>

#include <utility>

#include "lockstep/engine/machine/machine.h"

namespace lockstep::engine {
namespace {

using Pointers = std::vector<std::string>;

CompileFault fault_of(std::string_view text, const Policy& policy = Policy::spec(),
                      const Limits& limits = {}) {
  auto read = read_schema(text, {}, {}, limits, nullptr);
  if (const auto* fault = std::get_if<CompileFault>(&read)) return *fault;
  auto made = Machine::create(std::make_shared<const Schema>(std::move(std::get<Schema>(read))), policy,
                              limits, nullptr);
  if (const auto* fault = std::get_if<CompileFault>(&made)) return *fault;
  ADD_FAILURE() << text << " is satisfiable";
  return {};
}

TEST(Conflict, IsIrreducible) {
  const std::vector<std::pair<const char*, Pointers>> cases = {
      {"false", {""}},
      {R"({"type":"string","const":1,"minLength":3})", {"/type", "/const"}},
      {R"({"enum":[1,2],"const":3,"type":"integer"})", {"/enum", "/const"}},
      {R"({"type":"integer","minimum":3,"maximum":2,"title":"x"})", {"/type", "/minimum", "/maximum"}},
      {R"({"type":"integer","exclusiveMinimum":1,"exclusiveMaximum":2,"minimum":-5})",
       {"/type", "/exclusiveMinimum", "/exclusiveMaximum"}},
      {R"({"allOf":[{"type":"string"},{"minLength":1},{"type":["array","null"]}]})",
       {"/allOf/0/type", "/allOf/2/type"}},
      {R"({"anyOf":[{"type":"string"},{"const":true},false],"type":"null"})",
       {"/type", "/anyOf/0/type", "/anyOf/1/const", "/anyOf/2"}},
      {R"({"type":"object","required":["b","a/b"],"properties":{"a/b":false,"b":{"type":"null"}}})",
       {"/type", "/required", "/properties/a~1b"}},
      {R"({"type":"object","required":["a"],"properties":{"b":true},"additionalProperties":false})",
       {"/type", "/required", "/additionalProperties"}},
      {R"({"type":"object","required":["a"],"properties":{"a":{"$ref":"#"}}})",
       {"/type", "/required", "/properties/a/$ref"}},
      {R"({"type":"array","minItems":3,"maxItems":9,"prefixItems":[true,true],"items":{"$ref":"#/$defs/n"},
           "$defs":{"n":{"allOf":[{"type":"null"},{"type":"string"}]}}})",
       {"/type", "/minItems", "/items/$ref", "/$defs/n/allOf/0/type", "/$defs/n/allOf/1/type"}},
      {R"({"type":"string","minLength":3,"maxLength":2})", {"/type", "/minLength", "/maxLength"}},
      {R"({"not":{"type":["string","number"]},"type":["integer","string"],"minLength":2})",
       {"/type", "/not"}},
      {R"({"oneOf":[{"type":"integer"},{"type":"number"}],"type":"integer","minimum":3})",
       {"/type", "/oneOf"}},
      {R"({"if":{"type":"string"},"then":{"minLength":2},"else":false,"maxLength":1})",
       {"/maxLength", "/then/minLength", "/else"}},
      {R"({"type":"object","required":["a"],"dependentRequired":{"a":["b"]},"properties":{"b":false,"c":false}})",
       {"/type", "/required", "/dependentRequired", "/properties/b"}},
      {R"({"type":"object","required":["a"],"dependentSchemas":{"a":{"type":"array"},"b":false}})",
       {"/type", "/required", "/dependentSchemas/a/type"}},
  };
  for (const auto& [schema, expected] : cases) {
    const CompileFault fault = fault_of(schema);
    EXPECT_EQ(fault.status, CompileStatus::empty) << schema;
    EXPECT_EQ(fault.conflict, expected) << schema;
    EXPECT_EQ(fault.error.pointer, expected.front()) << schema;
    EXPECT_EQ(fault.error.message.find("limit"), std::string::npos) << schema;
  }
}

TEST(Conflict, IsThatOfThePolicy) {
  Policy policy;
  policy.number_bytes = 1;
  EXPECT_EQ(fault_of(R"({"type":"number","minimum":10,"maximum":50})", policy).conflict,
            (Pointers{"/type", "/minimum"}));
}

TEST(Conflict, OfALongSchemaTakesFewQuestions) {
  std::string schema = R"({"allOf":[{"type":"string"})";
  for (int i = 0; i < 3000; ++i) schema += R"(,{"minLength":1})";
  schema += R"(,{"type":"null"}]})";
  EXPECT_EQ(fault_of(schema).conflict, (Pointers{"/allOf/0/type", "/allOf/3001/type"}));
}

TEST(Conflict, SaysWhenALimitCameFirst) {
  Limits limits;
  limits.conflict_questions = 0;
  const CompileFault fault = fault_of(R"({"type":"string","const":1,"minLength":3})", Policy::spec(), limits);
  EXPECT_EQ(fault.conflict, (Pointers{"/type", "/const", "/minLength"}));
  EXPECT_NE(fault.error.message.find("limit"), std::string::npos);
}

}  // namespace
}  // namespace lockstep::engine
