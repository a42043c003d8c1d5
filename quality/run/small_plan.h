// The smoke plan with fewer items, for the tests of this folder.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "lockstep/conformance/walk/walk_subject.h"
#include "lockstep/quality/plan/prepare.h"
#include "lockstep/quality/run/experiment.h"

namespace lockstep::quality {

inline Prepared small_plan(std::size_t items) {
  engine::Result<Prepared> prepared =
      prepare(LOCKSTEP_SOURCE_DIR "/quality/plans/smoke.json", LOCKSTEP_DEPS_DIR);
  EXPECT_TRUE(prepared.ok());
  prepared->items.resize(items);
  return std::move(prepared).value();
}

inline std::unique_ptr<conformance::WalkSubject> healthy_engine(const Prepared& prepared) {
  return conformance::make_engine_walk_subject(
      {prepared.policy, {}, prepared.vocabulary, engine::MaskPath::memo});
}

// Every case.
inline std::vector<CaseOutcome> outcomes(const Prepared& prepared, conformance::WalkSubject& subject,
                                         const Tamper& tamper = nullptr) {
  std::vector<CaseOutcome> out;
  Experiment run{prepared, subject};
  run.tamper = tamper;
  run.sink = [&](const CaseOutcome& one) {
    out.push_back(one);
    return true;
  };
  EXPECT_EQ(run_experiment(run), ExperimentEnd::whole);
  return out;
}

}  // namespace lockstep::quality
