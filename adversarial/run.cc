#include "lockstep/adversarial/run.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace lockstep::adversarial {
namespace {

using conformance::Verdict;

std::string expected_of(const HostileCase& one) {
  if (one.kind == CaseKind::session) return "every step";
  std::string text;
  for (const conformance::Compile outcome : one.expect) {
    if (!text.empty()) text += " or ";
    text += conformance::name(outcome);
  }
  if (!one.instances.empty()) text += fmt::format(", {} texts", one.instances.size());
  if (!one.steps.is_null()) text += ", every step";
  return text;
}

void keep(const AdversarialRun& run, reports::Case one, bool is_new, AdversarialOutcome& outcome) {
  const std::optional<Verdict> verdict = conformance::verdict_named(one.verdict);
  if (verdict) {
    outcome.tally.add(*verdict);
    if (conformance::is_failure(*verdict)) {
      one.listed = run.expectations.lists(one.id, *verdict);
      if (!one.listed) outcome.unlisted.push_back(one.id);
    }
  }
  if (is_new && run.sink) run.sink(one);
  outcome.cases.push_back(std::move(one));
}

void conclude(const AdversarialRun& run, AdversarialOutcome& outcome) {
  std::map<std::string, std::string> ran;
  for (const reports::Case& one : outcome.cases) ran.emplace(one.id, one.verdict);
  for (const auto& [id, entry] : run.expectations.entries) {
    const auto found = ran.find(id);
    const bool known = std::find(run.known_ids.begin(), run.known_ids.end(), id) != run.known_ids.end();
    const bool otherwise = found != ran.end() && found->second != conformance::name(entry.verdict);
    if (!known || otherwise) outcome.stale.push_back(id);
  }
  outcome.exit = conformance::exit_of_run(outcome.unlisted, outcome.stale,
                                          outcome.cancelled || outcome.tally.compared() == 0);
}

}  // namespace

reports::Case record_of(const HostileCase& one, const CaseOutcome& outcome) {
  reports::Case record;
  record.id = one.id;
  record.keywords = one.flags;
  record.verdict = conformance::name(outcome.verdict);
  record.expected = expected_of(one);
  record.got = outcome.got;
  record.detail = outcome.detail;
  if (outcome.verdict == Verdict::refused)
    record.refused_by = outcome.refused_by.empty() ? "(unnamed)" : outcome.refused_by;
  return record;
}

AdversarialOutcome run_adversarial(const AdversarialRun& run) {
  AdversarialOutcome outcome;
  std::map<std::string, const reports::Case*> done;
  for (const reports::Case& one : run.done) done.emplace(one.id, &one);
  for (const HostileCase& one : run.cases) {
    if (run.stop_requested && run.stop_requested()) {
      outcome.cancelled = true;
      break;
    }
    const auto old = done.find(one.id);
    if (old != done.end()) {
      keep(run, *old->second, false, outcome);
    } else {
      keep(run, record_of(one, judge_case(one, run.settings)), true, outcome);
    }
    if (run.progress) run.progress(outcome.cases.size(), run.cases.size());
  }
  conclude(run, outcome);
  return outcome;
}

}  // namespace lockstep::adversarial
