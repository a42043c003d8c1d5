// The suite "generated": pairs of schema and instance that nobody wrote down, judged by the oracle, with
// independent validators voting on every pair on which subject and oracle agree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "lockstep/conformance/generate/generated_case.h"
#include "lockstep/conformance/judge/audit.h"
#include "lockstep/conformance/judge/compare.h"
#include "lockstep/conformance/subject/subject.h"
#include "lockstep/reports/record.h"
#include "lockstep/reports/summary.h"

namespace lockstep::conformance {

struct GeneratedRun {
  std::uint64_t seed = 1;
  std::size_t pairs = 100'000;  // in all shards together; the last schema may go beyond
  std::size_t shard_index = 1;  // from 1
  std::size_t shard_count = 1;
  CaseShape shape;
  AuditOptions audit;
  std::vector<std::unique_ptr<Subject>> voters;  // empty: no audit
  std::function<void(std::size_t)> progress;     // pairs just done; may be empty
  std::function<bool()> stop_requested;          // looked at between schemas; may be empty
};

struct GeneratedOutcome {
  std::vector<reports::Case> cases;  // "generated/SEED/SCHEMA/INSTANCE", in that order
  std::size_t schemas = 0;
  std::size_t valid = 0;                        // pairs that the oracle calls valid
  std::size_t invalid = 0;                      // and invalid
  std::map<std::string, std::size_t> keywords;  // schemas that use it
  Tally tally;
  AuditResult audit;
  bool cancelled = false;
  // conformance_failure on any failure, unresolved when cancelled or nothing was compared, else pass.
  reports::ExitCode exit = reports::ExitCode::pass;
};

// `truth` is the oracle. When `subject` is null the oracle itself is tested: its verdicts count as compared
// only where a validator voted, so without voters every case is unknown.
GeneratedOutcome run_generated(Subject* subject, Subject& truth, GeneratedRun run);

}  // namespace lockstep::conformance
