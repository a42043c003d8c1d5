// lockstep conform: a subject over a conformance suite.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>
#include <thread>
#include <utility>
#include <variant>

#include "lockstep/cli/audit_options.h"
#include "lockstep/cli/commands.h"
#include "lockstep/cli/conform_cases.h"
#include "lockstep/cli/conform_generated.h"
#include "lockstep/cli/conform_maskbench.h"
#include "lockstep/cli/conform_print.h"
#include "lockstep/cli/engine_options.h"
#include "lockstep/cli/progress.h"
#include "lockstep/conformance/subject/engine_subject.h"
#include "lockstep/conformance/subject/jury.h"
#include "lockstep/conformance/subject/subjects.h"
#include "lockstep/conformance/suite/pinned_suite.h"
#include "lockstep/conformance/suite/run_suite.h"
#include "lockstep/conformance/suite/variants.h"
#include "lockstep/reports/render.h"

namespace lockstep::cli {
namespace {

using namespace lockstep::conformance;  // NOLINT(google-build-using-namespace): this file is about nothing
                                        // else

struct Options {
  std::string suite = "json-schema";
  std::string draft = "2020-12";
  std::string subject = "oracle";
  std::string path;  // of the suites that are files
  std::optional<std::size_t> threads;
  std::string figures;
  bool optional = false;
  AuditChoice audit;
  std::string expectations;  // empty: the project's own list
  EngineOptions engine;      // its vocabulary
  std::optional<std::size_t> variants;
};

// What other spellings and tokens need: opened before the run, so that what is missing stops it.
struct VariantTools {
  engine::Vocabulary vocabulary;
  Encoder encoder;
  std::unique_ptr<PythonSpeller> python;
};

constexpr std::size_t kVariants = 6;
constexpr std::size_t kBenchVariants = 2;  // of maskbench

reports::Summary summary_of(const Options& options, const SuiteOutcome& outcome, const PinnedSuite& pinned,
                            const Jury& jury) {
  reports::Summary summary;
  summary.command = "conform";
  summary.exit = outcome.exit;
  reports::count_cases(outcome.cases, summary);
  if (options.audit.audit) summary.audited = outcome.audited;
  if (options.variants.value_or(0) > 0) summary.variants = outcome.variants;
  for (const auto& [what, count] : outcome.without)
    summary.not_tested["variants without " + what] = fmt::format("{} instances", count);
  for (const auto& [juror, why] : jury.absent()) summary.not_tested["vote of " + juror] = why;
  for (const auto& [juror, why] : jury.unfit()) summary.not_tested["vote of " + juror] = why;
  if (!options.optional) {
    summary.not_tested["optional tests"] = fmt::format("{} left out; --optional adds them",
                                                       pinned.suite.count(true) - pinned.suite.count(false));
  }
  const bool blind_audit = options.audit.audit && outcome.audited == 0;
  const bool blind_variants = summary.variants == 0U && outcome.tally[Verdict::agree] > 0;
  if (!jury.unfit().empty() || blind_audit || blind_variants)
    summary.exit = reports::ExitCode::self_check_failed;
  return summary;
}

reports::Header header_of(const Options& options, const Context& context, const Subject& subject,
                          const PinnedSuite& pinned, const VariantTools* tools) {
  reports::Header header = make_header(context, "conform");
  header.subject = subject.name();
  header.subject_version = subject.version();
  header.pins["suite archive " + pinned.pin.archive] = pinned.pin.archive_sha256;
  header.pins["suite tree"] = pinned.pin.tree_sha256;
  if (tools != nullptr) {
    header.pins["vocabulary"] = tools->vocabulary.identity();
    header.limits["variants"] = std::to_string(*options.variants);
    header.seeds["seed"] = std::to_string(context.common.seed.value_or(1));
  }
  return header;
}

ExitCode run_and_report(const Options& options, Context& context, Subject& subject, const PinnedSuite& pinned,
                        Expectations expectations, const Jury& jury, VariantTools* tools) {
  const reports::Header header = header_of(options, context, subject, pinned, tools);
  const std::string default_path = fmt::format("runs/conform-{}-{}.jsonl", options.subject, options.draft);
  std::optional<OpenReport> report = open_report(context, header, default_path);
  if (!report) return ExitCode::usage;

  SuiteRun run;
  run.selection = {options.optional, context.common.shard.index, context.common.shard.count,
                   context.common.limit.value_or(0), context.common.seed.value_or(1)};
  run.registry = pinned.registry;
  run.expectations = std::move(expectations);
  run.voters = jury.voters();
  run.audit = options.audit.audit;
  std::optional<VariantJudge> variants;
  if (tools != nullptr) {
    variants.emplace(subject, tools->vocabulary, tools->encoder, *tools->python, *options.variants,
                     context.common.seed.value_or(1));
    run.variants = &*variants;
  }
  run.full_jury = jury.absent().empty();
  run.done = std::move(report->earlier);
  run.sink = [&](const reports::Case& one) { report->writer->add(one); };
  run.stop_requested = [&] { return context.stop_requested(); };
  SuiteOutcome outcome;
  {
    std::size_t planned = 0;
    for (const auto& tests : select_tests(pinned.suite, run.selection)) planned += tests.size();
    Progress progress(context, "conform", planned);
    std::size_t before = 0;
    run.progress = [&](std::size_t done, std::size_t) { progress.step(done - std::exchange(before, done)); };
    outcome = run_suite(subject, pinned.suite, run);
  }
  if (outcome.cancelled) return interrupted(context, report->writer->path());

  const reports::Summary summary = summary_of(options, outcome, pinned, jury);
  const nlohmann::ordered_json footer = {{"summary", reports::to_json(summary)}};
  context.out << reports::render({header, outcome.cases, footer.dump()}, reports::Format::text);
  print_unknown(context.out, outcome.cases);
  print_list(context.out, outcome.unlisted, outcome.stale);
  if (options.audit.audit) context.out << fmt::format("audited: {}\n", outcome.audited);
  if (summary.variants) context.out << fmt::format("variants: {}\n", *summary.variants);
  return finish(context, summary, report->writer.get());
}

// The subject, made for the vocabulary where it is the engine.
std::variant<std::unique_ptr<Subject>, CodedError> subject_of(const Options& options,
                                                              const SubjectTable& table,
                                                              const SubjectSettings& settings,
                                                              const engine::Vocabulary& vocabulary) {
  if (options.subject == "engine") {
    return make_engine_subject({engine::Policy::spec(), {}, vocabulary, engine::MaskPath::memo});
  }
  std::string error;
  std::unique_ptr<Subject> subject = table.make(options.subject, settings, error);
  if (!subject) return CodedError{"no_subject", error, "--subject", ""};
  if (!subject->capabilities().validate)
    return CodedError{"cannot_validate", "this subject does not judge whole documents", "--subject", ""};
  return subject;
}

std::variant<VariantTools, CodedError> variant_tools(const Options& options, const Context& context,
                                                     const engine::Vocabulary& vocabulary) {
  const engine::Result<Encoder> encoder = Encoder::open(options.engine.vocabulary, context.deps, vocabulary);
  if (!encoder) {
    return CodedError{encoder.error().code, encoder.error().message, "--vocab",
                      "--variants 0 goes on without other spellings and tokens"};
  }
  std::string error;
  std::unique_ptr<PythonSpeller> python = PythonSpeller::make(context.deps, error);
  if (!python) {
    return CodedError{"no_python", error, "--variants",
                      "--variants 0 goes on without other spellings and tokens"};
  }
  return VariantTools{vocabulary, *encoder, std::move(python)};
}

// Options that only some suites take; the number of variants where it was not given.
std::optional<CodedError> settle(Options& options) {
  const bool cases = options.suite == "cases";
  const bool bench = options.suite == "maskbench";
  const bool engine = options.subject == "engine";
  const bool masks = engine && (options.suite == "json-schema" || bench);
  if (options.path.empty() == (cases || bench)) {
    return CodedError{"usage",
                      "--path is the file of the suite cases or the folder of maskbench, and of no other", "",
                      "--suite cases --path FILE, --suite maskbench --path DIR"};
  }
  if ((cases || bench) &&
      (options.audit.audit || options.optional || (cases && !options.audit.without.empty()))) {
    return CodedError{"usage", "this suite has no audit and no optional tests", "--suite " + options.suite,
                      "without --audit and --optional; of cases also without --without: nobody votes"};
  }
  if (!bench && (options.threads || !options.figures.empty()))
    return CodedError{"usage", "--threads and --figures are of --suite maskbench", "", ""};
  if (!options.variants) options.variants = !masks ? 0 : bench ? kBenchVariants : kVariants;
  if (!masks && *options.variants > 0) {
    return CodedError{"usage", "--variants goes through masks", "",
                      "with --suite json-schema or maskbench, and --subject engine"};
  }
  if (!masks && !(engine && cases) && options.engine.vocabulary != EngineOptions{}.vocabulary) {
    return CodedError{"usage", "--vocab goes through masks", "",
                      "with --suite json-schema, cases or maskbench, and --subject engine"};
  }
  return std::nullopt;
}

ExitCode conform(Options options, Context& context) {
  if (const auto error = settle(options)) return fail(context, ExitCode::usage, *error);
  if (options.suite == "cases") {
    return conform_cases({options.path, options.subject, options.draft, options.expectations, options.engine},
                         context);
  }
  if (options.suite == "maskbench") {
    const std::size_t threads = options.threads.value_or(std::max(1U, std::thread::hardware_concurrency()));
    return conform_maskbench({options.path, options.subject, options.expectations, options.audit.without,
                              *options.variants, threads, options.figures, options.engine},
                             context);
  }
  if (options.suite != "json-schema") {
    if (options.suite != "generated" && options.subject != "engine") {
      return fail(context, ExitCode::usage,
                  {"usage", "only the engine writes texts and lists annotations", "--suite " + options.suite,
                   "--subject engine"});
    }
    return conform_generated({options.suite, options.subject, options.audit}, context);
  }
  Fault fault;
  const std::optional<PinnedSuite> pinned =
      load_pinned_suite(LOCKSTEP_SOURCE_DIR, context.deps, options.draft, fault);
  if (!pinned) {
    return fail(context, ExitCode::usage,
                {fault.code, fault.message, fault.file, "./run setup fetches the suite"});
  }
  const SubjectTable table = all_subjects();
  const SubjectSettings settings{context.deps};
  const auto vocabulary = vocabulary_of(options.engine, context);
  if (const auto* error = std::get_if<CodedError>(&vocabulary)) return fail(context, ExitCode::usage, *error);
  auto made = subject_of(options, table, settings, std::get<engine::Vocabulary>(vocabulary));
  if (const auto* error = std::get_if<CodedError>(&made)) {
    const bool gone = error->code == "no_subject" && table.find(options.subject) != nullptr;
    return fail(context, gone ? ExitCode::subject_error : ExitCode::usage, *error);
  }
  const std::unique_ptr<Subject> subject = std::get<std::unique_ptr<Subject>>(std::move(made));
  std::optional<VariantTools> tools;
  if (*options.variants > 0) {
    auto opened = variant_tools(options, context, std::get<engine::Vocabulary>(vocabulary));
    if (const auto* error = std::get_if<CodedError>(&opened)) return fail(context, ExitCode::usage, *error);
    tools = std::get<VariantTools>(std::move(opened));
  }
  const std::filesystem::path list =
      options.expectations.empty() ? expectation_file(LOCKSTEP_SOURCE_DIR, options.subject, options.draft)
                                   : std::filesystem::path(options.expectations);
  std::optional<Expectations> expectations = read_expectations(list, options.subject, options.draft, fault);
  if (!expectations) return fail(context, ExitCode::usage, {fault.code, fault.message, fault.file, ""});

  std::map<std::string, std::string> without;
  for (const std::string& juror : options.audit.without) without[juror] = "left out by --without";
  without[options.subject] = "is the subject itself";
  const Jury jury(table, settings, default_jurors(), without);
  if (options.audit.audit && !jury.complete()) {
    const auto& [juror, why] = *jury.absent().begin();
    return fail(context, ExitCode::usage,
                {"juror_missing", fmt::format("{} should vote, but is {}", juror, why), "--audit",
                 fmt::format("./run setup installs it; --without {} goes on without it and says so", juror)});
  }
  return run_and_report(options, context, *subject, *pinned, std::move(*expectations), jury,
                        tools ? &*tools : nullptr);
}

}  // namespace

Command conform_command() {
  Command command;
  command.name = "conform";
  command.summary =
      "Run a subject over the official JSON Schema Test Suite, files of cases, or generated pairs";
  command.examples = {
      "lockstep conform --suite json-schema --draft 2020-12 --subject oracle --optional --audit",
      "lockstep conform --suite cases --path reported.jsonl --subject engine",
      "lockstep conform --suite maskbench --path maskbench --subject engine --figures costs.jsonl",
      "lockstep conform --suite generated --subject oracle --audit --limit 100000 --seed 1",
      "lockstep conform --suite written --subject engine --audit --limit 500",
      "lockstep conform --suite insertion --subject engine --audit --limit 100",
      "lockstep conform --subject engine --vocab llama-3 --variants 20 --seed 7",
      "lockstep conform --subject hyperjump --draft 7 --shard 1/4 --json"};
  command.uses = {.seed = true, .limit = true, .shard = true, .resume = true, .report = true};
  command.define = [](Arguments& app) -> Command::Run {
    auto options = std::make_shared<Options>();
    std::vector<std::string> subjects;
    const SubjectTable table = all_subjects();
    for (const SubjectEntry& entry : table.entries()) subjects.push_back(entry.name);
    app.option("--suite", options->suite, "Which suite")
        .one_of({"json-schema", "cases", "maskbench", "generated", "written", "insertion"})
        .shows_default();
    app.option("--path", options->path, "The file of the suite cases, the folder of maskbench")
        .type_name("PATH");
    app.option("--threads", options->threads,
               "Schemas of maskbench judged at once; the report does not depend on it")
        .positive();
    app.option("--figures", options->figures,
               "Where the compile time and memory of each schema of maskbench are written, as JSON lines")
        .type_name("FILE");
    app.option("--draft", options->draft, "Which draft of JSON Schema; of cases: where a row names none")
        .one_of(suite_drafts())
        .shows_default();
    app.option("--subject", options->subject, "Who is tested").one_of(subjects).shows_default();
    app.flag("--optional", options->optional,
             "Also the optional tests; formats are asserted in optional/format");
    add_audit_options(app, options->audit);
    app.option("--variants", options->variants,
               "Other spellings of every instance, by us and by Python each, in canonical and random tokens "
               "(engine only; 6 where not given)")
        .between(0, 1000);
    add_vocabulary_option(app, options->engine);
    app.option("--expectations", options->expectations,
               "Known failures of this subject and draft, a JSON file")
        .existing_file();
    return [options](Context& context) { return conform(*options, context); };
  };
  return command;
}

}  // namespace lockstep::cli
