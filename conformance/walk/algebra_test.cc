// Each law of the algebra on generated schemas. RC_PARAMS="max_success=2000" makes it the long run; a failure
// shrinks the bytes that the schemas come from.
#include "lockstep/conformance/walk/algebra.h"

#include <fmt/core.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "lockstep/engine/vocabulary/builtin.h"

namespace lockstep::conformance {
namespace {

std::unique_ptr<WalkSubject> engine_under_spec() {
  return make_engine_walk_subject(
      {engine::Policy::spec(), {}, engine::builtin_vocabulary(), engine::MaskPath::memo});
}

// Up to 900 bytes: what three operands and a walk take.
rc::Gen<std::vector<std::uint8_t>> bytes() {
  return rc::gen::resize(900, rc::gen::container<std::vector<std::uint8_t>>(
                                  rc::gen::resize(100, rc::gen::arbitrary<std::uint8_t>())));
}

class Algebra : public ::testing::TestWithParam<AlgebraLaw> {};

TEST_P(Algebra, Holds) {
  const auto engine = engine_under_spec();
  AlgebraTally tally;
  const bool holds = rc::check(GetParam().name, [&] {
    const std::vector<std::uint8_t> drawn = *bytes();
    Choices choices(bytes_then_zeros(drawn.data(), drawn.size()));
    const Equation equation = GetParam().make(choices);
    const std::string wrong = check_equation(*engine, equation, choices, 40, tally);
    RC_LOG() << wrong;
    RC_ASSERT(wrong.empty());
  });
  fmt::print("{}: {} equations, {} compared, {} empty, {} masks\n", GetParam().name, tally.equations,
             tally.compared, tally.empty, tally.masks);
  for (const auto& [keyword, count] : tally.refused) fmt::print("  refused, {}: {}\n", keyword, count);
  EXPECT_TRUE(holds);
  std::size_t refused = 0;
  for (const auto& [keyword, count] : tally.refused) refused += count;
  EXPECT_GE(tally.equations, 200U);
  EXPECT_EQ(tally.compared + refused, tally.equations);
}

INSTANTIATE_TEST_SUITE_P(Laws, Algebra, ::testing::ValuesIn(algebra_laws()),
                         [](const auto& law) { return law.param.name; });

// The laws can fail: an engine that is shown another schema than the harness believes.
class Misreading final : public WalkSubject {
 public:
  std::string name() const override { return "misreading"; }
  WalkStart start(std::string_view schema) override {
    std::string changed(schema);
    const std::size_t at = changed.find("\"anyOf\"");
    if (at != std::string::npos) changed.replace(at, 7, "\"allOf\"");
    return engine_->start(changed);
  }

 private:
  std::unique_ptr<WalkSubject> engine_ = engine_under_spec();
};

TEST(AlgebraLaws, AWrongReadingOfAnyOfBreaksTheUnion) {
  Misreading wrong;
  AlgebraTally tally;
  std::size_t broken = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Choices choices(seeded_bytes(seed));
    broken += check_equation(wrong, algebra_laws().front().make(choices), choices, 40, tally).empty() ? 0 : 1;
  }
  EXPECT_GE(broken, 50U);
}

TEST(AlgebraLaws, HaveNamesOfTheirOwn) {
  std::set<std::string> names;
  for (const AlgebraLaw& law : algebra_laws()) EXPECT_TRUE(names.insert(law.name).second) << law.name;
  EXPECT_GE(names.size(), 28U);
}

}  // namespace
}  // namespace lockstep::conformance
