// One schema of a walk: made, compiled, judged at its prefixes. It depends on nothing but the run and its
// number, so that schemas can be walked in any order and on any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "lockstep/conformance/judge/audit.h"
#include "lockstep/conformance/walk/prefix_judge.h"
#include "lockstep/oracle/schema_prefix/oracle_policy.h"
#include "lockstep/reports/record.h"

namespace lockstep::conformance {

struct SchemaTask {
  std::uint64_t seed = 1;
  std::uint64_t index = 0;      // of the schema in the run
  std::size_t prefixes = 20;    // judged at byte level, at most
  std::size_t masks = 20;       // of these compared with the byte path, at most
  std::size_t full_masks = 0;   // of these compared with the token filter, at most
  bool full_in_string = false;  // the first of them; the next is not, and so on
  oracle::OraclePolicy policy{};
  oracle::PrefixLimits limits{};
  const Audit* audit = nullptr;  // that gets the texts on which subject and oracle agree; null: none
  std::function<bool()> stop_requested{};  // looked at between prefixes; may be empty
};

// A disagreement, to be made small (reproducer.h).
struct WalkFailure {
  std::size_t at = 0;  // index of its case
  std::string schema;
  std::string prefix;
  Finding finding;  // the worst one there
};

struct SchemaWalked {
  std::vector<reports::Case> cases;  // "walk/SEED/SCHEMA/PREFIX"; "walk/SEED/SCHEMA" where none was judged
  std::vector<WalkFailure> failures;
  bool cancelled = false;  // cut short: of no use
};

// Deterministic in the task and the subject's answers. `got` of a case: its PrefixFacts, or "empty" where the
// schema compiled to that. One case more, ".../cold", for a second start of the schema, ".../limit" where a
// limit of the subject answered a question, and in an audited walk ".../refused" for the instances that both
// refuse.
SchemaWalked walk_schema(WalkSubject& subject, const PrefixJudge& judge, const SchemaTask& task);

}  // namespace lockstep::conformance
