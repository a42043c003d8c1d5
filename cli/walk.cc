// lockstep walk: masks against the oracle, prefix by prefix, of the built-in engine or of a command.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "lockstep/cli/commands.h"
#include "lockstep/cli/engine_options.h"
#include "lockstep/cli/progress.h"
#include "lockstep/conformance/planted/wrong_masks.h"
#include "lockstep/conformance/walk/mask_walk.h"
#include "lockstep/conformance/walk/process_walk_subject.h"
#include "lockstep/reports/printable.h"
#include "lockstep/reports/render.h"

namespace lockstep::cli {
namespace {

using namespace lockstep::conformance;  // NOLINT(google-build-using-namespace): this file is about nothing
                                        // else

struct Options {
  EngineOptions engine;
  std::string subject = "engine";  // or a command line
  std::size_t process_seconds = 10;
  std::size_t process_mib = 4096;
  std::string planted;  // empty: the engine as it is
  std::size_t schemas = 2000;
  std::size_t prefixes = 16;
  std::size_t full_masks = 500;
};

// The oracle's own reading of the same words. Nullopt where the halves do not know the same ones.
std::optional<oracle::OraclePolicy> oracle_policy_of(const EngineOptions& options) {
  std::optional<oracle::OraclePolicy> policy = oracle::OraclePolicy::preset(options.policy);
  for (const std::string& field : options.fields) {
    const std::size_t equals = field.find('=');
    if (!policy || !policy->set(field.substr(0, equals), field.substr(equals + 1))) return std::nullopt;
  }
  return policy;
}

MaskWalkRun run_of(const Options& options, const Context& context) {
  MaskWalkRun run;
  run.seed = context.common.seed.value_or(1);
  run.schemas = std::min(options.schemas, context.common.limit.value_or(SIZE_MAX));
  run.prefixes = options.prefixes;
  run.full_masks = options.full_masks;
  run.shard_index = context.common.shard.index;
  run.shard_count = context.common.shard.count;
  run.stop_requested = [&context] { return context.stop_requested(); };
  return run;
}

// Null, with the reason, where the process cannot be judged.
std::unique_ptr<WalkSubject> process_of(const Options& options, const engine::Policy& policy,
                                        const engine::Vocabulary& vocabulary, std::string& error) {
  auto process = make_process_walk_subject({shell_command(options.subject, options.process_mib << 20U),
                                            {.time = std::chrono::seconds(options.process_seconds)},
                                            policy,
                                            vocabulary});
  error = process->open();
  if (!error.empty()) return nullptr;
  return process;
}

std::unique_ptr<WalkSubject> subject_of(const Options& options, const engine::Policy& policy,
                                        const engine::Vocabulary& vocabulary, const BytePath& byte_path,
                                        std::string& error) {
  if (options.subject != "engine") return process_of(options, policy, vocabulary, error);
  std::unique_ptr<WalkSubject> subject =
      make_engine_walk_subject({policy, {}, vocabulary, engine::MaskPath::memo});
  for (const MaskFault& fault : mask_faults()) {
    if (fault.name == options.planted) return fault.make(std::move(subject), byte_path);
  }
  return subject;
}

reports::Header header_of(const Options& options, const engine::Policy& policy, const Context& context,
                          const MaskWalkRun& run, const engine::Vocabulary& vocabulary,
                          const WalkSubject& subject) {
  reports::Header header = make_header(context, "walk");
  header.subject = options.planted.empty() ? subject.name() : "planted:" + options.planted;
  header.subject_version = options.subject == "engine" ? engine::kCompilerVersion : subject.version();
  if (options.subject != "engine") header.versions["command"] = options.subject;
  header.pins["vocabulary"] = vocabulary.identity();
  header.versions["policy"] = engine::canonical_text(policy);
  header.seeds["seed"] = std::to_string(run.seed);
  header.limits["schemas"] = std::to_string(run.schemas);
  header.limits["prefixes"] = std::to_string(run.prefixes);
  header.limits["full_masks"] = std::to_string(run.full_masks);
  return header;
}

reports::Summary summary_of(const MaskWalkOutcome& outcome) {
  reports::Summary summary;
  summary.command = "walk";
  summary.exit = outcome.exit;
  reports::count_cases(outcome.cases, summary);
  summary.masks = outcome.counts.masks;
  summary.dense_masks = outcome.dense_masks;
  summary.differences = outcome.tally.failures();
  const auto untested = [&](const std::string& what, std::size_t count, const char* unit) {
    if (count > 0) summary.not_tested[what] = fmt::format("{} {}", count, unit);
  };
  for (const auto& [reason, count] : outcome.counts.unknown) {
    untested("unknown to the oracle, " + reason, count, "bits");
  }
  untested("masks in full by the token filter", outcome.counts.masks - outcome.counts.full_masks,
           "masks were compared through their bytes only");
  return summary;
}

void print_figures(std::ostream& out, const MaskWalkOutcome& outcome, const engine::Vocabulary& vocabulary) {
  const PrefixCounts& counts = outcome.counts;
  out << fmt::format("schemas {}: walked {}, empty {}, refused {}\n", outcome.schemas, outcome.walked,
                     outcome.empty, outcome.tally[Verdict::refused]);
  out << fmt::format("prefixes {}:", counts.masks);
  for (const PrefixPlace place : all_places())
    out << fmt::format(" {} {}", name(place), outcome.places[static_cast<std::size_t>(place)]);
  out << fmt::format("\nnext bytes and stop bits decided by the oracle {}, unknown {}\n", counts.bytes,
                     counts.unknown_bytes);
  out << fmt::format("masks {} of {} tokens, each equal to its byte path; dense {} ({:.1f} %)\n",
                     counts.masks, vocabulary.size(), outcome.dense_masks,
                     100.0 * static_cast<double>(outcome.dense_masks) /
                         static_cast<double>(std::max<std::size_t>(counts.masks, 1)));
  out << fmt::format(
      "masks in full by the oracle's token filter {}: in strings {}, dense {}, tokens {}, unknown {}\n",
      counts.full_masks, outcome.full_in_strings, outcome.full_dense, counts.tokens, counts.unknown_tokens);
  for (const auto& [what, count] : outcome.found_by) out << fmt::format("found: {}: {}\n", what, count);
  for (const std::string& text : outcome.reproducers) out << reports::printable(text) << '\n';
  if (!outcome.too_little.empty()) out << "self-check failed: " << outcome.too_little << '\n';
}

ExitCode walk(const Options& options, Context& context) {
  if (context.common.resume) {
    return fail(context, ExitCode::usage,
                {"cannot_resume", "a walk is not resumed: run it again, or in shards", "--resume", ""});
  }
  const auto chosen = policy_of(options.engine);
  if (const auto* error = std::get_if<CodedError>(&chosen)) return fail(context, ExitCode::usage, *error);
  const auto& policy = std::get<engine::Policy>(chosen);
  const std::optional<oracle::OraclePolicy> oracle_policy = oracle_policy_of(options.engine);
  if (!oracle_policy) {
    return fail(context, ExitCode::self_check_failed,
                {"policy_differs", "engine and oracle do not read the same policies", "--set", ""});
  }
  const auto opened = vocabulary_of(options.engine, context);
  if (const auto* error = std::get_if<CodedError>(&opened)) return fail(context, ExitCode::usage, *error);
  const engine::Vocabulary* vocabulary = &std::get<engine::Vocabulary>(opened);
  const BytePath byte_path(*vocabulary);
  std::string error;
  const std::unique_ptr<WalkSubject> subject = subject_of(options, policy, *vocabulary, byte_path, error);
  if (!subject) return fail(context, ExitCode::subject_error, {"no_subject", error, options.subject, ""});
  MaskWalkRun run = run_of(options, context);
  run.policy = *oracle_policy;
  const reports::Header header = header_of(options, policy, context, run, *vocabulary, *subject);
  std::optional<OpenReport> report = open_report(context, header, "runs/walk.jsonl");
  if (!report) return ExitCode::usage;
  MaskWalkOutcome outcome;
  {
    Progress progress(context, "walk", run.schemas / run.shard_count);
    run.progress = [&] { progress.step(); };
    outcome = run_mask_walk(*subject, byte_path, run);
  }
  if (outcome.cancelled) {
    return fail(context, ExitCode::unresolved, {"interrupted", "the run was stopped before its end", "", ""});
  }
  for (const reports::Case& one : outcome.cases) report->writer->add(one);
  const reports::Summary summary = summary_of(outcome);
  const nlohmann::ordered_json footer = {{"summary", reports::to_json(summary)}};
  context.out << reports::render({header, outcome.cases, footer.dump()}, reports::Format::text);
  print_figures(context.out, outcome, *vocabulary);
  return finish(context, summary, report->writer.get());
}

}  // namespace

Command walk_command() {
  Command command;
  command.name = "walk";
  command.summary = "The engine's masks against the oracle: every next byte, the stop bit, every token";
  command.examples = {"lockstep walk --schemas 500 --seed 7",
                      "lockstep walk --vocab llama-3 --policy model --schemas 100 --masks 50 --json",
                      "lockstep walk --set whitespace=single --set key_order=declared",
                      "lockstep walk --subject './lockstep subject' --schemas 50",
                      "lockstep walk --planted stop_bit_lost"};
  command.uses = {.seed = true, .limit = true, .shard = true, .report = true};
  command.define = [](CLI::App& app) -> Command::Run {
    auto options = std::make_shared<Options>();
    std::vector<std::string> faults;
    for (const MaskFault& fault : mask_faults()) faults.push_back(fault.name);
    add_policy_options(app, options->engine);
    add_vocabulary_option(app, options->engine);
    app.add_option("--schemas", options->schemas, "Schemas generated; --limit lowers it")
        ->capture_default_str();
    app.add_option("--prefixes", options->prefixes, "Prefixes judged in each")->capture_default_str();
    app.add_option("--masks", options->full_masks, "Masks compared in full by the oracle's token filter")
        ->capture_default_str();
    app.add_option("--subject", options->subject,
                   "Who is walked: engine, or a command that speaks the JSON-lines protocol of "
                   "conformance/subject/README.md")
        ->capture_default_str();
    app.add_option("--subject-seconds", options->process_seconds, "For one answer of such a command")
        ->check(CLI::Range(1, 3600))
        ->capture_default_str();
    app.add_option("--subject-mib", options->process_mib, "Its address space; 0: no limit")
        ->capture_default_str();
    app.add_option("--planted", options->planted, "An engine with this fault, to see the walk convict it")
        ->check(CLI::IsMember(faults))
        ->excludes("--subject");
    return [options](Context& context) { return walk(*options, context); };
  };
  return command;
}

}  // namespace lockstep::cli
