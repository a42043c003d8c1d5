#include "lockstep/engine/base/boolean.h"

#include <gtest/gtest.h>

#include <bit>
#include <iostream>
#include <random>

namespace lockstep::engine {
namespace {

TEST(Booleans, EqualFunctionsAreEqualNumbers) {
  Booleans b;
  const Function x = b.variable(0);
  const Function y = b.variable(1);
  EXPECT_EQ(b.negate(b.both(x, y)), b.either(b.negate(x), b.negate(y)));
  EXPECT_EQ(b.negate(b.negate(x)), x);
  EXPECT_EQ(b.both(x, b.negate(x)), kFalse);
  EXPECT_EQ(b.choose(x, y, y), y);
}

// Random functions of five variables against their truth tables.
// Answers about many functions are remembered, each in the place of another one.
TEST(Booleans, SupportIsWhatRestrictionsChange) {
  Booleans b;
  std::vector<Function> functions;
  for (Variable v = 0; v < 40; ++v) {
    for (Variable w = 0; w < 40; ++w)
      functions.push_back(b.choose(b.variable(v), b.variable(w), b.negate(b.variable((v + w) % 7))));
  }
  ASSERT_GT(b.size(), 2'048U);
  for (int again = 0; again < 2; ++again) {
    for (const Function f : functions) {
      std::vector<Variable> read;
      for (Variable v = 0; v < 40; ++v) {
        if (b.restrict(f, v, true) != f) read.push_back(v);
      }
      ASSERT_EQ(b.support(f), read);
    }
  }
}

TEST(Booleans, OperationsAgreeWithTruthTables) {
  const std::uint32_t seed = 7;
  std::cout << "seed " << seed << "\n";
  std::mt19937 random(seed);
  constexpr unsigned kVariables = 5;
  constexpr std::uint32_t kRows = 1U << kVariables;
  Booleans b;
  struct Known {
    Function f;
    std::uint32_t table;
  };
  std::vector<Known> known = {{kFalse, 0}, {kTrue, 0xFFFFFFFFU}};
  for (Variable v = 0; v < kVariables; ++v) {
    std::uint32_t table = 0;
    for (std::uint32_t row = 0; row < kRows; ++row) table |= (row >> v & 1U) << row;
    known.push_back({b.variable(v), table});
  }
  const auto table_of = [&](Function f) {
    std::uint32_t table = 0;
    for (std::uint32_t row = 0; row < kRows; ++row) {
      if (b.evaluate(f, [row](Variable v) { return (row >> v & 1U) != 0; })) table |= 1U << row;
    }
    return table;
  };
  std::size_t compared = 0;
  for (int round = 0; round < 3000; ++round) {
    const Known p = known[random() % known.size()];
    const Known q = known[random() % known.size()];
    const Known r = known[random() % known.size()];
    const auto v = static_cast<Variable>(random() % kVariables);
    const Function chosen = b.choose(p.f, q.f, r.f);
    ASSERT_EQ(table_of(chosen), (p.table & q.table) | (~p.table & r.table));
    known.push_back({chosen, table_of(chosen)});
    const Function fixed = b.restrict(chosen, v, true);
    for (std::uint32_t row = 0; row < kRows; ++row) {
      ASSERT_EQ(table_of(fixed) >> row & 1U, known.back().table >> (row | 1U << v) & 1U);
    }
    ASSERT_EQ(table_of(b.compose(chosen, {{v, q.f}})),
              (table_of(b.restrict(chosen, v, true)) & q.table) |
                  (table_of(b.restrict(chosen, v, false)) & ~q.table));
    // A cut: conditions are disjoint, cover everything, and each rest depends on later variables only.
    std::uint32_t covered = 0;
    std::uint32_t whole = 0;
    for (const Booleans::Part& part : b.cut(chosen, 2)) {
      const std::uint32_t condition = table_of(part.condition);
      ASSERT_EQ(covered & condition, 0U);
      covered |= condition;
      whole |= condition & table_of(part.rest);
      for (const Variable used : b.support(part.rest)) ASSERT_GE(used, 2U);
      for (const Variable used : b.support(part.condition)) ASSERT_LT(used, 2U);
    }
    ASSERT_EQ(covered, 0xFFFFFFFFU);
    ASSERT_EQ(whole, known.back().table);
    std::vector<bool> only;
    ASSERT_EQ(b.unique_assignment(chosen, kVariables, only), std::popcount(known.back().table) == 1);
    ++compared;
  }
  EXPECT_EQ(compared, 3000U);
}

}  // namespace
}  // namespace lockstep::engine
