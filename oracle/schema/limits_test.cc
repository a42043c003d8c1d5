// Hostile input: depth, size, endless recursion. Coded errors and unknown answers, never a crash.
#include <gtest/gtest.h>

#include "lockstep/oracle/schema/schema_testing.h"

namespace lockstep::oracle {
namespace {

std::string repeat(std::string_view part, std::size_t times) {
  std::string out;
  out.reserve(part.size() * times);
  for (std::size_t i = 0; i < times; ++i) out += part;
  return out;
}

TEST(Recursion, WithoutProgressIsUnknownUnlessSomethingElseDecides) {
  constexpr const char* kUnknown = "unknown: infinite_recursion";
  EXPECT_EQ(judge(R"({"$ref":"#"})", "1"), kUnknown);
  EXPECT_EQ(judge(R"({"$ref":"#","type":"string"})", "1"), "no");
  EXPECT_EQ(judge(R"({"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}})", "1"),
            kUnknown);
  EXPECT_EQ(judge(R"({"anyOf":[{"$ref":"#"},true]})", "1"), "yes");
  EXPECT_EQ(judge(R"({"not":{"$ref":"#"}})", "1"), kUnknown);
  EXPECT_EQ(judge(R"({"$dynamicAnchor":"a","allOf":[{"$dynamicRef":"#a"}]})", "1"), kUnknown);
  EXPECT_EQ(judge(R"({"properties":{"a":{"$ref":"#/$defs/l"}},"$defs":{"l":{"$ref":"#/$defs/l"}}})", "{}"),
            "yes");
}

TEST(Recursion, WithProgressIsNoRecursion) {
  const char* schema =
      R"({"type":"object","properties":{"next":{"$ref":"#"}},"propertyNames":{"$ref":"#/$defs/n"},
      "$defs":{"n":{"type":"string"}}})";
  EXPECT_EQ(judge(schema, R"({"next":{"next":{}}})"), "yes");
  EXPECT_EQ(judge(schema, R"({"next":{"next":1}})"), "no");
  EXPECT_EQ(
      judge(R"({"allOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/a"}],"$defs":{"a":{"type":"integer"}}})", "1"),
      "yes");
}

TEST(Depth, OfInstancesIsBounded) {
  const std::string deep = repeat("[", 900) + repeat("]", 900);
  EXPECT_EQ(judge(R"({"type":"array","items":{"$ref":"#"}})", deep), "yes") << "1,800 nested evaluations";
  CheckLimits limits;
  limits.depth = 500;
  EXPECT_EQ(judge(R"({"type":"array","items":{"$ref":"#"}})", deep, {}, {}, limits), "unknown: depth");
  EXPECT_EQ(judge(R"({"type":"object","items":{"$ref":"#"}})", deep, {}, {}, limits), "no");
}

TEST(Depth, OfSchemasIsBounded) {
  EXPECT_EQ(load(repeat("{\"not\":", 500) + "true" + repeat("}", 500)), "ok");
  SchemaOptions options;
  options.depth = 1000;
  EXPECT_EQ(load(repeat("{\"not\":", 500) + "true" + repeat("}", 500), {}, options), "depth at ");
  EXPECT_EQ(load(repeat("{\"not\":", 200'000)), "too_deep at ");
  EXPECT_EQ(load(repeat("[", 200'000)), "too_deep at ");
  EXPECT_EQ(load(repeat("{\"x\":", 900) + "true" + repeat("}", 900)), "ok") << "no subschemas";
}

TEST(Depth, OfReferenceChainsIsBounded) {
  std::string schema = R"({"$ref":"#/$defs/d0","$defs":{)";
  for (int i = 0; i < 5'000; ++i) {
    schema += "\"d" + std::to_string(i) + R"(":{"$ref":"#/$defs/d)" + std::to_string(i + 1) + "\"},";
  }
  schema += R"("d5000":true}})";
  EXPECT_EQ(judge(schema, "1"), "unknown: depth");
}

TEST(Steps, AreBounded) {
  // Each level doubles the work.
  std::string schema = R"({"$ref":"#/$defs/d0","$defs":{)";
  for (int i = 0; i < 60; ++i) {
    const std::string next = R"({"$ref":"#/$defs/d)" + std::to_string(i + 1) + "\"}";
    schema += "\"d" + std::to_string(i) + "\":{\"allOf\":[" + next + "," + next + "]},";
  }
  schema += R"("d60":true}})";
  CheckLimits limits;
  limits.steps = 100'000;
  EXPECT_EQ(judge(schema, "1", {}, {}, limits), "unknown: steps");
}

TEST(Size, OfTextsAndNumbersOfSubschemasIsBounded) {
  EXPECT_EQ(load(std::string(std::size_t{50} << 20U, ' ') + "{}"), "text_too_large at ");
  SchemaOptions options;
  options.subschemas = 1000;
  EXPECT_EQ(load(R"({"anyOf":[)" + repeat("{},", 998) + "{}]}", {}, options), "ok");
  EXPECT_EQ(load(R"({"anyOf":[)" + repeat("{},", 999) + "{}]}", {}, options), "too_large at ");
  options.steps = 1000;
  EXPECT_EQ(load(R"({"anyOf":[)" + repeat("{},", 998) + "{}]}", {}, options), "steps at ");
}

TEST(Size, OfRemarksIsBounded) {
  const std::string name(std::size_t{1} << 20U, 'n');
  std::string unknown = R"("x":1)";
  for (int i = 0; i < 100; ++i) unknown += ",\"x" + std::to_string(i) + "\":1";
  EXPECT_EQ(load(R"({"properties":{")" + name + "\":{" + unknown + "}}}"), "too_large at ");
}

TEST(Size, ManyUniqueItemsAreCheap) {
  std::string items = "[0";
  for (int i = 1; i < 100'000; ++i) items += "," + std::to_string(i);
  EXPECT_EQ(judge(R"({"uniqueItems":true})", items + "]"), "yes");
  EXPECT_EQ(judge(R"({"uniqueItems":true})", items + ",5e0]"), "no");
}

}  // namespace
}  // namespace lockstep::oracle
