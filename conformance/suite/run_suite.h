// Runs a subject over the official suite: asks, judges by compare(), lets validators vote, keeps the
// expectation list.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "lockstep/conformance/judge/compare.h"
#include "lockstep/conformance/subject/subject.h"
#include "lockstep/conformance/suite/expectations.h"
#include "lockstep/conformance/suite/json_schema_suite.h"
#include "lockstep/conformance/suite/select.h"
#include "lockstep/conformance/suite/variants.h"
#include "lockstep/reports/record.h"
#include "lockstep/reports/summary.h"

namespace lockstep::conformance {

struct SuiteRun {
  SuiteSelection selection;
  std::shared_ptr<const Registry> registry;
  Expectations expectations;
  // Independent validators. They vote on every wrong answer, with `audit` also on every agreement. One that
  // cannot judge a case has no vote there. A vote against the suite's answer makes the case a split vote.
  std::vector<Subject*> voters;
  bool audit = false;
  // Other spellings and tokens of every instance on which the subject is right; a case is as bad as the worst
  // of them. Null: none.
  VariantJudge* variants = nullptr;
  bool full_jury = false;  // all the usual voters are there: only then can an entry split_vote be stale
  std::vector<reports::Case> done;                 // of an interrupted run: taken over, not asked again
  std::function<void(const reports::Case&)> sink;  // each new case, in suite order; may be empty
  std::function<void(std::size_t, std::size_t)> progress;  // cases done, cases in all; may be empty
  std::function<bool()> stop_requested;                    // looked at between schemas; may be empty
};

struct SuiteOutcome {
  std::vector<reports::Case> cases;  // in suite order
  std::size_t planned = 0;           // cases.size() unless cancelled
  bool cancelled = false;
  Tally tally;
  std::size_t variants = 0;                    // spellings x tokens that were fed
  std::map<std::string, std::size_t> without;  // what some instances had no variants of -> how many
  std::size_t audited = 0;                     // cases on which at least one voter gave a verdict of its own
  std::vector<std::string> unlisted;           // ids of failures that no expectation lists
  std::vector<std::string> stale;  // ids of entries that ran and ended otherwise, or that no suite has
  // conformance_failure if unlisted, else stale_expectation_list if stale, else unresolved if cancelled or if
  // nothing at all was compared, else pass.
  reports::ExitCode exit = reports::ExitCode::pass;
};

// Cost: one validate() per schema, one more per voter where there is a vote.
SuiteOutcome run_suite(Subject& subject, const Suite& suite, const SuiteRun& run);

std::string_view name(Expected expected);

}  // namespace lockstep::conformance
