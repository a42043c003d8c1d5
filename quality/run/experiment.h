// A whole run: every item in every condition, in a fixed order, each case told as soon as it is there.
#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <string>

#include "lockstep/quality/plan/prepare.h"
#include "lockstep/quality/run/item_run.h"
#include "lockstep/reports/record.h"

namespace lockstep::quality {

struct Experiment {
  const Prepared& prepared;
  conformance::WalkSubject& subject;
  std::size_t limit = SIZE_MAX;  // cases
  std::size_t shard_index = 1;   // of items, from 1
  std::size_t shard_count = 1;
  std::set<std::string> done{};                    // ids of cases that an earlier part has made
  std::function<bool(const CaseOutcome&)> sink{};  // false: it could not be kept, stop
  std::function<void()> progress{};                // after each case, the earlier ones too; may be empty
  std::function<bool()> stop_requested{};          // may be empty
  Tamper tamper{};                                 // for tests
};

enum class ExperimentEnd { whole, cancelled, not_kept };

// Cases of the run: items of the shard, times repeats, times conditions, up to the limit.
std::size_t case_count(const Experiment& experiment);

// Items in the order of the plan, in each the repeats, in each the conditions. A case does not depend on
// which others were made before it, so that a resumed run gives the same.
ExperimentEnd run_experiment(const Experiment& experiment);

// The case as a line of the record: keywords are the condition and the kind of item, `got` the status,
// `expected` the SHA-256 of the case's line in the evidence.
reports::Case record_case(const CaseOutcome& outcome, const std::string& kind,
                          const std::string& evidence_sha256);

}  // namespace lockstep::quality
