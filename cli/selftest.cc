// lockstep selftest: proves on planted faults that the checks can fail, and on the healthy oracle and engine
// that they can pass.
#include "lockstep/conformance/planted/selftest.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>
#include <utility>
#include <vector>

#include "lockstep/cli/commands.h"
#include "lockstep/cli/progress.h"
#include "lockstep/cli/selftest_hostile.h"
#include "lockstep/cli/selftest_table.h"
#include "lockstep/conformance/subject/engine_subject.h"
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
  bool harmless = false;
};

// What a --fault may name: each fault with its kind, and without.
std::vector<std::string> fault_names() {
  std::vector<std::string> names;
  const auto add = [&](std::string_view kind, const std::string& name) {
    names.push_back(fmt::format("{}/{}", kind, name));
    names.push_back(name);
  };
  for (const PlantedFault& one : planted_faults()) add("validator", one.name);
  for (const MaskFault& one : mask_faults()) add("engine", one.name);
  for (const ProcessFault& one : process_faults()) add("engine", one.name);
  for (const adversarial::HostileFault& one : adversarial::hostile_faults()) add("engine", one.name);
  for (const FuzzFault& one : fuzz_faults()) add("engine", one.fault->name);
  for (const CommonMode& one : common_modes()) add("pair", one.fault);
  return names;
}

// Believes what the oracle believes: no check can convict it.
PlantedFault harmless_fault() {
  return {"harmless", "nothing wrong: for a test that the self-test can fail", nullptr, [](std::string&) {},
          nullptr};
}

// Which faults of the run are tried, by name, shard and limit, counted over all kinds in the order of the
// table.
class Choice {
 public:
  Choice(const Options& options, const Common& common) : options_(options), common_(common) {}

  bool takes(std::string_view kind, const std::string& name) {
    const auto named = [&](const std::string& wanted) {
      return wanted == name || wanted == fmt::format("{}/{}", kind, name);
    };
    const bool wanted =
        options_.faults.empty() || std::any_of(options_.faults.begin(), options_.faults.end(), named);
    const bool mine = common_.shard.holds(index_++) && wanted && taken_ < common_.limit.value_or(SIZE_MAX);
    taken_ += mine ? 1U : 0U;
    return mine;
  }

  std::size_t taken() const { return taken_; }
  bool whole() const { return taken_ == index_; }

 private:
  const Options& options_;
  const Common& common_;
  std::size_t index_ = 0;
  std::size_t taken_ = 0;
};

void choose_faults(const Options& options, const Common& common, SelftestRun& run, HostileFaults& hostile) {
  Choice choice(options, common);
  for (const PlantedFault& one : planted_faults()) {
    if (choice.takes("validator", one.name)) run.validators.push_back(one);
  }
  // The built-in engine knows one draft.
  if (options.draft == "2020-12") {
    for (const MaskFault& one : mask_faults()) {
      if (choice.takes("engine", one.name)) run.engines.push_back(one);
    }
    for (const ProcessFault& one : process_faults()) {
      if (choice.takes("engine", one.name)) run.processes.push_back(one);
    }
    for (const CommonMode& one : common_modes()) {
      if (choice.takes("pair", one.fault)) run.pairs.push_back(one);
    }
    for (const adversarial::HostileFault& one : adversarial::hostile_faults()) {
      if (choice.takes("engine", one.name)) hostile.engines.push_back(one);
    }
    for (const FuzzFault& one : fuzz_faults()) {
      if (choice.takes("engine", one.fault->name)) hostile.targets.push_back(one);
    }
    run.make_engine = [] { return make_engine_subject(); };
    run.whole = choice.whole() && options.without.empty();
  }
  if (options.harmless) run.validators.push_back(harmless_fault());
}

// The suite, our own cases, the norm's. Nullopt after an error was printed.
std::optional<std::vector<Probe>> read_probes(const Options& options, const PinnedSuite& pinned,
                                              Context& context) {
  const std::filesystem::path source = kSourceDir;
  Fault fault;
  std::vector<Probe> all = suite_probes(pinned.suite, pinned.registry);
  auto hand = hand_probes(source / "conformance/planted/hand_cases.json", pinned.suite.dialect, fault);
  auto policy = hand ? policy_probes(source / "conformance/spec/policy_cases.json", fault) : std::nullopt;
  if (!hand || !policy) {
    (void)fail(context, ExitCode::usage, {fault.code, fault.message, fault.file, ""});
    return std::nullopt;
  }
  std::move(hand->begin(), hand->end(), std::back_inserter(all));
  // They speak of the policy, which has one draft.
  if (options.draft == "2020-12") std::move(policy->begin(), policy->end(), std::back_inserter(all));
  return all;
}

