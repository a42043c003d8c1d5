// The walk: schemas, prefixes, and the exact tier at each prefix. What `lockstep walk` and the gate run.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "lockstep/conformance/judge/compare.h"
#include "lockstep/conformance/walk/place.h"
#include "lockstep/conformance/walk/prefix_judge.h"
#include "lockstep/oracle/schema_prefix/oracle_policy.h"
#include "lockstep/reports/record.h"
#include "lockstep/reports/summary.h"

namespace lockstep::conformance {

struct MaskWalkRun {
  std::uint64_t seed = 1;
  std::size_t schemas = 200;     // generated, in all shards together
  std::size_t prefixes = 20;     // judged per schema
  std::size_t full_masks = 500;  // compared with the token filter, in all; half of them inside strings
  std::size_t shard_index = 1;   // from 1
  std::size_t shard_count = 1;
  oracle::OraclePolicy policy{};  // must be the subject's
  std::size_t reproducers = 10;   // failures that are made small
  oracle::PrefixLimits limits{};
  std::function<void()> progress{};        // a schema is done; may be empty
  std::function<bool()> stop_requested{};  // looked at between schemas; may be empty
};

struct MaskWalkOutcome {
  std::vector<reports::Case>
      cases;  // "walk/SEED/SCHEMA/PREFIX": one for each prefix, one for each schema without any
  std::size_t schemas = 0;
  std::size_t walked = 0;  // compiled `ok`
  std::size_t empty = 0;
  PrefixCounts counts;
  std::size_t dense_masks = 0;  // more than 2 % of the vocabulary
  std::size_t full_in_strings = 0;
  std::size_t full_dense = 0;
  std::array<std::size_t, kPlaces> places{};    // prefixes by place
  std::map<std::string, std::size_t> found_by;  // failures: "mask_too_wide by next_byte" -> how many
  Tally tally;
  std::vector<std::string> reproducers;  // of the first failures, small enough to paste
  bool cancelled = false;
  // Empty, or why the run judged too little to be believed: no dense mask, a place never seen, nothing in
  // full.
  std::string too_little;
  reports::ExitCode exit = reports::ExitCode::pass;
};

// Deterministic in the run and the subject's answers. `too_little` is asked only of whole runs of 50 schemas
// or more.
MaskWalkOutcome run_mask_walk(WalkSubject& subject, const BytePath& byte_path, const MaskWalkRun& run);

}  // namespace lockstep::conformance
