// lockstep selftest: proves on planted faults that the checks can fail, and on the healthy oracle that they
// can pass.
#include "lockstep/conformance/planted/selftest.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>
#include <utility>

#include "lockstep/cli/commands.h"
#include "lockstep/cli/progress.h"
#include "lockstep/conformance/subject/jury.h"
#include "lockstep/conformance/subject/oracle_subject.h"
#include "lockstep/conformance/suite/pinned_suite.h"
#include "lockstep/reports/printable.h"

namespace lockstep::cli {
namespace {

using namespace lockstep::conformance;  // NOLINT(google-build-using-namespace): this file is about nothing
                                        // else

constexpr const char* kSourceDir = LOCKSTEP_SOURCE_DIR;

struct Options {
  std::string draft = "2020-12";
  std::vector<std::string> faults;
  std::vector<std::string> without;
};

std::vector<PlantedFault> chosen_faults(const Options& options, const Common& common) {
  std::vector<PlantedFault> chosen;
  std::size_t index = 0;
  for (const PlantedFault& fault : planted_faults()) {
    const bool named = options.faults.empty() || std::find(options.faults.begin(), options.faults.end(),
                                                           fault.name) != options.faults.end();
    if (named && common.shard.holds(index)) chosen.push_back(fault);
    ++index;
  }
  if (common.limit && *common.limit < chosen.size()) chosen.resize(*common.limit);
  return chosen;
}

reports::Case case_of(const FaultResult& fault) {
  reports::Case one;
  one.id = "fault/" + fault.name;
  one.verdict = fault.convicted() ? "convicted" : "escaped";
  one.expected = "convicted";
  one.got = fmt::format("suite {}, hand {}, audit {}", fault.by_suite.count, fault.by_hand.count,
                        fault.by_audit.count);
  one.detail = fault.sentence;
  for (const auto& [check, by] : {std::pair<const char*, const Convictions*>{"suite", &fault.by_suite},
                                  {"hand", &fault.by_hand},
                                  {"audit", &fault.by_audit}}) {
    if (by->count == 0) continue;
    one.keywords.emplace_back(check);
    one.detail += fmt::format("; {}: {}", check, by->first);
  }
  std::sort(one.keywords.begin(), one.keywords.end());
  return one;
}

void print_table(std::ostream& out, const Selftest& result) {
  out << fmt::format("{:36} {:>6} {:>5} {:>6}  {}\n", "fault", "suite", "hand", "audit",
                     "first convicted by");
  for (const FaultResult& fault : result.faults) {
    std::string first = fault.by_suite.first;
    if (first.empty()) first = fault.by_hand.first;
    if (first.empty()) first = fault.by_audit.count > 0 ? "audit of " + fault.by_audit.first : "ESCAPED";
    out << reports::printable(fmt::format("{:36} {:>6} {:>5} {:>6}  {}", fault.name, fault.by_suite.count,
                                          fault.by_hand.count, fault.by_audit.count, first))
        << '\n';
  }
}

void print_healthy(std::ostream& out, const Selftest& result) {
  out << fmt::format(
      "cases {}, audited {}; healthy oracle: convicted on {}, contested by a validator on {}\n", result.cases,
      result.audited, result.healthy_wrong.size(), result.healthy_contested.size());
  for (const std::string& id : result.healthy_wrong) {
    out << "healthy oracle convicted: " << reports::printable(id) << '\n';
  }
  for (const std::string& id : result.healthy_contested) {
    out << "healthy oracle contested: " << reports::printable(id) << '\n';
  }
}

reports::Summary summary_of(const Selftest& result, const Jury& jury) {
  reports::Summary summary;
  summary.command = "selftest";
  summary.cases = result.faults.size();
  summary.audited = result.audited;
  for (const FaultResult& fault : result.faults)
    ++summary.verdicts[fault.convicted() ? "convicted" : "escaped"];
  for (const auto& [juror, why] : jury.absent()) summary.not_tested["vote of " + juror] = why;
  for (const auto& [juror, why] : jury.unfit()) summary.not_tested["vote of " + juror] = why;
  const bool blind = !jury.voters().empty() && result.audited == 0;
  if (!result.healthy_wrong.empty() || !result.healthy_contested.empty() || !jury.unfit().empty() || blind) {
    summary.exit = ExitCode::self_check_failed;
  } else if (!result.passed()) {
    summary.exit = ExitCode::conformance_failure;
  }
  return summary;
}

ExitCode report_result(Context& context, const Selftest& result, const Jury& jury,
                       const PinnedSuite& pinned) {
  reports::Header header = make_header(context, "selftest");
  header.subject = "oracle";
  header.subject_version = make_oracle_subject()->version();
  header.pins["suite tree"] = pinned.pin.tree_sha256;
  std::optional<OpenReport> report = open_report(context, header, "runs/selftest.jsonl");
  if (!report) return ExitCode::usage;
  for (const FaultResult& fault : result.faults) report->writer->add(case_of(fault));
  const reports::Summary summary = summary_of(result, jury);
  context.out << "Not tested:\n";
  for (const auto& [what, why] : summary.not_tested) {
    context.out << "  " << reports::printable(what + ": " + why) << '\n';
  }
  if (summary.not_tested.empty()) context.out << "  nothing: every check ran\n";
  print_table(context.out, result);
  print_healthy(context.out, result);
  return finish(context, summary, report->writer.get());
}

ExitCode selftest(const Options& options, Context& context) {
  const std::vector<PlantedFault> faults = chosen_faults(options, context.common);
  if (faults.empty()) {
    return fail(context, ExitCode::usage,
                {"no_fault", "no planted fault is left to try", "", "--help lists them"});
  }
  Fault fault;
  const std::optional<PinnedSuite> pinned = load_pinned_suite(kSourceDir, context.deps, options.draft, fault);
  if (!pinned) {
    return fail(context, ExitCode::usage,
                {fault.code, fault.message, fault.file, "./run setup fetches the suite"});
  }
  std::optional<Expectations> expectations = read_expectations(
      expectation_file(kSourceDir, "oracle", options.draft), "oracle", options.draft, fault);
  std::optional<std::vector<Probe>> hand =
      hand_probes(std::filesystem::path(kSourceDir) / "conformance/planted/hand_cases.json",
                  pinned->suite.dialect, fault);
  if (!expectations || !hand)
    return fail(context, ExitCode::usage, {fault.code, fault.message, fault.file, ""});

  std::map<std::string, std::string> without;
  for (const std::string& juror : options.without) without[juror] = "left out by --without";
  const Jury jury(all_subjects(), {context.deps}, default_jurors(), without);
  SelftestRun run;
  run.probes = suite_probes(pinned->suite, pinned->registry);
  std::move(hand->begin(), hand->end(), std::back_inserter(run.probes));
  run.make_healthy = [] { return make_oracle_subject(); };
  run.expectations = std::move(*expectations);
  run.voters = jury.voters();
  run.stop_requested = [&] { return context.stop_requested(); };
  Selftest result;
  {
    Progress progress(context, "selftest", run.probes.size() + faults.size());
    run.progress = [&](std::size_t, std::size_t) { progress.step(); };
    result = run_selftest(faults, run);
  }
  if (result.cancelled) {
    return fail(context, ExitCode::unresolved,
                {"interrupted", "stopped before the end; there is no report", "", ""});
  }
  return report_result(context, result, jury, *pinned);
}

}  // namespace

Command selftest_command() {
  Command command;
  command.name = "selftest";
  command.summary = "Prove that the checks convict validators that are wrong on purpose";
  command.examples = {"lockstep selftest",
                      "lockstep selftest --fault pattern_anchored --without hyperjump --json"};
  command.uses = {.limit = true, .shard = true, .report = true};
  command.define = [](CLI::App& app) -> Command::Run {
    auto options = std::make_shared<Options>();
    std::vector<std::string> names;
    for (const PlantedFault& fault : planted_faults()) names.push_back(fault.name);
    app.add_option("--draft", options->draft, "Draft of the suite that convicts")
        ->check(CLI::IsMember(suite_drafts()))
        ->capture_default_str();
    app.add_option("--fault", options->faults, "Only this planted fault")->check(CLI::IsMember(names));
    app.add_option("--without", options->without, "Leave this validator out of the audit")
        ->check(CLI::IsMember(default_jurors()));
    return [options](Context& context) { return selftest(*options, context); };
  };
  return command;
}

}  // namespace lockstep::cli
