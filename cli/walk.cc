// lockstep walk: masks against the oracle, prefix by prefix, of the built-in engine or of a command.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "lockstep/cli/audit_options.h"
#include "lockstep/cli/commands.h"
#include "lockstep/cli/engine_options.h"
#include "lockstep/cli/progress.h"
#include "lockstep/cli/walk_one.h"
#include "lockstep/cli/walk_print.h"
#include "lockstep/conformance/planted/wrong_masks.h"
#include "lockstep/conformance/subject/oracle_subject.h"
#include "lockstep/conformance/walk/mask_walk.h"
#include "lockstep/conformance/walk/process_walk_subject.h"
#include "lockstep/conformance/walk/reproducer.h"
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
  AuditChoice audit;
  WalkFloors floors{1000, 100'000, 20'000, 500, 30, 0};
  std::optional<std::size_t> per_keyword;  // a thousandth of the prefixes where not given
  std::size_t threads = std::max(1U, std::thread::hardware_concurrency());
  std::optional<std::string> schema_text;  // one prefix instead of a walk
  std::optional<std::string> prefix;
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

// --limit lowers the prefixes, and all else in proportion.
WalkFloors floors_of(const Options& options, const Context& context) {
  WalkFloors floors = options.floors;
  floors.masks = std::min(floors.masks, floors.prefixes);
  floors.full_masks = std::min(floors.full_masks, floors.masks);
  floors.per_keyword = options.per_keyword.value_or(floors.prefixes / 1000);
  const std::size_t limit = std::max<std::size_t>(context.common.limit.value_or(SIZE_MAX), 1);
  if (limit >= floors.prefixes) return floors;
  const std::size_t whole = floors.prefixes;
  for (std::size_t* floor :
       {&floors.schemas, &floors.prefixes, &floors.masks, &floors.full_masks, &floors.per_keyword})
    *floor = *floor * limit / whole;
  floors.schemas = std::max<std::size_t>(floors.schemas, 1);
  return floors;
}

// So few texts that a part of them may be none: then a greater part.
AuditChoice audit_of(const Options& options, const Context& context) {
  AuditChoice choice = options.audit;
  const std::size_t limit = context.common.limit.value_or(SIZE_MAX);
  if (limit < options.floors.prefixes)
    choice.one_in = std::max<std::size_t>(choice.one_in * limit / options.floors.prefixes, 1);
  return choice;
}

// The words of the command line that a reproducer repeats.
std::string repeated_options(const Options& options) {
  const EngineOptions plain;
  std::string words;
  const auto add = [&](const std::string& word) { words += (words.empty() ? "" : " ") + word; };
  if (options.engine.policy != plain.policy) add("--policy " + options.engine.policy);
  for (const std::string& field : options.engine.fields) add("--set " + field);
  if (options.engine.vocabulary != plain.vocabulary) add("--vocab '" + options.engine.vocabulary + "'");
  if (!options.planted.empty()) add("--planted " + options.planted);
  if (options.subject != "engine") add("--subject '" + options.subject + "'");
  return words;
}

MaskWalkRun run_of(const Options& options, const Context& context) {
  MaskWalkRun run;
  run.seed = context.common.seed.value_or(1);
  run.floors = floors_of(options, context);
  const auto each = [&](std::size_t total) { return (total + run.floors.schemas - 1) / run.floors.schemas; };
  run.schemas = run.floors.schemas;
  run.prefixes = each(run.floors.prefixes);
  // Not every schema has so many prefixes: the others judge somewhat more.
  if (run.floors.masks < run.floors.prefixes) run.masks = each(run.floors.masks * 11 / 10);
  run.full_masks = run.floors.full_masks;
  run.shard_index = context.common.shard.index;
  run.shard_count = context.common.shard.count;
  // Planted faults may keep something between their sessions, a process is one.
  run.threads =
      options.planted.empty() && options.subject == "engine" ? std::max<std::size_t>(options.threads, 1) : 1;
  run.options = repeated_options(options);
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
  header.limits["schemas"] = std::to_string(run.floors.schemas);
  header.limits["prefixes"] = std::to_string(run.floors.prefixes);
  header.limits["masks"] = std::to_string(run.floors.masks);
  header.limits["full_masks"] = std::to_string(run.floors.full_masks);
  header.limits["per_keyword"] = std::to_string(run.floors.per_keyword);
  header.limits["dense_percent"] = std::to_string(run.floors.dense_percent);
  return header;
}

