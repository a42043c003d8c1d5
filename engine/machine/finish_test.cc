// The way out of a text: it is written in full, it is a text of the language, and it ends, whatever was asked
// before and wherever the text stands.
#include <gtest/gtest.h>

#include <string>

#include "lockstep/engine/machine/machine_texts_test.h"

namespace lockstep::engine {
namespace {

// The bytes that end a text after `prefix`; each is stepped.
std::string finished(Machine& machine, const std::string& prefix) {
  StateId state = machine.start();
  for (const char byte : prefix) state = machine.step(state, static_cast<std::uint8_t>(byte));
  EXPECT_NE(state, kDeadState) << prefix;
  if (state == kDeadState) return "dead";
  const std::string rest = machine.finish(state);
  for (const char byte : rest) state = machine.step(state, static_cast<std::uint8_t>(byte));
  EXPECT_TRUE(machine.can_stop(state)) << prefix << " and then " << rest;
  return rest;
}

// Ends after every part of a text that is in.
std::size_t finished_everywhere(const std::string& schema, const std::string& text) {
  SCOPED_TRACE(schema);
  std::size_t points = 0;
  const auto warm = good(schema);
  for (std::size_t length = 0; length <= text.size(); ++length, ++points) {
    const auto cold = good(schema);
    if (warm == nullptr || cold == nullptr) return 0;
    finished(*warm, text.substr(0, length));
    finished(*cold, text.substr(0, length));
  }
  return points;
}

// The item has a member that, to what must come true, stands as the item itself does: whatever is an object
// will do for both. A way kept by that alone was overwritten from within, and items came without end.
TEST(Finish, OfAContainerThatIsLikeAMemberOfItsOwn) {
  EXPECT_GT(finished_everywhere(
                R"({"type":"array","contains":{"minProperties":2,"properties":{"c":{"type":"object"}},
                                    "type":"object"}})",
                R"([{"c":{"c":{}},"d":[1]},2])"),
            20U);
  EXPECT_GT(
      finished_everywhere(
          R"({"type":"array","contains":{"type":"array","minItems":2,"prefixItems":[{"type":"array"}]}})",
          "[[],[[[]],[]]]"),
      10U);
}

// A name like all others to what must come true, and not to what the container reports.
TEST(Finish, WithANameThatOnlyAReportReads) {
  for (const std::string name : {"a", "b", ""}) {
    for (const std::string least : {"1", "3"}) {
      const std::string schema =
          R"({"type":"object","required":["p"],"properties":{"z":true,"p":{"type":"object",
          "required":["x"],"properties":{"x":{"type":"object","minProperties":)" +
          least + R"(,"additionalProperties":{"const":5}}}}},
          "if":{"properties":{"p":{"properties":{"x":{"properties":{")" +
          name + R"(":{"const":1}}}}}}},"then":{"required":["z"]}})";
      EXPECT_GT(finished_everywhere(schema, R"({"p":{"x":{"":5,"a":5,"b":5}},"z":0})"), 30U);
      EXPECT_GT(finished_everywhere(schema, R"({"p":{"x":{"b":5,"a":5,"":5}},"z":0})"), 30U);
    }
  }
}

// An item can be anything, as a later one can be what is asked for; the way says that this one is.
TEST(Finish, TakesTheValueThatLeadsToTheEndAndNotAnyThatIsAllowed) {
  const std::string schema =
      R"({"type":"object","required":["a","b"],"properties":{
          "a":{"type":"array","contains":{"const":1},"minContains":0,"maxContains":5},
          "b":{"type":"array","contains":{"const":1}}}})";
  const auto machine = good(schema);
  ASSERT_NE(machine, nullptr);
  EXPECT_EQ(finished(*machine, R"({"a":[)"), R"(],"b":[1]})");
  // Any item will do here, and null is the first; both arrays have the same slots for items.
  EXPECT_EQ(finished(*machine, R"({"a":[0,)"), R"(null],"b":[1]})");
  EXPECT_EQ(finished(*machine, R"({"a":[0],"b":[)"), "1]}");
  EXPECT_EQ(finished(*machine, R"({"a":[0],"b":[0)"), ",1]}");
  EXPECT_GT(finished_everywhere(schema, R"({"b":[null,1,2],"a":[1,null]})"), 20U);
  EXPECT_GT(finished_everywhere(R"({"type":"array","contains":{"enum":[[null]]}})", "[[],[null],1]"), 10U);
  // The branch that holds in the end is not the one that any member does for.
  EXPECT_GT(
      finished_everywhere(
          R"({"oneOf":[{"additionalProperties":{"minimum":0.75}},true,{"additionalProperties":false}]})",
          R"({"":0.5,"b":"x"})"),
      10U);
}

TEST(Finish, WithTheNameThatIsLeftOfFew) {
  const auto few = good(R"({"type":"object","propertyNames":{"pattern":"^[abc]$"},"minProperties":3})");
  ASSERT_NE(few, nullptr);
  EXPECT_EQ(finished(*few, R"({"a":1,"c":2)"), R"(,"b":null})");
  EXPECT_EQ(finished(*few, R"({"b":1,"a":2)"), R"(,"c":null})");
  EXPECT_EQ(finished(*few, R"({"c":1,"b":2,")"), R"(a":null})");
  const auto listed = good(R"({"type":"object","propertyNames":{"enum":["a","b","ab"]},"minProperties":3})");
  ASSERT_NE(listed, nullptr);
  EXPECT_EQ(finished(*listed, R"({"a":1,"b":2)"), R"(,"ab":null})");
  EXPECT_EQ(finished(*listed, R"({"ab":1,"b":2)"), R"(,"a":null})");
  // Two classes of two, which ask for different things.
  const std::string two = R"({"type":"object","minProperties":4,"additionalProperties":false,
                              "patternProperties":{"^[ab]$":{"const":1},"^[cd]$":{"const":2}}})";
  const auto classes = good(two);
  ASSERT_NE(classes, nullptr);
  EXPECT_EQ(finished(*classes, R"({"d":2,"a":1,"c":2)"), R"(,"b":1})");
  EXPECT_EQ(finished(*classes, R"({"b":1,"a":1,"c":2)"), R"(,"d":2})");
  EXPECT_GT(finished_everywhere(two, R"({"d":2,"b":1,"c":2,"a":1})"), 20U);
  // One of a class is asked for in what it must be; the others of it are not.
  EXPECT_GT(finished_everywhere(
                R"({"type":"object","propertyNames":{"maxLength":1,"pattern":"^[a-c]"},"minProperties":3,
                                    "not":{"additionalProperties":{"type":"null"}}})",
                R"({"b":null,"a":null,"c":0})"),
            20U);
}

// Names that were used where nothing could tell them apart.
TEST(Finish, WithNamesThatAreNotUsedYet) {
  const auto machine = good(R"({"type":"object","minProperties":4})");
  ASSERT_NE(machine, nullptr);
  const std::string rest = finished(*machine, R"({"":0,"a":0,"b":0)");
  EXPECT_EQ(finished(*machine, R"({"":0,"a":0,"b":0)"), rest);
  EXPECT_EQ(rest.substr(0, 2), ",\"");
  EXPECT_GT(finished_everywhere(R"({"type":"object","minProperties":3,"required":["a"]})",
                                R"({"b":0,"c":{},"a":1})"),
            15U);
}

}  // namespace
}  // namespace lockstep::engine
