#include "lockstep/conformance/cases/case_suite.h"

#include <fmt/core.h>

#include <set>
#include <utility>

#include "lockstep/conformance/suite/select.h"

namespace lockstep::conformance {
namespace {

reports::Case record_of(const CaseRow& row, const CaseResult& result) {
  reports::Case one;
  one.id = row.id;
  one.keywords = {row.keyword};
  one.expected = name(row.compile);
  one.got = result.got;
  if (!result.applicable) {
    one.verdict = kNotApplicable;
    one.detail = result.result.detail;
    return one;
  }
  one.verdict = name(result.result.verdict);
  one.detail = variant_text(result.result);
  if (result.result.verdict == Verdict::refused)
    one.refused_by = result.refused_by.empty() ? "(unnamed)" : result.refused_by;
  return one;
}

class Runner {
 public:
  explicit Runner(const CaseRun& run) : run_(run) {}

  void keep(reports::Case one, bool is_new) {
    const std::optional<Verdict> verdict = verdict_named(one.verdict);
    if (verdict) {
      tally_.add(*verdict);
      ran_.emplace(one.id, *verdict);
      outcome_.fed += variants_in(one.detail);
      for (const std::string& what : without_in(one.detail)) ++outcome_.without[what];
    } else {
      ++outcome_.not_applicable[one.detail.substr(0, one.detail.find(':'))];
    }
    if (verdict && is_failure(*verdict)) {
      one.listed = run_.expectations.lists(one.id, *verdict);
      if (!one.listed) outcome_.unlisted.push_back(one.id);
    }
    if (is_new && run_.sink) run_.sink(one);
    outcome_.cases.push_back(std::move(one));
  }

  CaseOutcome conclude(const std::vector<CaseRow>& rows, bool cancelled) {
    outcome_.cancelled = cancelled;
    std::set<std::string> known;
    for (const CaseRow& row : rows) known.insert(row.id);
    outcome_.stale = stale_entries(run_.expectations, known, ran_);
    outcome_.exit = exit_of_run(outcome_.unlisted, outcome_.stale, cancelled || tally_.compared() == 0);
    return std::move(outcome_);
  }

 private:
  const CaseRun& run_;
  Tally tally_;
  std::map<std::string, Verdict> ran_;
  CaseOutcome outcome_;
};

}  // namespace

std::vector<std::size_t> select_rows(std::size_t rows, const CaseRun& run) {
  return select_indices(rows, {false, run.shard, run.shards, run.limit, run.tools.seed});
}

CaseOutcome run_cases(CaseSubject& subject, const std::vector<CaseRow>& rows, CaseRun run) {
  std::map<std::string, reports::Case> done;
  for (const reports::Case& one : run.done) done.emplace(one.id, one);
  CaseJudge judge(subject, run.tools);
  Runner runner(run);
  bool cancelled = false;
  for (const std::size_t index : select_rows(rows.size(), run)) {
    const auto old = done.find(rows[index].id);
    if (old != done.end()) {
      runner.keep(old->second, false);
    } else if (run.stop_requested && run.stop_requested()) {
      cancelled = true;
      break;
    } else {
      runner.keep(record_of(rows[index], judge.judge(rows[index])), true);
    }
    if (run.progress) run.progress(1);
  }
  return runner.conclude(rows, cancelled);
}

}  // namespace lockstep::conformance
