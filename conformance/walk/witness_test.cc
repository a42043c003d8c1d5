// The engine against the oracle by witnesses, over thousands of generated schemas.
#include "lockstep/conformance/walk/witness.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "lockstep/conformance/walk/walk_subject.h"
#include "lockstep/engine/vocabulary/builtin.h"

namespace lockstep::conformance {
namespace {

std::size_t number_from(const char* variable, std::size_t otherwise) {
  const char* text = std::getenv(variable);
  return text != nullptr ? std::strtoull(text, nullptr, 10) : otherwise;
}

WitnessOutcome run_with(const engine::Policy& policy, WitnessRun run) {
  run.seed = number_from("LOCKSTEP_SEED", run.seed);
  run.schemas = number_from("LOCKSTEP_SCHEMAS", run.schemas);
  run.assert_formats = policy.format == engine::Format::assert_listed;
  const auto subject =
      make_engine_walk_subject({policy, {}, engine::builtin_vocabulary(), engine::MaskPath::memo});
  WitnessOutcome outcome = run_witness(*subject, run);
  fmt::print(
      "seed {}: {} schemas generated, {} walked, {} empty; {} prefixes, {} witnesses, {} valid and {} "
      "invalid texts\n",
      run.seed, outcome.generated, outcome.walked, outcome.empty, outcome.steps, outcome.witnesses,
      outcome.valid, outcome.invalid);
  for (const auto& [keyword, count] : outcome.refused_by) fmt::print("refused by {}: {}\n", keyword, count);
  for (const auto& [reason, count] : outcome.unknown) fmt::print("unknown, {}: {}\n", reason, count);
  for (const WitnessFailure& failure : outcome.failures) ADD_FAILURE() << describe(failure);
  EXPECT_EQ(outcome.tally.failures(), 0U);
  // Of the keywords that the generators leave in, only an asserted format is refused, and back-references.
  std::size_t formats = outcome.refused_by.count("format");
  EXPECT_TRUE(policy.format == engine::Format::assert_listed || formats == 0);
  EXPECT_EQ(outcome.refused_by.size(),
            formats + outcome.refused_by.count("pattern") + outcome.refused_by.count("patternProperties"));
  EXPECT_EQ(outcome.tally[Verdict::unknown], 0U);
  return outcome;
}

TEST(Witness, EngineAndOracleAgreeUnderSpec) {
  WitnessRun run;
  const WitnessOutcome outcome = run_with(engine::Policy::spec(), run);
  EXPECT_GE(outcome.walked, 2000U);
  EXPECT_GE(outcome.empty, 50U);
  EXPECT_GE(outcome.witnesses, 20'000U);
  EXPECT_GE(outcome.valid, 20'000U);
  EXPECT_GE(outcome.invalid, 10'000U);
}

TEST(Witness, WhatTheEngineTakesUnderOtherPoliciesIsValid) {
  for (const engine::Policy& policy : {engine::Policy::model(), engine::Policy::canonical()}) {
    WitnessRun run;
    run.seed = 2;
    run.schemas = 400;
    run.every_spelling = false;
    const WitnessOutcome outcome = run_with(policy, run);
    EXPECT_GE(outcome.walked, 400U);
    EXPECT_GE(outcome.witnesses, 4000U);
  }
}

}  // namespace
}  // namespace lockstep::conformance
