// Runs a subject over a file of reported cases: one record a row.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "lockstep/conformance/cases/case_judge.h"
#include "lockstep/conformance/suite/expectations.h"
#include "lockstep/reports/record.h"
#include "lockstep/reports/summary.h"

namespace lockstep::conformance {

// The verdict of a row that nothing here judges. No pass and no failure: counted, and told first.
inline constexpr std::string_view kNotApplicable = "not_applicable";

struct CaseRun {
  CaseTools tools;
  std::size_t shard = 1, shards = 1;
  std::size_t limit = 0;  // at most so many rows of the shard, drawn by the seed; 0: all
  Expectations expectations{};
  std::vector<reports::Case> done{};  // of an interrupted run
  std::function<void(const reports::Case&)> sink{};
  std::function<void(std::size_t)> progress{};  // rows done since the last call
  std::function<bool()> stop_requested{};
};

struct CaseOutcome {
  std::vector<reports::Case> cases;  // in the order of the file
  bool cancelled = false;
  std::size_t fed = 0;                                // texts x tokens, steps, tokens looked at
  std::map<std::string, std::size_t> without;         // what some texts had no tokens of -> rows
  std::map<std::string, std::size_t> not_applicable;  // reason -> rows
  std::vector<std::string> unlisted, stale;
  // As of SuiteOutcome.
  reports::ExitCode exit = reports::ExitCode::pass;
};

// The rows that a run takes, ascending.
std::vector<std::size_t> select_rows(std::size_t rows, const CaseRun& run);

CaseOutcome run_cases(CaseSubject& subject, const std::vector<CaseRow>& rows, CaseRun run);

}  // namespace lockstep::conformance
