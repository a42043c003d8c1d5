// The engine's masks against the oracle's prefixes, byte by byte and token by token.
#include "lockstep/conformance/walk/mask_walk.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>
#include <string>

#include "lockstep/engine/vocabulary/builtin.h"

namespace lockstep::conformance {
namespace {

std::size_t number_from(const char* variable, std::size_t otherwise) {
  const char* text = std::getenv(variable);
  return text != nullptr ? std::strtoull(text, nullptr, 10) : otherwise;
}

MaskWalkOutcome walk(const char* preset, MaskWalkRun run) {
  run.seed = number_from("LOCKSTEP_SEED", run.seed);
  run.schemas = number_from("LOCKSTEP_SCHEMAS", run.schemas);
  run.policy = *oracle::OraclePolicy::preset(preset);
  const auto subject = make_engine_walk_subject(
      {engine::policy_named(preset).value(), {}, engine::builtin_vocabulary(), engine::MaskPath::memo});
  const BytePath byte_path(engine::builtin_vocabulary());
  MaskWalkOutcome outcome = run_mask_walk(*subject, byte_path, run);
  fmt::print(
      "{}, seed {}: {} schemas, {} walked, {} empty; {} bytes decided, {} unknown; {} masks, {} dense, {} in "
      "full "
      "({} in strings, {} dense, {} tokens)\n",
      preset, run.seed, outcome.schemas, outcome.walked, outcome.empty, outcome.counts.bytes,
      outcome.counts.unknown_bytes, outcome.counts.masks, outcome.dense_masks, outcome.counts.full_masks,
      outcome.full_in_strings, outcome.full_dense, outcome.counts.tokens);
  for (const PrefixPlace place : all_places())
    fmt::print("  {} {}", name(place), outcome.places[static_cast<std::size_t>(place)]);
  fmt::print("\n");
  for (const auto& [reason, count] : outcome.counts.unknown) fmt::print("  unknown, {}: {}\n", reason, count);
  for (const std::string& text : outcome.reproducers) ADD_FAILURE() << text;
  EXPECT_EQ(outcome.tally.failures(), 0U);
  EXPECT_EQ(outcome.too_little, "");
  EXPECT_EQ(outcome.exit, reports::ExitCode::pass);
  return outcome;
}

TEST(MaskWalk, EveryByteEveryTokenAndTheStopBitUnderSpec) {
  const MaskWalkOutcome outcome = walk("spec", {.schemas = 120, .prefixes = 16, .full_masks = 500});
  EXPECT_GE(outcome.counts.full_masks, 400U);
  EXPECT_GE(outcome.counts.bytes, 300'000U);
  EXPECT_LE(outcome.counts.unknown_bytes * 100, outcome.counts.bytes);
  // A keyword that the engine refuses is never told as agreed on.
  const std::set<std::string> refused = {"multipleOf", "uniqueItems"};
  std::size_t enforced = 0;
  for (const reports::Case& one : outcome.cases) {
    for (const std::string& keyword : one.keywords) {
      enforced += keyword == "properties" && one.verdict == "agree" ? 1U : 0U;
      EXPECT_FALSE(refused.contains(keyword) && one.verdict == "agree") << one.id << " " << keyword;
    }
  }
  EXPECT_GE(enforced, 100U);
}

TEST(MaskWalk, OtherPresetsToo) {
  for (const char* preset : {"model", "canonical"}) {
    const MaskWalkOutcome outcome = walk(preset, {.schemas = 60, .prefixes = 12, .full_masks = 100});
    EXPECT_GE(outcome.counts.bytes, 80'000U);
  }
}

TEST(MaskWalk, TheSameSeedGivesTheSameCases) {
  MaskWalkRun run;
  run.schemas = 6;
  run.prefixes = 6;
  run.full_masks = 4;
  const auto subject = make_engine_walk_subject(
      {engine::Policy::spec(), {}, engine::builtin_vocabulary(), engine::MaskPath::memo});
  const BytePath byte_path(engine::builtin_vocabulary());
  const MaskWalkOutcome first = run_mask_walk(*subject, byte_path, run);
  EXPECT_FALSE(first.cases.empty());
  EXPECT_EQ(first.cases, run_mask_walk(*subject, byte_path, run).cases);
}

TEST(Place, OfEachKind) {
  EXPECT_EQ(place_of(""), PrefixPlace::structure);
  EXPECT_EQ(place_of("{\"a"), PrefixPlace::name);
  EXPECT_EQ(place_of("{\"a\":\"b"), PrefixPlace::string);
  EXPECT_EQ(place_of("{\"a\":[1,\"b"), PrefixPlace::string);
  EXPECT_EQ(place_of("{\"a\":[{}],\"b"), PrefixPlace::name);
  EXPECT_EQ(place_of("\"\\"), PrefixPlace::escape);
  EXPECT_EQ(place_of("\"\\u12"), PrefixPlace::escape);
  EXPECT_EQ(place_of("\"\\u1234"), PrefixPlace::string);
  EXPECT_EQ(place_of("\"\xf0\x9f\x98"), PrefixPlace::partial_utf8);
  EXPECT_EQ(place_of("\"\xf0\x9f\x98\x80"), PrefixPlace::string);
  EXPECT_EQ(place_of("[-1.5e"), PrefixPlace::number);
  EXPECT_EQ(place_of("[tru"), PrefixPlace::literal);
  EXPECT_EQ(place_of("[true"), PrefixPlace::structure);
  EXPECT_EQ(place_of("\"\\\"\""), PrefixPlace::structure);
}

}  // namespace
}  // namespace lockstep::conformance
