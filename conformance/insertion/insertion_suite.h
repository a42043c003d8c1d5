// The suite "insertion": every keyword is put into schemas that lack it, and none can be ignored. Either the
// compile refuses it by name and pointer; or verdicts change, as the oracle says they must, and independent
// validators confirm them; or it is an annotation, changes nothing and is listed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "lockstep/conformance/generate/generated_suite.h"
#include "lockstep/conformance/insertion/insertion_subject.h"
#include "lockstep/conformance/insertion/keyword_values.h"
#include "lockstep/conformance/judge/audit.h"
#include "lockstep/conformance/subject/subject.h"

namespace lockstep::conformance {

struct InsertionRun {
  std::uint64_t seed = 1;
  std::size_t wanted = 12;        // insertions that tell something, of each keyword
  std::size_t attempts = 40;      // for each of these, at most
  std::vector<std::string> only;  // ids of inserted_keywords(); empty: all
  std::size_t shard_index = 1;    // by keyword
  std::size_t shard_count = 1;
  AuditOptions audit;
  std::vector<std::unique_ptr<Subject>> voters;  // empty: no audit
  std::function<void(std::size_t)> progress;     // keywords just done; may be empty
  std::function<bool()> stop_requested;          // looked at between insertions; may be empty
};

// Insertions of one keyword.
struct KeywordInsertions {
  std::string id;
  InsertionEffect effect = InsertionEffect::asserts;
  std::size_t made = 0;
  std::size_t refused = 0;  // by name and pointer
  std::size_t changed = 0;  // the oracle's verdict on some instance, or whether there is a schema at all
  std::size_t listed = 0;   // annotations, with every instance as before
  std::size_t failed = 0;   // no more are made when so many are as are wanted
  std::size_t valid = 0, invalid = 0;  // instances judged with the keyword in place
  std::size_t told() const { return refused + changed + listed; }
};

struct InsertionOutcome {
  // Cases "insertion/SEED/ID/ATTEMPT" (`keywords`: the keyword): those that tell something, and failures.
  GeneratedOutcome suite;
  std::vector<KeywordInsertions> keywords;  // in the order of inserted_keywords()
  std::vector<std::string> too_few;         // ids of which fewer than `wanted` told something
};

// `truth` is the oracle. A keyword of which too little is told, or of whose annotations only one verdict was
// seen, makes the exit self_check_failed.
InsertionOutcome run_insertions(const AskInsertion& subject, Subject& truth, InsertionRun run);

}  // namespace lockstep::conformance
