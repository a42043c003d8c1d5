// The engine's masks against the oracle's prefixes, byte by byte and token by token.
#include "lockstep/conformance/walk/mask_walk.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>
#include <string>

#include "lockstep/conformance/walk/enforced_schemas.h"
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
  const WalkFigures& figures = outcome.figures;
  fmt::print(
      "{}, seed {}: {} schemas, {} walked, {} empty; {} bits decided, {} unknown; {} masks, {} dense, {} in "
      "full ({} in strings, {} dense, {} tokens)\n",
      preset, run.seed, figures.schemas, figures.walked, figures.empty, figures.bits, figures.unknown_bits,
      figures.masks, figures.dense_masks, figures.full_masks, figures.full_in_strings, figures.full_dense,
      figures.tokens);
  for (const PrefixPlace place : all_places())
    fmt::print("  {} {}", name(place), figures.places[static_cast<std::size_t>(place)]);
  fmt::print("\n");
  for (const auto& [reason, count] : figures.unknown) fmt::print("  unknown, {}: {}\n", reason, count);
  for (const std::string& text : outcome.reproducers) ADD_FAILURE() << text;
  EXPECT_EQ(outcome.tally.failures(), 0U);
  EXPECT_EQ(outcome.too_little, "");
  EXPECT_EQ(outcome.exit, reports::ExitCode::pass);
  return outcome;
}

