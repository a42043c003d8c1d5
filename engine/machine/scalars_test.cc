#include "lockstep/engine/machine/scalars.h"

#include <gtest/gtest.h>

namespace lockstep::engine {
namespace {

// The branches of `allOf`, an obligation each; formats assert.
struct Branches {
  explicit Branches(std::string_view text) : schema(read(text)) {
    for (const NodeId id : schema.nodes[schema.root].all_of) obligations.push_back(model.obligation({id}));
  }

  static Schema read(std::string_view text) {
    SchemaOptions options;
    options.assert_formats = true;
    return std::get<Schema>(read_schema(text, {}, options, {}, nullptr));
  }

  Schema schema;
  Model model{schema};
  Scalars scalars{model, Policy::spec(), Limits()};
  std::vector<Obligation> obligations;
};

// A name against `patternProperties` and `propertyNames`, as scalars.h says.
TEST(Scalars, VectorsOfNamesAreThoseThatSomeNameHas) {
  const Branches branches(
      R"({"allOf":[{"pattern":"^a"},{"pattern":"b$"},{"pattern":"^a[^]*b$"},{"pattern":"^.{0,2}$","maxLength":1}]})");
  const Scalars& scalars = branches.scalars;
  const std::vector<Obligation>& obligations = branches.obligations;
  const auto vectors = scalars.vectors(obligations);
  ASSERT_TRUE(vectors);
  // The third is the first and the second, save for a text of one character that is both; the fourth has at
  // most one character.
  const std::vector<Scalars::Bits> expected = {{false, false, false, false}, {false, false, false, true},
                                               {false, true, false, false},  {false, true, false, true},
                                               {true, false, false, false},  {true, false, false, true},
                                               {true, true, true, false}};
  EXPECT_EQ(*vectors, expected);
  Booleans booleans;
  for (const Scalars::Bits& bits : *vectors) {
    Function goal = kTrue;
    for (Variable v = 0; v < bits.size(); ++v) {
      const Function bit = booleans.variable(v);
      goal = booleans.both(goal, bits[v] ? bit : booleans.negate(bit));
    }
    const StringLanguage names = scalars.strings(obligations, booleans, goal, {{"a", false}, {"ab", false}});
    for (const std::string& name : names.members(5))
      EXPECT_EQ(scalars.of_string(obligations, name), bits) << name;
    // A text of one character that begins with a: only "a" itself, and that is taken. One that ends with b:
    // "b".
    const bool only_a = bits == Scalars::Bits{true, false, false, true};
    const bool only_b = bits == Scalars::Bits{false, true, false, true};
    const std::size_t count = only_a ? 0 : only_b ? 1 : 5;
    EXPECT_EQ(names.members(5).size(), count);
  }
  EXPECT_EQ(scalars.vectors({})->size(), 1U);
}

// A format is several patterns: of the vectors of their matches only those count that some name has.
TEST(Scalars, VectorsOfFormatsAreThoseThatSomeNameHas) {
  const Branches branches(
      R"({"allOf":[{"format":"date-time"},{"format":"email"},{"maxLength":4},{"format":"json-pointer"}]})");
  const Scalars& scalars = branches.scalars;
  const std::vector<Obligation>& obligations = branches.obligations;
  const auto vectors = scalars.vectors(obligations);
  ASSERT_TRUE(vectors);
  // "/@b" is an address and a pointer; no other two formats share a string. A date is longer than four
  // characters.
  const std::vector<Scalars::Bits> expected = {
      {false, false, false, false}, {false, false, false, true}, {false, false, true, false},
      {false, false, true, true},   {false, true, false, false}, {false, true, false, true},
      {false, true, true, false},   {false, true, true, true},   {true, false, false, false}};
  EXPECT_EQ(*vectors, expected);
  EXPECT_EQ(scalars.of_string(obligations, "2024-12-31T23:59:60Z"), expected[8]);
  EXPECT_EQ(scalars.of_string(obligations, "a@b"), expected[6]);
  EXPECT_EQ(scalars.of_string(obligations, "/@b"), expected[7]);
}

}  // namespace
}  // namespace lockstep::engine
