// What debug builds assert (README.md) can fail: each of the predicates says no of a state that breaks it.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "lockstep/engine/machine/satisfy.h"

namespace lockstep::engine {
namespace {

// The questions about one schema, as a machine asks them.
struct Questions {
  explicit Questions(const std::string& text)
      : schema(std::get<Schema>(read_schema(text, {}, {}, {}, nullptr))),
        model(schema, &meter),
        booleans(&meter),
        scalars(model, Policy::spec(), {}, &meter),
        containers(model, booleans, scalars),
        orders(model, scalars, KeyOrder::any, &meter),
        satisfiability(booleans, containers, scalars, orders, meter, Policy::spec(), {}),
        root({model.obligation({schema.root})}) {}

  Satisfiability::Slot where(Function goal) {
    return satisfiability.slot(root, goal, orders.root(schema.root));
  }

  Schema schema;
  Meter meter;
  Model model;
  Booleans booleans;
  Scalars scalars;
  Containers containers;
  KeyOrders orders;
  Satisfiability satisfiability;
  std::vector<Obligation> root;
};

constexpr std::size_t kRoom = 100;

TEST(Invariants, AStateThatNobodyAskedAboutIsNotKnownToEnd) {  // I3
  Questions asked(R"({"type":"object","required":["a"],"additionalProperties":{"type":"array"}})");
  const auto slot = asked.where(asked.booleans.variable(0));
  const ContainerState state = asked.satisfiability.opened(slot, ContainerType::object);
  EXPECT_FALSE(asked.satisfiability.known_finishable(state, kRoom));
  EXPECT_TRUE(asked.satisfiability.finishable(state));
  EXPECT_TRUE(asked.satisfiability.known_finishable(state, kRoom));
  EXPECT_FALSE(asked.satisfiability.known_finishable(state, 0));  // the member is an array
}

TEST(Invariants, AGoalCanBeEmpty) {  // I3
  Questions asked(R"({"type":"string"})");
  EXPECT_FALSE(asked.satisfiability.has_goal(asked.where(kFalse)));
  EXPECT_TRUE(asked.satisfiability.has_goal(asked.where(asked.booleans.variable(0))));
}

TEST(Invariants, ASlotWithoutAValueMeetsNoGoal) {  // I4
  Questions asked(R"({"type":"string","not":{"minLength":0}})");
  const auto slot = asked.where(asked.booleans.variable(0));
  EXPECT_FALSE(asked.satisfiability.met_by_its_witness(slot));
  EXPECT_FALSE(asked.satisfiability.satisfiable(slot));
  EXPECT_FALSE(asked.satisfiability.met_by_its_witness(slot));
  const auto others = asked.where(asked.booleans.negate(asked.booleans.variable(0)));
  EXPECT_TRUE(asked.satisfiability.satisfiable(others));
  EXPECT_TRUE(asked.satisfiability.met_by_its_witness(others));
}

TEST(Invariants, AnAnswerThatIsTakenBackIsSeen) {  // I5
  Questions asked(R"({"type":"string","not":{"minLength":0}})");
  EXPECT_FALSE(asked.satisfiability.denied(asked.root, {true}));
  EXPECT_FALSE(asked.satisfiability.satisfiable(asked.where(asked.booleans.variable(0))));
  EXPECT_TRUE(asked.satisfiability.denied(asked.root, {true}));
  EXPECT_FALSE(asked.satisfiability.denied(asked.root, {false}));
}

// Distinct items: the first is free, the second 1, the others are integers.
constexpr const char* kDistinct =
    R"({"type":"array","uniqueItems":true,"prefixItems":[true,{"const":1}],"items":{"type":"integer"}})";
constexpr std::uint64_t kApart = 100;  // item indices below it stay apart

TEST(Invariants, WhatLaterItemsAreTrackedAgainstIsKeptFromTheFirstOn) {  // I6
  Questions asked(kDistinct);
  ContainerState state =
      asked.satisfiability.opened(asked.where(asked.booleans.variable(0)), ContainerType::array);
  ASSERT_TRUE(asked.containers.unique_matters(state));
  std::vector<std::size_t> kept;
  std::uint64_t index = 0;
  for (const Values::Kind kind :
       {Values::Kind::null, Values::Kind::true_value, Values::Kind::false_value, Values::Kind::empty_array}) {
    const Key key = Key::item(index);
    const Needs needs = asked.containers.needs(state, key);
    kept.push_back(needs.obligations.size());
    const std::vector<bool> bits(needs.obligations.size(), true);
    const ContainerState next = asked.containers.advance(state, key, needs, bits, kApart);
    const Needs later = asked.containers.needs(next, Key::item(index + 1));
    EXPECT_TRUE(std::includes(needs.obligations.begin(), needs.obligations.end(), later.obligations.begin(),
                              later.obligations.end()))
        << index;
    const ValueId value = asked.satisfiability.values().literal(kind);  // none comes twice
    state = asked.satisfiability.advance(state, key, needs, bits, value, kApart);
    ++index;
  }
  EXPECT_EQ(kept, (std::vector<std::size_t>{2, 2, 1, 1}));
}

#ifdef LOCKSTEP_DEBUG
TEST(Invariants, AnItemThatWasNotTrackedAgainstWhatLaterOnesAreIsSeen) {  // I6
  Questions asked(kDistinct);
  const ContainerState state =
      asked.satisfiability.opened(asked.where(asked.booleans.variable(0)), ContainerType::array);
  const ValueId value = asked.satisfiability.values().literal(Values::Kind::null);
  Needs needs = asked.containers.needs(state, Key::item(0));
  ASSERT_EQ(needs.obligations.size(), 2U);
  const auto advance = [&] {
    const std::vector<bool> bits(needs.obligations.size(), true);
    return asked.satisfiability.advance(state, Key::item(0), needs, bits, value, kApart);
  };
  EXPECT_EQ(advance().items, 1U);
  needs.obligations.pop_back();  // the first item may be anything: it reads none of them itself
  EXPECT_DEATH(static_cast<void>(advance()), "check failed: .*includes");
}
#endif

TEST(Invariants, AVectorOutsideTheGoalIsSeen) {  // I8
  Questions asked(R"({"type":"string"})");
  const auto slot = asked.where(asked.booleans.variable(0));
  EXPECT_TRUE(asked.satisfiability.admits(slot, {true}));
  EXPECT_FALSE(asked.satisfiability.admits(slot, {false}));
}

}  // namespace
}  // namespace lockstep::engine
