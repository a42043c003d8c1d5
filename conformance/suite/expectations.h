// What is known to fail, as data: expectations/<subject>-<draft>.json. Enforced both ways: a failure that is
// not listed fails the run, and an entry that no longer happens is stale. The verdict is the subject's own,
// before any vote: an entry over_accept also covers the split vote that a jury may make of it. An entry
// split_vote covers an agreement that a jury contradicts, and is looked at only where the whole jury audits.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/conformance/judge/verdict.h"
#include "lockstep/conformance/suite/fault.h"
#include "lockstep/reports/summary.h"

namespace lockstep::conformance {

struct ExpectedFailure {
  Verdict verdict = Verdict::over_accept;
  std::string reason;  // why it is known and tolerated; never empty
};

// By case id, sorted. Thread rules: a plain value.
struct Expectations {
  std::map<std::string, ExpectedFailure, std::less<>> entries;
  bool lists(std::string_view id, Verdict verdict) const;
};

// The ids of entries that no longer happen: of no case that is `known`, or of one that ran and ended
// otherwise.
std::vector<std::string> stale_entries(const Expectations& expectations, const std::set<std::string>& known,
                                       const std::map<std::string, Verdict>& ran);

// How a run ends: conformance_failure before stale_expectation_list before unresolved before pass.
// `unlisted`: failures that no entry covers; `unresolved`: it was cancelled, or nothing was compared.
reports::ExitCode exit_of_run(const std::vector<std::string>& unlisted, const std::vector<std::string>& stale,
                              bool unresolved);

// {"subject": "oracle", "draft": "2020-12", "entries": [{"id": "...", "verdict": "over_reject", "reason":
// "..."}]}. A file that is not there is an empty list. Codes: expectations_malformed (no JSON, other fields
// than these, an empty reason, a verdict that is no failure, an id twice), expectations_misplaced (another
// subject or draft than asked).
std::optional<Expectations> read_expectations(const std::filesystem::path& file, std::string_view subject,
                                              std::string_view draft, Fault& fault);

}  // namespace lockstep::conformance
