#include "lockstep/cli/conform_cases.h"

#include <fmt/format.h>

#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>
#include <sstream>
#include <utility>
#include <variant>

#include "lockstep/cli/conform_print.h"
#include "lockstep/cli/progress.h"
#include "lockstep/conformance/cases/case_suite.h"
#include "lockstep/conformance/subject/oracle_subject.h"
#include "lockstep/conformance/subject/subjects.h"
#include "lockstep/conformance/suite/pinned_suite.h"
#include "lockstep/engine/base/sha256.h"
#include "lockstep/reports/render.h"

namespace lockstep::cli {
namespace {

using namespace lockstep::conformance;  // NOLINT(google-build-using-namespace): this file is about nothing
                                        // else

// The name of its expectation list, in the place of a draft.
constexpr std::string_view kList = "cases";

// The subject and what it stands on.
struct Tested {
  std::unique_ptr<Subject> documents, locator;
  std::unique_ptr<CaseSubject> subject;
};

std::variant<Tested, CodedError> tested(const CasesOptions& options, const Context& context) {
  Tested made;
  if (options.subject == "engine") {
    made.subject = make_engine_case_subject();
    return made;
  }
  std::string error;
  made.documents = all_subjects().make(options.subject, {context.deps}, error);
  if (!made.documents) return CodedError{"no_subject", error, "--subject", ""};
  if (!made.documents->capabilities().validate)
    return CodedError{"cannot_validate", "this subject does not judge whole documents", "--subject", ""};
  if (options.subject == "oracle") made.locator = make_oracle_subject({.locates = true});
  made.subject = make_document_case_subject(*made.documents, made.locator.get());
  return made;
}

std::variant<CaseTools, CodedError> tools_of(const CasesOptions& options, const Context& context) {
  auto vocabulary = vocabulary_of(options.engine, context);
  if (auto* error = std::get_if<CodedError>(&vocabulary)) return std::move(*error);
  const auto& chosen = std::get<engine::Vocabulary>(vocabulary);
  const auto encoder = Encoder::open(options.engine.vocabulary, context.deps, chosen);
  if (!encoder.ok()) return CodedError{encoder.error().code, encoder.error().message, "--vocab", ""};
  Fault fault;
  const auto pinned = load_pinned_suite(LOCKSTEP_SOURCE_DIR, context.deps, "2020-12", fault);
  if (!pinned)
    return CodedError{fault.code, fault.message, fault.file, "./run setup fetches the metaschemas"};
  return CaseTools{chosen, *encoder, dialect_of(options.draft), pinned->registry,
                   context.common.seed.value_or(1)};
}

reports::Summary summary_of(const CaseOutcome& outcome) {
  reports::Summary summary;
  summary.command = "conform";
  summary.exit = outcome.exit;
  reports::count_cases(outcome.cases, summary);
  summary.variants = outcome.fed;
  for (const auto& [reason, rows] : outcome.not_applicable)
    summary.not_tested["not applicable, " + reason] = fmt::format("{} rows", rows);
  for (const auto& [what, rows] : outcome.without)
    summary.not_tested["texts without " + what] = fmt::format("of {} rows", rows);
  return summary;
}

ExitCode run_and_report(const CasesOptions& options, Context& context, CaseSubject& subject,
                        const std::vector<CaseRow>& rows, CaseRun run, const std::string& file) {
  reports::Header header = make_header(context, "conform");
  header.subject = subject.name();
  header.subject_version = subject.version();
  header.pins["cases"] = engine::sha256_hex(file);
  header.pins["vocabulary"] = run.tools.vocabulary.identity();
  header.seeds["seed"] = std::to_string(run.tools.seed);
  std::optional<OpenReport> report =
      open_report(context, header, fmt::format("runs/conform-{}-cases.jsonl", options.subject));
  if (!report) return ExitCode::usage;
  run.done = std::move(report->earlier);
  run.sink = [&](const reports::Case& one) { report->writer->add(one); };
  run.stop_requested = [&] { return context.stop_requested(); };
  CaseOutcome outcome;
  {
    Progress progress(context, "conform", select_rows(rows.size(), run).size());
    run.progress = [&](std::size_t done) { progress.step(done); };
    outcome = run_cases(subject, rows, run);
  }
  if (outcome.cancelled) return interrupted(context, report->writer->path());
  const reports::Summary summary = summary_of(outcome);
  const nlohmann::ordered_json footer = {{"summary", reports::to_json(summary)}};
  context.out << reports::render({header, outcome.cases, footer.dump()}, reports::Format::text);
  print_unknown(context.out, outcome.cases);
  print_list(context.out, outcome.unlisted, outcome.stale);
  return finish(context, summary, report->writer.get());
}

}  // namespace

ExitCode conform_cases(const CasesOptions& options, Context& context) {
  if (options.path.empty())
    return fail(context, ExitCode::usage, {"usage", "the suite cases is a file", "", "--path FILE"});
  std::ifstream in(options.path, std::ios::binary);
  std::stringstream bytes;
  bytes << in.rdbuf();
  if (!in) return fail(context, ExitCode::usage, {"file_unreadable", "cannot be read", options.path, ""});
  const std::string file = bytes.str();
  const auto read = read_cases(file);
  if (const auto* bad = std::get_if<CaseFault>(&read)) {
    return fail(context, ExitCode::usage,
                {bad->code, bad->message, fmt::format("{}:{}: {}", options.path, bad->line, bad->pointer),
                 "conformance/cases/README.md has the fields"});
  }
  auto made = tested(options, context);
  if (const auto* error = std::get_if<CodedError>(&made))
    return fail(context, ExitCode::subject_error, *error);
  auto tools = tools_of(options, context);
  if (const auto* error = std::get_if<CodedError>(&tools)) return fail(context, ExitCode::usage, *error);
  Fault fault;
  const std::filesystem::path list = options.expectations.empty()
                                         ? expectation_file(LOCKSTEP_SOURCE_DIR, options.subject, kList)
                                         : std::filesystem::path(options.expectations);
  auto expectations = read_expectations(list, options.subject, kList, fault);
  if (!expectations) return fail(context, ExitCode::usage, {fault.code, fault.message, fault.file, ""});
  CaseRun run{.tools = std::get<CaseTools>(std::move(tools))};
  run.shard = context.common.shard.index;
  run.shards = context.common.shard.count;
  run.limit = context.common.limit.value_or(0);
  run.expectations = std::move(*expectations);
  return run_and_report(options, context, *std::get<Tested>(made).subject,
                        std::get<std::vector<CaseRow>>(read), std::move(run), file);
}

}  // namespace lockstep::cli
