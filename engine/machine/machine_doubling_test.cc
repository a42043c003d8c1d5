// Chains of subschemas in which each refers to the next one twice: 2^30 ways to the last, and 30 subschemas.
#include <gtest/gtest.h>

#include <string>

#include "lockstep/engine/machine/machine_texts_test.h"

namespace lockstep::engine {
namespace {

constexpr std::size_t kLinks = 30;
constexpr std::string_view kLeaf =
    R"({"type":["integer","string","object","null"],"minimum":3,"maxLength":2,"pattern":"^a","required":["k"]})";

// `link`: R stands for a reference to the next.
std::string chain(const std::string& link, std::string_view leaf, std::string_view root = "") {
  std::string out = R"({"$ref":"#/$defs/r0",)" + std::string(root) + R"("$defs":{)";
  for (std::size_t i = 0; i < kLinks; ++i) {
    out += "\"r" + std::to_string(i) + "\":";
    for (const char c : link) {
      out += c == 'R' ? R"({"$ref":"#/$defs/r)" + std::to_string(i + 1) + "\"}" : std::string(1, c);
    }
    out += ",";
  }
  return out + "\"r" + std::to_string(kLinks) + "\":" + std::string(leaf) + "}}";
}

void expect_texts(const std::string& schema, const std::vector<std::string>& in,
                  const std::vector<std::string>& out) {
  for (const Policy& policy : {Policy::spec(), Policy::canonical()}) {
    const auto machine = good(schema, policy);
    ASSERT_NE(machine, nullptr) << schema.substr(0, 120);
    for (const std::string& text : in) EXPECT_TRUE(accepts(*machine, text)) << schema.substr(0, 120) << text;
    for (const std::string& text : out)
      EXPECT_FALSE(accepts(*machine, text)) << schema.substr(0, 120) << text;
    EXPECT_TRUE(accepts(*machine, machine->finish(machine->start())));
    std::uint64_t spent = 0;
    machine->metered([&](const Meter& meter) { spent = meter.spent(); });
    EXPECT_LT(spent, 100'000U) << schema.substr(0, 120);
  }
}

void expect_leaf(const std::string& link) {
  expect_texts(chain(link, kLeaf), {"3", "\"ab\"", "\"a\"", R"({"k":1})", R"({"k":[2]})", "null", "40"},
               {"2", "\"b\"", "\"abc\"", "{}", R"({"j":1})", "[]", "true", "3.5"});
}

TEST(MachineDoubling, AllOf) { expect_leaf(R"({"allOf":[R,R]})"); }
TEST(MachineDoubling, AnyOf) { expect_leaf(R"({"anyOf":[R,R]})"); }
TEST(MachineDoubling, OneOf) { expect_leaf(R"({"oneOf":[R,{"allOf":[R,false]}]})"); }
TEST(MachineDoubling, Not) { expect_leaf(R"({"not":{"anyOf":[{"not":R},{"not":R}]}})"); }
TEST(MachineDoubling, If) { expect_leaf(R"({"if":R,"then":R,"else":R})"); }

TEST(MachineDoubling, DependentSchemas) {
  expect_texts(chain(R"({"dependentSchemas":{"k":R,"a":R}})", kLeaf),
               {R"({"k":1})", "{}", R"({"j":[]})", "2", "[]"}, {R"({"a":1})"});
}

TEST(MachineDoubling, Properties) {
  expect_texts(chain(R"({"properties":{"a":R,"b":R}})", R"({"type":"integer"})"),
               {"{}", R"({"a":{"b":{"a":[]}}})", R"({"a":1,"b":{"b":2}})", "true"},
               {"[", R"({"a":1,"a":2})"});
}

TEST(MachineDoubling, Items) {
  expect_texts(chain(R"({"prefixItems":[R],"items":R})", R"({"type":"integer"})"),
               {"[]", "[[[]],[[],1]]", "{}"}, {"[[]", "]"});
}

TEST(MachineDoubling, Unevaluated) {
  const std::string_view leaf = R"({"type":"object","properties":{"k":{"type":"integer"}}})";
  const std::string_view root = R"("unevaluatedProperties":false,)";
  for (const char* link : {R"({"allOf":[R,R]})", R"({"anyOf":[R,R]})", R"({"if":R,"then":R,"else":R})",
                           R"({"not":{"anyOf":[{"not":R},{"not":R}]},"allOf":[R]})"})
    expect_texts(chain(link, leaf, root), {"{}", R"({"k":1})"}, {R"({"k":"")", R"({"j":1})", "[]", "1"});
}

}  // namespace
}  // namespace lockstep::engine