ExitCode walk_and_report(MaskWalkRun run, const AuditChoice& choice, WalkSubject& subject,
                         const BytePath& byte_path, reports::Header header, Context& context) {
  std::vector<std::string> absent;
  auto voters = voters_of(choice, subject.name(), context, absent);
  if (!voters) return ExitCode::usage;
  add_to_header(header, choice, *voters);
  std::optional<OpenReport> report = open_report(context, header, "runs/walk.jsonl");
  if (!report) return ExitCode::usage;
  std::optional<Audit> audit;
  if (choice.audit) {
    AuditOptions audit_options;
    audit_options.one_in = choice.one_in;
    audit_options.seed = run.seed;
    run.audit = &audit.emplace(std::move(*voters), audit_options);
  }
  run.done = std::move(report->earlier);
  run.sink = [&](const reports::Case& one) { report->writer->add(one); };
  MaskWalkOutcome outcome;
  {
    Progress progress(context, "walk", run.floors.prefixes / run.shard_count);
    run.progress = [&](std::size_t prefixes) { progress.step(prefixes); };
    outcome = run_mask_walk(subject, byte_path, run);
  }
  if (outcome.cancelled) return interrupted(context, report->writer->path());
  reports::Summary summary = walk_summary(outcome);
  add_to_summary(summary, choice, outcome.audit, absent);
  const nlohmann::ordered_json footer = {{"summary", reports::to_json(summary)}};
  context.out << reports::render({header, outcome.cases, footer.dump()}, reports::Format::text);
  print_walk(context.out, outcome, run.floors, byte_path.vocabulary().size());
  if (choice.audit) print_audit(context.out, outcome.audit, *make_oracle_subject(), context);
  return finish(context, summary, report->writer.get());
}

ExitCode walk(const Options& options, Context& context) {
  if (options.schema_text.has_value() != options.prefix.has_value()) {
    return fail(context, ExitCode::usage,
                {"usage", "--schema-text and --prefix go together", "", "an empty prefix is --prefix ''"});
  }
  if (options.prefix && options.audit.audit)
    return fail(context, ExitCode::usage,
                {"usage", "one prefix is not audited", "--audit", "lockstep check"});
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
  if (options.prefix) {
    const std::optional<std::string> prefix = unescaped_bytes(*options.prefix);
    if (!prefix) {
      return fail(context, ExitCode::usage,
                  {"bad_prefix", "a backslash begins neither \\\\ nor \\xHH", "--prefix", ""});
    }
    return walk_one({*options.schema_text, *prefix, *oracle_policy}, *subject, byte_path, context);
  }
  MaskWalkRun run = run_of(options, context);
  run.policy = *oracle_policy;
  const reports::Header header = header_of(options, policy, context, run, *vocabulary, *subject);
  return walk_and_report(std::move(run), audit_of(options, context), *subject, byte_path, header, context);
}

void add_sizes(Arguments& app, Options& options) {
  app.option("--schemas", options.floors.schemas, "Schemas walked, at least").positive().shows_default();
  app.option(
         "--prefixes", options.floors.prefixes,
         "Prefixes judged at byte level, at least: the oracle decides every next byte and the stop bit; no "
         "pair of schema and prefix counts twice")
      .positive()
      .shows_default();
  app.option("--masks", options.floors.masks,
             "Of these, masks compared with the engine's byte path for every token, at least")
      .shows_default();
  app.option("--full", options.floors.full_masks,
             "Of these, masks compared in full by the oracle's token filter, at least, half of them inside "
             "strings")
      .shows_default();
  app.option("--dense", options.floors.dense_percent,
             "Percent of the masks that must be dense (over 2 % of the vocabulary)")
      .shows_default();
  app.option("--per-keyword", options.per_keyword,
             "Prefixes under each keyword of the draft that the subject does not refuse, at least; a "
             "thousandth of the prefixes where not given");
  app.option("--threads", options.threads, "Schemas walked at once; the report does not depend on it")
      .shows_default();
}

}  // namespace

Command walk_command() {
  Command command;
  command.name = "walk";
  command.summary = "The engine's masks against the oracle: every next byte, the stop bit, every token";
  command.examples = {"lockstep walk --vocab llama-3",
                      "lockstep walk --vocab hostile --policy model --schemas 100 --prefixes 5000 --masks "
                      "1000 --full 50 --json",
                      "lockstep walk --set whitespace=single --set key_order=declared --shard 1/4 --resume",
                      "lockstep walk --subject './lockstep subject' --schemas 50 --prefixes 1000",
                      "lockstep walk --audit --audit-one-in 10 --prefixes 5000",
                      "lockstep walk --planted stop_bit_lost --prefixes 2000",
                      "lockstep walk --schema-text '{\"type\":\"integer\"}' --prefix '-1' --vocab llama-3"};
  command.uses = {.seed = true, .limit = true, .shard = true, .resume = true, .report = true};
  command.define = [](Arguments& app) -> Command::Run {
    auto options = std::make_shared<Options>();
    std::vector<std::string> faults;
    for (const MaskFault& fault : mask_faults()) faults.push_back(fault.name);
    add_policy_options(app, options->engine);
    add_vocabulary_option(app, options->engine);
    add_sizes(app, *options);
    app.option("--subject", options->subject,
               "Who is walked: engine, or a command that speaks the JSON-lines protocol of "
               "conformance/subject/README.md")
        .shows_default();
    app.option("--subject-seconds", options->process_seconds, "For one answer of such a command")
        .between(1, 3600)
        .shows_default();
    app.option("--subject-mib", options->process_mib, "Its address space; 0: no limit").shows_default();
    app.option("--planted", options->planted, "An engine with this fault, to see the walk convict it")
        .one_of(faults)
        .excludes("--subject");
    add_audit_options(app, options->audit);
    app.option("--schema-text", options->schema_text, "With --prefix: judge this one schema");
    app.option("--prefix", options->prefix,
               "With --schema-text: judge this one prefix; \\\\ is a backslash, \\xHH a byte");
    return [options](Context& context) { return walk(*options, context); };
  };
  return command;
}

}  // namespace lockstep::cli
