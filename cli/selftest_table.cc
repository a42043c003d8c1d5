#include "lockstep/cli/selftest_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ostream>
#include <set>
#include <string>

#include "lockstep/cli/selftest_hostile.h"
#include "lockstep/reports/printable.h"

namespace lockstep::cli {
namespace {

using namespace lockstep::conformance;  // NOLINT(google-build-using-namespace): this file is about nothing
                                        // else

// The checks that found something, apart from `without`, with their counts.
std::string others(const Trial& trial, const Sighting* without) {
  std::string text;
  for (const Sighting& one : trial.found) {
    if (&one == without) continue;
    text += fmt::format("{}{} {} {}", text.empty() ? "" : ", ", one.check, name(one.verdict), one.times);
  }
  return text;
}

std::string row(const Trial& trial) {
  const Sighting* by = trial.conviction();
  if (by == nullptr || !trial.convicted()) return fmt::format("{:46} ESCAPED: {}", trial.id(), trial.problem);
  const std::string share = fmt::format("{} in {}", by->times, trial.cases);
  return fmt::format("{:46} {:13} {:15} {:>14} {:>6}  {}", trial.id(), by->check, name(by->verdict), share,
                     by->needed, others(trial, by));
}

void print_list(std::ostream& out, const char* what, const std::vector<std::string>& all) {
  for (const std::string& one : all) out << what << ": " << reports::printable(one) << '\n';
}

}  // namespace

reports::Case case_of(const Trial& trial) {
  reports::Case one;
  one.id = trial.id();
  one.verdict = trial.convicted() ? "convicted" : "escaped";
  one.expected =
      trial.check.empty() ? "convicted" : fmt::format("{} by {}", name(trial.verdict), trial.check);
  const Sighting* by = trial.conviction();
  if (by != nullptr) {
    one.got = fmt::format("{} by {}: {} times in {} cases, {} needed", name(by->verdict), by->check,
                          by->times, trial.cases, by->needed);
  } else {
    one.got = "nothing";
  }
  one.detail = trial.sentence;
  if (!trial.problem.empty()) one.detail += "; ESCAPED: " + trial.problem;
  if (trial.kind == PlantedKind::pair) {
    one.detail += fmt::format("; engine against oracle: {} texts, {} prefixes, no difference", trial.compared,
                              trial.prefixes);
  }
  std::set<std::string> checks;
  for (const Sighting& found : trial.found) {
    checks.insert(found.check);
    one.detail +=
        fmt::format("; {} by {}: {}, first {}", name(found.verdict), found.check, found.times, found.first);
  }
  one.keywords.assign(checks.begin(), checks.end());
  return one;
}

void print_trials(std::ostream& out, const std::vector<Trial>& trials) {
  out << fmt::format("{:46} {:13} {:15} {:>14} {:>6}  {}\n", "fault", "convicted by", "verdict",
                     "found in cases", "needed", "also found");
  for (const Trial& trial : trials) out << reports::printable(row(trial)) << '\n';
}

void print_checks(std::ostream& out, const std::vector<Trial>& trials) {
  out << fmt::format("\n{:13} {:>10} {:>7} {:>5} {:>8}  {}\n", "check", "validators", "engines", "pairs",
                     "declared", "what it says");
  std::vector<Check> checks = all_checks();
  checks.insert(checks.end(), hostile_checks().begin(), hostile_checks().end());
  for (const Check& check : checks) {
    std::array<std::size_t, 3> faults{};
    std::size_t declared = 0;
    for (const Trial& trial : trials) {
      const bool found = std::any_of(trial.found.begin(), trial.found.end(),
                                     [&](const Sighting& one) { return one.check == check.name; });
      faults.at(static_cast<std::size_t>(trial.kind)) += found ? 1U : 0U;
      declared += trial.check == check.name && trial.convicted() ? 1U : 0U;
    }
    out << fmt::format("{:13} {:>10} {:>7} {:>5} {:>8}  {}\n", check.name, faults[0], faults[1], faults[2],
                       declared, check.sentence);
  }
}

void print_conclusion(std::ostream& out, const Selftest& result) {
  std::size_t texts = 0;
  std::size_t prefixes = 0;
  std::size_t pairs = 0;
  for (const Trial& trial : result.trials) {
    texts += trial.compared;
    prefixes += trial.prefixes;
    pairs += trial.kind == PlantedKind::pair ? 1U : 0U;
  }
  out << fmt::format(
      "\ncases {}, audited {}; healthy oracle and engine: convicted on {}, contested by a validator on {}\n",
      result.cases, result.audited, result.healthy_wrong.size(), result.healthy_contested.size());
  if (pairs > 0) {
    out << fmt::format(
        "engine against oracle is blind to {} pairs: {} texts and {} prefixes without difference\n", pairs,
        texts, prefixes);
  }
  print_list(out, "healthy convicted", result.healthy_wrong);
  print_list(out, "healthy contested", result.healthy_contested);
  print_list(out, "check that convicts nothing", result.idle);
  print_list(out, "check that stands in no list", result.unlisted);
  for (const Verdict verdict : result.unseen)
    out << "verdict that no planted engine or pair is convicted of: " << name(verdict) << '\n';
  for (const Trial& trial : result.trials) {
    if (!trial.convicted())
      out << reports::printable(fmt::format("escaped: {}: {}", trial.id(), trial.problem)) << '\n';
  }
}

}  // namespace lockstep::cli
