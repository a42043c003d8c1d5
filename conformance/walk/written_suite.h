// The suite "written": texts that the subject writes itself, through its masks to the end, and instances
// around the schema's edge; the oracle judges each, and independent validators vote on those on which both
// agree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "lockstep/conformance/generate/generated_suite.h"
#include "lockstep/conformance/judge/audit.h"
#include "lockstep/conformance/subject/subject.h"
#include "lockstep/conformance/walk/walk_subject.h"

namespace lockstep::conformance {

struct WrittenRun {
  std::uint64_t seed = 1;
  std::size_t schemas = 2000;  // generated, in all shards together
  std::size_t shard_index = 1;
  std::size_t shard_count = 1;
  AuditOptions audit;
  std::vector<std::unique_ptr<Subject>> voters;  // empty: no audit
  std::function<void(std::size_t)> progress;     // schemas just walked; may be empty
  std::function<bool()> stop_requested;          // looked at between schemas; may be empty
};

// The subject's policy must be `spec`. Cases: "written/SEED/SCHEMA/N", one for each distinct text of a schema
// and each failure; "written/SEED/SCHEMA" where the schema is refused. `keywords` of the outcome stays empty.
GeneratedOutcome run_written(WalkSubject& subject, WrittenRun run);

}  // namespace lockstep::conformance
