// Objects with many members: what one more costs, counted, and that all names that came are known still.
#include <gtest/gtest.h>

#include <string>

#include "lockstep/engine/machine/machine_texts_test.h"

namespace lockstep::engine {
namespace {

std::string members(std::size_t count) {
  std::string out = "{";
  for (std::size_t i = 0; i < count; ++i) out += (i == 0 ? "\"k" : ",\"k") + std::to_string(i) + "\":1";
  return out;
}

std::unique_ptr<Machine> counting(const char* schema, const Policy& policy) {
  auto read_text = read_schema(schema, {}, {}, {}, nullptr);
  Limits limits;
  limits.between_looks = 1;
  limits.states = 1'000'000;
  auto made = Machine::create(std::make_shared<const Schema>(std::move(std::get<Schema>(read_text))), policy,
                              limits, nullptr);
  return std::get<std::unique_ptr<Machine>>(std::move(made));
}

StateId after(Machine& machine, StateId at, std::string_view text) {
  for (const char byte : text) at = machine.step(at, static_cast<std::uint8_t>(byte));
  return at;
}

// With a look at each operation: those of one member behind so many.
std::uint64_t looks_for_one_more(const char* schema, const Policy& policy, std::size_t count) {
  const auto machine = counting(schema, policy);
  const auto looks = [&] {
    std::uint64_t out = 0;
    machine->metered([&](const Meter& meter) { out = meter.polls(); });
    return out;
  };
  const StateId at = after(*machine, machine->start(), members(count));
  EXPECT_NE(at, kDeadState) << schema;
  const std::uint64_t before = looks();
  EXPECT_NE(after(*machine, at, ",\"next\":1"), kDeadState) << schema;
  return looks() - before;
}

TEST(MachineManyMembers, OneMoreCostsTheLogarithmOfThem) {
  for (const char* schema :
       {R"({"type":"object"})", "true", R"({"properties":{"a":{"type":"string"},"k0":true},"type":"object"})",
        R"({"maxProperties":20000,"minProperties":3})", R"({"additionalProperties":{"type":"integer"}})",
        R"({"unevaluatedProperties":{"type":"integer"},"properties":{"k0":true}})",
        R"({"anyOf":[{"required":["a"]},{"additionalProperties":{"type":"integer"}}]})"}) {
    for (const Policy& policy : {Policy::spec(), Policy::model(), Policy::canonical()}) {
      const std::uint64_t few = looks_for_one_more(schema, policy, 20);
      EXPECT_LE(looks_for_one_more(schema, policy, 2'000), few + few / 2 + 60) << schema;
    }
  }
}

TEST(MachineManyMembers, EachOfManyNamesCanComeOnce) {
  const auto machine = counting(R"({"properties":{"a":{"type":"string"}}})", Policy::spec());
  constexpr std::size_t kCount = 3'000;
  const StateId at = after(*machine, machine->start(), members(kCount));
  const StateId earlier = after(*machine, machine->start(), members(kCount / 2));
  std::size_t refused = 0, taken_earlier = 0;
  for (std::size_t i = 0; i < kCount; i += 7) {
    const std::string next = ",\"k" + std::to_string(i);
    const StateId inside = after(*machine, at, next);
    ASSERT_NE(inside, kDeadState);
    EXPECT_EQ(machine->step(inside, '"'), kDeadState) << i;
    EXPECT_NE(after(*machine, inside, "x\":1"), kDeadState) << i;
    ++refused;
    // A state of before knows nothing of what came behind another one.
    const bool free = after(*machine, earlier, next + "\":1") != kDeadState;
    EXPECT_EQ(free, i >= kCount / 2) << i;
    taken_earlier += free ? 1 : 0;
  }
  EXPECT_GT(refused, 400U);
  EXPECT_GT(taken_earlier, 200U);
  EXPECT_EQ(after(*machine, at, ",\"a\":1"), kDeadState);
  EXPECT_NE(after(*machine, at, ",\"a\":\"\""), kDeadState);
}

// What was remembered on the way there has no influence.
TEST(MachineManyMembers, AsAMachineThatMetNothingElse) {
  const char* schema = R"({"type":"object","minProperties":205,"properties":{"z":{"type":"integer"}}})";
  const auto warm = counting(schema, Policy::spec());
  after(*warm, warm->start(), members(300));
  after(*warm, warm->start(), members(150) + R"(,"other":2,"more":[)");
  const auto cold = counting(schema, Policy::spec());
  for (const std::size_t count : {0U, 1U, 50U, 200U, 250U}) {
    const std::string text = members(count) + (count == 0 ? "" : ",") + "\"\\u006";
    const StateId left = after(*warm, warm->start(), text), right = after(*cold, cold->start(), text);
    EXPECT_EQ(warm->finish(left), cold->finish(right));
    for (int byte = 0; byte < 256; ++byte) {
      EXPECT_EQ(warm->step(left, static_cast<std::uint8_t>(byte)) == kDeadState,
                cold->step(right, static_cast<std::uint8_t>(byte)) == kDeadState);
    }
  }
}

}  // namespace
}  // namespace lockstep::engine
