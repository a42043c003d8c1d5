// The healthy engine is convicted by nothing, wrong languages by the witness tier too. That the walk convicts
// each planted engine by its check and verdict is what `lockstep selftest` proves, whole in
// cli/selftest_test.cc.
#include "lockstep/conformance/planted/wrong_masks.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "lockstep/conformance/walk/mask_walk.h"
#include "lockstep/conformance/walk/witness.h"
#include "lockstep/engine/vocabulary/builtin.h"

namespace lockstep::conformance {
namespace {

std::unique_ptr<WalkSubject> healthy() {
  return make_engine_walk_subject(
      {engine::Policy::spec(), {}, engine::builtin_vocabulary(), engine::MaskPath::memo});
}

const BytePath& byte_path() {
  static const BytePath kPath(engine::builtin_vocabulary());
  return kPath;
}

MaskWalkRun walk_run() {
  MaskWalkRun run;
  run.schemas = 200;
  run.prefixes = 16;
  run.masks = 6;
  run.full_masks = 120;
  run.reproducers = 0;
  return run;
}

TEST(WrongMasks, TheHealthyEngineIsConvictedByNothing) {
  const auto subject = healthy();
  const MaskWalkOutcome outcome = run_mask_walk(*subject, byte_path(), walk_run());
  EXPECT_TRUE(outcome.found_by.empty());
  EXPECT_EQ(outcome.exit, reports::ExitCode::pass) << outcome.too_little;
}

TEST(WrongMasks, TheWitnessTierConvictsWrongLanguages) {
  std::size_t convicted = 0;
  std::set<Verdict> verdicts;
  for (const MaskFault& fault : mask_faults()) {
    if (!fault.by_witness) continue;
    const auto subject = fault.make(healthy(), byte_path());
    WitnessRun run;
    run.schemas = 150;
    run.shrink = false;
    const WitnessOutcome outcome = run_witness(*subject, run);
    EXPECT_GT(outcome.tally.failures(), 0U) << fault.name;
    ++convicted;
    for (const Verdict verdict : {Verdict::over_accept, Verdict::dead_end, Verdict::over_reject}) {
      if (outcome.tally[verdict] > 0) verdicts.insert(verdict);
    }
  }
  EXPECT_GE(convicted, 7U);
  EXPECT_EQ(verdicts.size(), 3U);
}

TEST(WrongMasks, ThereIsOneForEachVerdictOfAMask) {
  std::set<Verdict> verdicts;
  std::string before;
  for (const MaskFault& fault : mask_faults()) {
    verdicts.insert(fault.verdict);
    EXPECT_LT(before, fault.name);
    EXPECT_FALSE(fault.sentence.empty());
    before = fault.name;
  }
  EXPECT_EQ(verdicts, (std::set<Verdict>{Verdict::over_accept, Verdict::dead_end, Verdict::over_reject,
                                         Verdict::mask_too_wide, Verdict::mask_too_narrow,
                                         Verdict::inconsistent, Verdict::limit}));
}

}  // namespace
}  // namespace lockstep::conformance
