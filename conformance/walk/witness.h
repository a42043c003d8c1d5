// The witness tier: any set bit is proved by running the subject to the end and asking the oracle about the
// text; a clear bit is refuted by a valid text that needed it. What has no text is not judged here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "lockstep/conformance/judge/compare.h"
#include "lockstep/conformance/walk/walk_subject.h"

namespace lockstep::conformance {

// One comparison of a run: a text, or a prefix where there is no text to show; without either where the
// schema did not compile.
struct WitnessJudged {
  std::uint64_t index = 0;  // of the schema in the run
  std::string schema;
  const std::set<std::string>& keywords;
  std::string text;
  Expected truth = Expected::unknown;  // of a whole text
  Verdict verdict = Verdict::agree;
  std::string detail;
  std::string refused_by;
};

struct WitnessRun {
  std::uint64_t seed = 1;
  std::size_t schemas = 2000;  // that compiled `ok` and were walked
  std::size_t walks = 3;       // per schema
  std::size_t steps = 24;      // per walk, at most
  std::size_t probes = 1;      // other set bits proved per step
  std::size_t instances = 12;  // built per schema, each in two spellings
  // The subject's policy admits every spelling (`spec`), so a valid text that it does not take is its fault.
  // Else only what it takes is judged: every policy's language lies within that of `spec`.
  bool every_spelling = true;
  bool assert_formats = false;  // as the subject's policy has it
  bool shrink = true;           // failures
  std::size_t generated = 0;    // schemas at most, in all shards together; 0: as many as `schemas` need
  std::size_t shard_index = 1;
  std::size_t shard_count = 1;
  std::function<void(const WitnessJudged&)> judged;  // every comparison; may be empty
  std::function<bool()> stop_requested;              // looked at between schemas; may be empty
  std::function<void(std::size_t)> progress;         // schemas walked so far; may be empty
};

// A disagreement, made small.
struct WitnessFailure {
  Verdict verdict = Verdict::over_accept;
  std::uint64_t index = 0;  // of the schema in the run
  std::string schema;
  std::string text;  // bytes; a prefix for dead_end and inconsistent
  std::string detail;
};

struct WitnessOutcome {
  std::size_t generated = 0;  // schemas
  bool cancelled = false;
  std::size_t walked = 0;  // of these, compiled `ok`
  std::size_t empty = 0;   // compiled `empty`; every instance was invalid, else there is a failure
  std::map<std::string, std::size_t> refused_by;
  std::size_t steps = 0;      // prefixes at which bits were looked at
  std::size_t witnesses = 0;  // distinct texts that proved a set bit, valid by the oracle
  std::size_t valid = 0;  // instances that the oracle calls valid: taken to the end, else there is a failure
  std::size_t invalid = 0;  // complete texts that it calls invalid: not accepted, else there is a failure
  std::map<std::string, std::size_t> unknown;  // the oracle's reason
  Tally tally;                                 // of every comparison
  std::vector<WitnessFailure> failures;        // at most 20, the first ones
};

// Deterministic in the run. Cost: a schema takes some milliseconds.
WitnessOutcome run_witness(WalkSubject& subject, const WitnessRun& run);

// The failures for a person, each with what can be pasted into a bug report.
std::string describe(const WitnessFailure& failure);

}  // namespace lockstep::conformance
