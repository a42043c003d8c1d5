// lockstep adversarial: hostile cases put to a subject, each in a process of its own.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "lockstep/adversarial/lint.h"
#include "lockstep/adversarial/planted/hostile_faults.h"
#include "lockstep/adversarial/run.h"
#include "lockstep/cli/commands.h"
#include "lockstep/cli/gate_parts.h"
#include "lockstep/cli/progress.h"
#include "lockstep/reports/printable.h"
#include "lockstep/reports/render.h"

namespace lockstep::cli {
namespace {

using namespace lockstep::adversarial;  // NOLINT(google-build-using-namespace): this file is about nothing
                                        // else

constexpr bool kSanitized = LOCKSTEP_SANITIZED != 0;
constexpr std::size_t kSlower = 10;  // sanitizers
constexpr const char* kDraft = "2020-12";

struct Options {
  std::string subject = "engine";  // a subject of `lockstep subject`, or a command line
  std::string planted;             // empty: the engine as it is
  std::string folder = std::string(LOCKSTEP_SOURCE_DIR) + "/adversarial";
  std::vector<std::string> kinds;
  std::vector<std::string> cases;
  std::optional<std::size_t> seconds;
  std::optional<std::size_t> mib;
  std::string expectations;  // empty: the folder's own list
};

template <typename T>
bool wanted(const std::vector<T>& list, const T& one) {
  return list.empty() || std::find(list.begin(), list.end(), one) != list.end();
}

// The command line of the process.
std::string command_of(const Options& options, const Context& context) {
  if (is_command(options.subject)) return options.subject;
  const std::string planted = options.planted.empty() ? "" : " --planted " + options.planted;
  return fmt::format("'{}' subject --subject {}{}", context.program, options.subject, planted);
}

std::vector<HostileCase> chosen(const Options& options, const Context& context,
                                std::vector<HostileCase> all) {
  std::vector<HostileCase> cases;
  std::size_t index = 0;
  for (HostileCase& one : all) {
    if (!wanted(options.kinds, std::string(name(one.kind))) || !wanted(options.cases, one.id)) continue;
    if (!context.common.shard.holds(index++)) continue;
    if (cases.size() >= context.common.limit.value_or(SIZE_MAX)) break;
    if (kSanitized) one.limits.seconds *= kSlower;
    if (options.seconds) one.limits.seconds = *options.seconds;
    if (options.mib) one.limits.mib = *options.mib;
    cases.push_back(std::move(one));
  }
  return cases;
}

reports::Header header_of(const Options& options, const Context& context) {
  reports::Header header = make_header(context, "adversarial");
  header.subject = options.planted.empty() ? options.subject : "planted:" + options.planted;
  header.seeds["seed"] = std::to_string(context.common.seed.value_or(1));
  if (options.seconds) header.limits["seconds"] = std::to_string(*options.seconds);
  if (options.mib) header.limits["mib"] = std::to_string(*options.mib);
  return header;
}

void print_outcome(std::ostream& out, const AdversarialOutcome& outcome) {
  for (const reports::Case& one : outcome.cases) {
    if (!conformance::is_failure(
            conformance::verdict_named(one.verdict).value_or(conformance::Verdict::agree)))
      continue;
    out << reports::printable(
               fmt::format("{}{}: {}: {}", one.listed ? "known: " : "", one.verdict, one.id, one.detail))
        << '\n';
  }
  for (const std::string& id : outcome.stale)
    out << "stale in the expectation list: " << reports::printable(id) << '\n';
}

reports::Summary summary_of(const AdversarialOutcome& outcome) {
  reports::Summary summary;
  summary.command = "adversarial";
  reports::count_cases(outcome.cases, summary);
  summary.exit = outcome.exit;
  if (kSanitized) summary.not_tested["limits of memory"] = "this build is sanitized";
  return summary;
}

ExitCode run_and_report(const Options& options, Context& context, AdversarialRun run) {
  const reports::Header header = header_of(options, context);
  std::optional<OpenReport> report = open_report(context, header, "runs/adversarial.jsonl");
  if (!report) return ExitCode::usage;
  run.done = std::move(report->earlier);
  run.sink = [&](const reports::Case& one) { report->writer->add(one); };
  run.stop_requested = [&] { return context.stop_requested(); };
  AdversarialOutcome outcome;
  {
    Progress progress(context, "adversarial", run.cases.size());
    run.progress = [&](std::size_t, std::size_t) { progress.step(); };
    outcome = run_adversarial(run);
  }
  if (outcome.cancelled) return interrupted(context, report->writer->path());
  const reports::Summary summary = summary_of(outcome);
  const nlohmann::ordered_json footer = {{"summary", reports::to_json(summary)}};
  context.out << reports::render({header, outcome.cases, footer.dump()}, reports::Format::text);
  print_outcome(context.out, outcome);
  if (!options.planted.empty() && outcome.exit == ExitCode::conformance_failure)
    context.out << fmt::format("convicted: {}: {}\n", options.planted,
                               hostile_fault(options.planted)->sentence);
  return finish(context, summary, report->writer.get());
}

// The process must answer at all, else every case would be a crash of the subject.
std::optional<CodedError> smoke(const std::string& command_line) {
  Conversation talk(command_line, {.seconds = kSanitized ? 60U : 20U}, !kSanitized);
  (void)talk.ask({{"op", "hello"}});
  if (!talk.trouble()) return std::nullopt;
  return CodedError{"no_subject", talk.trouble()->message, command_line, "it must answer {\"op\":\"hello\"}"};
}

ExitCode run_cases(const Options& options, Context& context) {
  conformance::Fault fault;
  const std::optional<CaseFolder> folder = read_folder(options.folder, fault);
  if (!folder) return fail(context, ExitCode::usage, {fault.code, fault.message, fault.file, "--cases"});
  if (const std::vector<std::string> complaints = lint(*folder); !complaints.empty()) {
    for (const std::string& one : complaints) context.err << reports::printable(one) << '\n';
    return fail(context, ExitCode::self_check_failed,
                {"cases_wrong", fmt::format("{} faults in the cases themselves", complaints.size()),
                 options.folder, ""});
  }
  AdversarialRun run;
  std::vector<HostileCase> all = cases_of(*folder);
  for (const HostileCase& one : all) run.known_ids.push_back(one.id);
  for (const std::string& id : options.cases) {
    if (std::find(run.known_ids.begin(), run.known_ids.end(), id) == run.known_ids.end())
      return fail(context, ExitCode::usage, {"no_case", "no case is called '" + id + "'", "--case", ""});
  }
  run.cases = chosen(options, context, std::move(all));
  if (run.cases.empty()) return fail(context, ExitCode::usage, {"no_case", "no case is left to run", "", ""});
  run.settings = {command_of(options, context), context.common.seed.value_or(1), !kSanitized};
  const std::filesystem::path list =
      options.expectations.empty()
          ? std::filesystem::path(options.folder) / "expectations" / (options.subject + ".json")
          : std::filesystem::path(options.expectations);
  const bool has_list =
      !options.expectations.empty() || (!is_command(options.subject) && options.planted.empty());
  if (has_list) {
    auto expectations = conformance::read_expectations(list, options.subject, kDraft, fault);
    if (!expectations) return fail(context, ExitCode::usage, {fault.code, fault.message, fault.file, ""});
    run.expectations = std::move(*expectations);
  }
  if (const auto error = smoke(run.settings.command_line))
    return fail(context, ExitCode::subject_error, *error);
  return run_and_report(options, context, std::move(run));
}

}  // namespace

Command adversarial_command() {
  Command command;
  command.name = "adversarial";
  command.summary =
      "Hostile schemas, texts, vocabularies and sessions, each in a process with limits of its own";
  command.examples = {"lockstep adversarial",
                      "lockstep adversarial --subject './my-engine --json-lines' --kind session",
                      "lockstep adversarial --planted undoes_too_much",
                      "lockstep adversarial --case text/arrays-deep --seconds 5 --mib 256 --json"};
  command.uses = {.seed = true, .limit = true, .shard = true, .resume = true, .report = true};
  command.define = [](Arguments& app) -> Command::Run {
    auto options = std::make_shared<Options>();
    std::vector<std::string> kinds;
    for (const CaseKind kind : kCaseKinds) kinds.emplace_back(name(kind));
    std::vector<std::string> faults;
    for (const HostileFault& one : hostile_faults()) faults.push_back(one.name);
    app.option("--subject", options->subject,
               "Who is asked: engine, oracle, or a command that speaks the JSON-lines protocol of "
               "conformance/subject/README.md")
        .check([](const std::string& text) {
          return text == "engine" || text == "oracle" || is_command(text)
                     ? ""
                     : "engine, oracle, or a command line";
        })
        .shows_default();
    app.option("--planted", options->planted, "An engine with this fault, to see a case convict it")
        .one_of(faults)
        .excludes("--subject");
    app.option("--kind", options->kinds, "Only cases of this kind").one_of(kinds);
    app.option("--case", options->cases, "Only this case; may be repeated");
    app.option("--seconds", options->seconds, "For every case, in place of its own limit").between(1, 3600);
    app.option("--mib", options->mib, "Address space of every process, in place of the case's own limit")
        .between(64, 65536);
    app.option("--cases", options->folder, "Folder of case_schema.json, notes.json and a file for each kind");
    app.option("--expectations", options->expectations, "List of known failures");
    return [options](Context& context) { return run_cases(*options, context); };
  };
  return command;
}

}  // namespace lockstep::cli
