// The walk: schemas, prefixes, and the exact tier at each prefix. What `lockstep walk` and the gate run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "lockstep/conformance/judge/audit.h"
#include "lockstep/conformance/judge/compare.h"
#include "lockstep/conformance/walk/prefix_judge.h"
#include "lockstep/conformance/walk/walk_figures.h"
#include "lockstep/oracle/schema_prefix/oracle_policy.h"
#include "lockstep/reports/record.h"
#include "lockstep/reports/summary.h"

namespace lockstep::conformance {

struct MaskWalkRun {
  std::uint64_t seed = 1;
  std::size_t schemas = 200;     // generated, in all shards together; more where the floors need more
  std::size_t prefixes = 20;     // judged per schema, at most
  std::size_t masks = SIZE_MAX;  // per schema, of the prefixes: compared with the byte path
  std::size_t full_masks = 500;  // compared with the token filter, in all; half of them inside strings
  WalkFloors floors{};           // of all shards together; each shard must reach its part
  std::size_t shard_index = 1;   // from 1
  std::size_t shard_count = 1;
  std::size_t threads = 1;        // the outcome does not depend on it; for a subject without state of its own
  oracle::OraclePolicy policy{};  // must be the subject's
  oracle::PrefixLimits limits{};
  // Of the complete texts on which subject and oracle agree, by validators that the caller has chosen; null:
  // none. Its finish() is called by the run.
  Audit* audit = nullptr;
  std::size_t reproducers = 10;       // failures that are made small, at most three of a kind
  std::string options{};              // of `lockstep walk`, for the commands that show a failure again
  std::vector<reports::Case> done{};  // of an interrupted run: taken over, not judged again
  std::function<void(const reports::Case&)> sink{};  // each new case, in the order of the run; may be empty
  std::function<void(std::size_t)> progress{};       // prefixes just judged; may be empty
  std::function<bool()> stop_requested{};  // looked at between prefixes, on any thread; may be empty
};

struct MaskWalkOutcome {
  // "walk/SEED/SCHEMA/PREFIX": one for each prefix, one for each schema without any (schema_walk.h). No two
  // schemas are the same text, no two prefixes of a schema the same bytes. Last, one for each split vote
  // (walk_audit.h).
  std::vector<reports::Case> cases;
  WalkFigures figures;
  std::map<std::string, std::size_t> found_by;  // failures: "mask_too_wide by next_byte" -> how many
  Tally tally;
  std::vector<std::string> reproducers;  // of the first failures, small enough to paste; lines end in \n
  AuditResult audit;
  bool cancelled = false;
  // Empty, or why the run judged too little to be believed, or is not deterministic: exit self_check_failed.
  std::string too_little;
  reports::ExitCode exit = reports::ExitCode::pass;
};

// Deterministic in the run and the subject's answers. Runs without floors that generate fewer than 50 schemas
// are not asked for shares and places.
MaskWalkOutcome run_mask_walk(WalkSubject& subject, const BytePath& byte_path, const MaskWalkRun& run);

}  // namespace lockstep::conformance
