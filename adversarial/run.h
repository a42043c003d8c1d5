// All cases of a folder put to one subject, a process each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "lockstep/adversarial/case_file.h"
#include "lockstep/adversarial/judge_case.h"
#include "lockstep/conformance/judge/compare.h"
#include "lockstep/conformance/suite/expectations.h"
#include "lockstep/reports/record.h"
#include "lockstep/reports/summary.h"

namespace lockstep::adversarial {

struct AdversarialRun {
  std::vector<HostileCase> cases;  // those of the run, in their order
  CaseSettings settings;
  conformance::Expectations expectations;          // known failures of the subject
  std::vector<std::string> known_ids;              // of the whole folder: an entry beside them is stale
  std::vector<reports::Case> done;                 // of an interrupted run: taken over, not asked again
  std::function<void(const reports::Case&)> sink;  // each new case; may be empty
  std::function<void(std::size_t, std::size_t)> progress;  // cases done, cases in all; may be empty
  std::function<bool()> stop_requested;                    // looked at between cases; may be empty
};

struct AdversarialOutcome {
  std::vector<reports::Case> cases;
  bool cancelled = false;
  conformance::Tally tally;
  std::vector<std::string> unlisted;                 // failures that no expectation lists
  std::vector<std::string> stale;                    // entries that ended otherwise, or that no case has
  reports::ExitCode exit = reports::ExitCode::pass;  // as of a suite's run
};

// Keywords of a case are its flags.
AdversarialOutcome run_adversarial(const AdversarialRun& run);

reports::Case record_of(const HostileCase& one, const CaseOutcome& outcome);

}  // namespace lockstep::adversarial