TEST(MaskWalk, EveryByteEveryTokenAndTheStopBitUnderSpec) {
  const MaskWalkOutcome outcome = walk("spec", {.schemas = 120, .prefixes = 16, .full_masks = 500});
  EXPECT_GE(outcome.figures.full_masks, 350U);
  EXPECT_GE(outcome.figures.bits, 300'000U);
  EXPECT_LE(outcome.figures.unknown_bits * 100, outcome.figures.bits);
  // A keyword that the engine refuses is never told as agreed on.
  std::size_t enforced = 0;
  for (const reports::Case& one : outcome.cases) {
    for (const std::string& keyword : one.keywords) {
      enforced += keyword == "properties" && one.verdict == "agree" ? 1U : 0U;
      EXPECT_FALSE(is_refused_keyword(keyword) && one.verdict == "agree") << one.id << " " << keyword;
    }
  }
  EXPECT_GE(enforced, 100U);
}

TEST(MaskWalk, OtherPresetsToo) {
  for (const char* preset : {"model", "canonical"}) {
    const MaskWalkOutcome outcome = walk(preset, {.schemas = 60, .prefixes = 12, .full_masks = 100});
    EXPECT_GE(outcome.figures.bits, 80'000U);
  }
}

MaskWalkOutcome small_walk(const std::function<void(MaskWalkRun&)>& change) {
  MaskWalkRun run;
  run.schemas = 12;
  run.prefixes = 8;
  run.masks = 5;
  run.full_masks = 6;
  run.floors = {12, 96, 50, 6, 0};
  change(run);
  const auto subject = make_engine_walk_subject(
      {engine::Policy::spec(), {}, engine::builtin_vocabulary(), engine::MaskPath::memo});
  const BytePath byte_path(engine::builtin_vocabulary());
  return run_mask_walk(*subject, byte_path, run);
}

TEST(MaskWalk, TheSameSeedGivesTheSameCasesOnAnyNumberOfThreads) {
  const MaskWalkOutcome first = small_walk([](MaskWalkRun&) {});
  EXPECT_EQ(first.exit, reports::ExitCode::pass) << first.too_little;
  EXPECT_GE(first.cases.size(), 96U);
  for (const std::size_t threads : {1U, 2U, 4U}) {
    std::vector<std::string> ids;
    const MaskWalkOutcome again = small_walk([&](MaskWalkRun& run) {
      run.threads = threads;
      run.sink = [&](const reports::Case& one) { ids.push_back(one.id); };
    });
    EXPECT_EQ(first.cases, again.cases) << threads;
    ASSERT_EQ(ids.size(), again.cases.size());
    for (std::size_t i = 0; i < ids.size(); ++i) EXPECT_EQ(ids[i], again.cases[i].id);
  }
  EXPECT_NE(first.cases, small_walk([](MaskWalkRun& run) { run.seed = 2; }).cases);
}

TEST(MaskWalk, GoesOnWithTheCasesOfAnInterruptedRun) {
  const MaskWalkOutcome whole = small_walk([](MaskWalkRun&) {});
  std::size_t checked = 0;
  for (std::size_t cut = 0; cut <= whole.cases.size(); cut += 7) {
    std::size_t added = 0;
    const MaskWalkOutcome rest = small_walk([&](MaskWalkRun& run) {
      run.done.assign(whole.cases.begin(), whole.cases.begin() + static_cast<std::ptrdiff_t>(cut));
      run.sink = [&](const reports::Case&) { ++added; };
    });
    EXPECT_EQ(rest.cases, whole.cases) << cut;
    EXPECT_EQ(added, whole.cases.size() - cut);
    EXPECT_EQ(rest.exit, whole.exit);
    ++checked;
  }
  EXPECT_GE(checked, 10U);
  const MaskWalkOutcome other = small_walk([&](MaskWalkRun& run) {
    run.done.assign(whole.cases.begin(), whole.cases.begin() + 20);
    run.done.back().got = "{}";
  });
  EXPECT_EQ(other.exit, reports::ExitCode::self_check_failed);
  EXPECT_NE(other.too_little.find("not deterministic"), std::string::npos);
}

TEST(MaskWalk, ShardsShareTheSchemasAndEachReachesItsPart) {
  std::set<std::string> ids;
  std::size_t cases = 0;
  for (const std::size_t index : {1U, 2U, 3U}) {
    const MaskWalkOutcome part = small_walk([&](MaskWalkRun& run) {
      run.shard_index = index;
      run.shard_count = 3;
    });
    EXPECT_EQ(part.exit, reports::ExitCode::pass) << part.too_little;
    EXPECT_GE(part.figures.prefixes, 32U);
    EXPECT_GE(part.figures.full_masks, 2U);
    cases += part.cases.size();
    for (const reports::Case& one : part.cases) ids.insert(one.id);
  }
  EXPECT_EQ(ids.size(), cases);
}

// Memory for the schema and little more: what the engine does not do it says, and is not taken for wrong.
TEST(MaskWalk, ALimitMetWhileRunningIsThatAndNoContradiction) {
  engine::Limits limits;
  limits.constraint_bytes = std::size_t{50} << 10U;
  const engine::Vocabulary vocabulary = engine::builtin_vocabulary();
  const auto subject =
      make_engine_walk_subject({engine::Policy::spec(), limits, vocabulary, engine::MaskPath::memo});
  const BytePath byte_path(vocabulary);
  MaskWalkRun run;
  run.schemas = 60;
  run.prefixes = 12;
  run.masks = 12;
  const MaskWalkOutcome outcome = run_mask_walk(*subject, byte_path, run);
  EXPECT_EQ(outcome.exit, reports::ExitCode::conformance_failure);
  std::size_t met = 0;
  for (const reports::Case& one : outcome.cases) {
    EXPECT_TRUE(one.verdict == "agree" || one.verdict == "limit" || one.verdict == "refused")
        << one.id << " " << one.verdict << " " << one.detail;
    met += one.detail.starts_with("limit: limit_constraint_bytes") ? 1U : 0U;
  }
  EXPECT_GE(met, 3U);
  EXPECT_GE(outcome.figures.masks, 100U);
}

TEST(MaskWalk, AFloorOutOfReachFailsTheSelfCheck) {
  const MaskWalkOutcome outcome = small_walk([](MaskWalkRun& run) { run.floors.prefixes = 100'000; });
  EXPECT_EQ(outcome.exit, reports::ExitCode::self_check_failed);
  EXPECT_NE(outcome.too_little.find("prefixes at byte level"), std::string::npos) << outcome.too_little;
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
