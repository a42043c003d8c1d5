// Each law of the algebra on generated schemas; a failure shrinks the bytes that the schemas come from.
// LOCKSTEP_PAIRS=50000 makes it the long run: so many equations over all laws, from LOCKSTEP_SEED.
#include "lockstep/conformance/walk/algebra.h"

#include <fmt/core.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "lockstep/conformance/walk/enforced_schemas.h"
#include "lockstep/engine/vocabulary/builtin.h"

namespace lockstep::conformance {
namespace {

// What a law must really compare, else it says nothing.
constexpr std::size_t kComparedPercent = 60;
constexpr std::size_t kMasksPerEquation = 2;

std::unique_ptr<WalkSubject> engine_under_spec() {
  return make_engine_walk_subject(
      {engine::Policy::spec(), {}, engine::builtin_vocabulary(), engine::MaskPath::memo});
}

// Up to 900 bytes: what three operands and a walk take.
rc::Gen<std::vector<std::uint8_t>> bytes() {
  return rc::gen::resize(900, rc::gen::container<std::vector<std::uint8_t>>(
                                  rc::gen::resize(100, rc::gen::arbitrary<std::uint8_t>())));
}

std::uint64_t number_from(const char* variable, std::uint64_t otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

bool holds_by_properties(const AlgebraLaw& law, WalkSubject& engine, AlgebraTally& tally) {
  return rc::check(law.name, [&] {
    const std::vector<std::uint8_t> drawn = *bytes();
    Choices choices(bytes_then_zeros(drawn.data(), drawn.size()));
    const Equation equation = law.make(choices);
    const std::string wrong = check_equation(engine, equation, choices, 40, tally);
    RC_LOG() << wrong;
    RC_ASSERT(wrong.empty());
  });
}

// Equation number i depends on the seed, the law and i alone.
Choices choices_of(const AlgebraLaw& law, std::uint64_t seed, std::uint64_t i) {
  const auto& laws = algebra_laws();
  const auto number = static_cast<std::uint64_t>(
      std::find_if(laws.begin(), laws.end(), [&](const AlgebraLaw& one) { return one.name == law.name; }) -
      laws.begin());
  return Choices(seeded_bytes(seed + 0x9e3779b97f4a7c15U * (i * laws.size() + number + 1)));
}

void check_long_run(const AlgebraLaw& law, std::uint64_t pairs, WalkSubject& engine, AlgebraTally& tally) {
  const std::uint64_t seed = number_from("LOCKSTEP_SEED", 1);
  const std::uint64_t equations = (pairs + algebra_laws().size() - 1) / algebra_laws().size();
  fmt::print("seed {}: {} equations\n", seed, equations);
  for (std::uint64_t i = 0; i < equations && !testing::Test::HasFailure(); ++i) {
    Choices choices = choices_of(law, seed, i);
    const Equation equation = law.make(choices);
    EXPECT_EQ(check_equation(engine, equation, choices, 40, tally), "")
        << "seed " << seed << ", equation " << i;
  }
}

class Algebra : public ::testing::TestWithParam<AlgebraLaw> {};

TEST_P(Algebra, Holds) {
  const AlgebraLaw& law = GetParam();
  const auto engine = engine_under_spec();
  AlgebraTally tally;
  if (const std::uint64_t pairs = number_from("LOCKSTEP_PAIRS", 0); pairs > 0) {
    check_long_run(law, pairs, *engine, tally);
  } else {
    EXPECT_TRUE(holds_by_properties(law, *engine, tally));
  }
  fmt::print("{}: {} equations, {} compared, {} empty, {} masks\n", law.name, tally.equations, tally.compared,
             tally.empty, tally.masks);
  std::size_t refused = 0;
  for (const auto& [keyword, count] : tally.refused) {
    fmt::print("  refused, {}: {}\n", keyword, count);
    refused += count;
  }
  EXPECT_GE(tally.equations, 200U);
  EXPECT_EQ(tally.compared + refused, tally.equations);
  if (is_refused_keyword(law.keyword)) {
    EXPECT_EQ(tally.compared, 0U) << "the engine takes " << law.keyword << " now: the law has to count";
    return;
  }
  EXPECT_GE(tally.compared * 100, tally.equations * kComparedPercent);
  if (law.empty) {
    EXPECT_EQ(tally.empty, tally.compared);
  } else {
    EXPECT_GE(tally.masks, tally.equations * kMasksPerEquation);
  }
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
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Choices choices(seeded_bytes(seed));
    broken += check_equation(wrong, algebra_laws().front().make(choices), choices, 40, tally).empty() ? 0 : 1;
  }
  EXPECT_GE(broken, 50U);
}

// Two operands with a resource of one address each: in one schema they were two resources of one address.
TEST(AlgebraLaws, OperandsHaveResourcesOfTheirOwn) {
  const auto engine = engine_under_spec();
  const std::vector<std::pair<std::string, std::uint64_t>> met = {{"if_rewritten", 1099},
                                                                  {"branches_in_any_order", 1031}};
  std::size_t compared = 0;
  for (const AlgebraLaw& law : algebra_laws()) {
    for (const auto& [name, i] : met) {
      if (law.name != name) continue;
      AlgebraTally tally;
      Choices choices = choices_of(law, 1, i);
      EXPECT_EQ(check_equation(*engine, law.make(choices), choices, 40, tally), "") << name;
      compared += tally.compared;
    }
  }
  EXPECT_EQ(compared, met.size());
}

TEST(AlgebraLaws, HaveNamesOfTheirOwn) {
  std::set<std::string> names;
  for (const AlgebraLaw& law : algebra_laws()) EXPECT_TRUE(names.insert(law.name).second) << law.name;
  EXPECT_GE(names.size(), 28U);
}

}  // namespace
}  // namespace lockstep::conformance