reports::Summary summary_of(const Selftest& result, const Jury& jury) {
  reports::Summary summary;
  summary.command = "selftest";
  summary.cases = result.trials.size();
  summary.audited = result.audited;
  for (const Trial& trial : result.trials) ++summary.verdicts[trial.convicted() ? "convicted" : "escaped"];
  for (const auto& [juror, why] : jury.absent()) summary.not_tested["vote of " + juror] = why;
  for (const auto& [juror, why] : jury.unfit()) summary.not_tested["vote of " + juror] = why;
  const bool blind = !jury.voters().empty() && result.audited == 0;
  if (!result.sound() || !jury.unfit().empty() || blind) {
    summary.exit = ExitCode::self_check_failed;
  } else if (!result.passed()) {
    summary.exit = ExitCode::conformance_failure;
  }
  return summary;
}

ExitCode report_result(Context& context, const Selftest& result, const SelftestRun& run, const Jury& jury,
                       const PinnedSuite& pinned) {
  reports::Header header = make_header(context, "selftest");
  header.subject = "oracle";
  header.subject_version = make_oracle_subject()->version();
  header.pins["suite tree"] = pinned.pin.tree_sha256;
  std::optional<OpenReport> report = open_report(context, header, "runs/selftest.jsonl");
  if (!report) return ExitCode::usage;
  for (const Trial& trial : result.trials) report->writer->add(case_of(trial));
  reports::Summary summary = summary_of(result, jury);
  if (!run.whole)
    summary.not_tested["whether every check convicts"] = "asked only of a run with every fault and validator";
  context.out << "Not tested:\n";
  for (const auto& [what, why] : summary.not_tested) {
    context.out << "  " << reports::printable(what + ": " + why) << '\n';
  }
  if (summary.not_tested.empty()) context.out << "  nothing: every check ran\n";
  print_trials(context.out, result.trials);
  print_checks(context.out, result.trials);
  print_conclusion(context.out, result);
  return finish(context, summary, report->writer.get());
}

ExitCode selftest(const Options& options, Context& context) {
  SelftestRun run;
  HostileFaults hostile;
  choose_faults(options, context.common, run, hostile);
  const bool others =
      !run.validators.empty() || !run.engines.empty() || !run.processes.empty() || !run.pairs.empty();
  if (!others && hostile.empty()) {
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
  if (!expectations) return fail(context, ExitCode::usage, {fault.code, fault.message, fault.file, ""});
  std::optional<std::vector<Probe>> probes = read_probes(options, *pinned, context);
  if (!probes) return ExitCode::usage;

  std::map<std::string, std::string> without;
  for (const std::string& juror : options.without) without[juror] = "left out by --without";
  const Jury jury(all_subjects(), {context.deps}, default_jurors(), without);
  run.probes = std::move(*probes);
  run.make_healthy = [] { return make_oracle_subject(); };
  run.expectations = std::move(*expectations);
  run.voters = jury.voters();
  run.stop_requested = [&] { return context.stop_requested(); };
  Selftest result;
  {
    Progress progress(context, "selftest", run.steps());
    run.progress = [&] { progress.step(); };
    result = run_selftest(run);
  }
  if (!result.cancelled) {
    if (const auto error = try_hostile_faults(hostile, run.whole, context, result))
      return fail(context, ExitCode::self_check_failed, *error);
  }
  if (result.cancelled) {
    return fail(context, ExitCode::unresolved,
                {"interrupted", "stopped before the end; there is no report", "", ""});
  }
  return report_result(context, result, run, jury, *pinned);
}

}  // namespace

Command selftest_command() {
  Command command;
  command.name = "selftest";
  command.summary =
      "Prove that the checks convict what is wrong on purpose: validators, engines, common-mode pairs";
  command.examples = {"lockstep selftest",
                      "lockstep selftest --fault pattern_anchored --without hyperjump --json",
                      "lockstep selftest --fault engine/stops_early --fault pair/length_in_bytes"};
  command.uses = {.limit = true, .shard = true, .report = true};
  command.define = [](Arguments& app) -> Command::Run {
    auto options = std::make_shared<Options>();
    app.option("--draft", options->draft, "Draft of the suite that convicts")
        .one_of(suite_drafts())
        .shows_default();
    app.option("--fault", options->faults,
               "Only this planted fault; a kind in front (pair/...) tells one of several")
        .one_of(fault_names());
    app.option("--without", options->without, "Leave this validator out of the audit")
        .one_of(default_jurors());
    app.flag("--harmless", options->harmless, "Plant one fault more that does nothing: it must escape");
    return [options](Context& context) { return selftest(*options, context); };
  };
  return command;
}

}  // namespace lockstep::cli
