#include "lockstep/cli/conform_maskbench.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>
#include <utility>
#include <variant>

#include "lockstep/cli/conform_print.h"
#include "lockstep/cli/progress.h"
#include "lockstep/conformance/maskbench/bench_suite.h"
#include "lockstep/conformance/subject/jury.h"
#include "lockstep/conformance/subject/oracle_subject.h"
#include "lockstep/conformance/subject/subjects.h"
#include "lockstep/conformance/suite/pinned_suite.h"
#include "lockstep/engine/base/sha256.h"
#include "lockstep/reports/printable.h"
#include "lockstep/reports/render.h"

namespace lockstep::cli {
namespace {

using namespace lockstep::conformance;  // NOLINT(google-build-using-namespace): this file is about nothing
                                        // else

constexpr std::string_view kList = "maskbench";
constexpr std::size_t kShown = 30;

// What the workers are made of, opened before the run.
struct Parts {
  engine::Vocabulary vocabulary;
  std::optional<Encoder> encoder;  // of variants
};

std::variant<Parts, CodedError> parts_of(const MaskbenchOptions& options, const Context& context) {
  auto vocabulary = vocabulary_of(options.engine, context);
  if (auto* error = std::get_if<CodedError>(&vocabulary)) return std::move(*error);
  Parts parts{std::get<engine::Vocabulary>(std::move(vocabulary)), std::nullopt};
  if (options.variants == 0) return parts;
  auto encoder = Encoder::open(options.engine.vocabulary, context.deps, parts.vocabulary);
  if (!encoder.ok())
    return CodedError{encoder.error().code, encoder.error().message, "--vocab", "--variants 0"};
  std::string error;
  if (!PythonSpeller::make(context.deps, error))
    return CodedError{"no_python", error, "--variants",
                      "--variants 0 goes on without other spellings and tokens"};
  parts.encoder = *encoder;
  return parts;
}

BenchWorker make_worker(const MaskbenchOptions& options, const Context& context, const Parts& parts) {
  BenchWorker worker;
  std::string error;
  if (options.subject == "engine") {
    auto engine =
        make_measured_engine({engine::Policy::spec(), {}, parts.vocabulary, engine::MaskPath::memo});
    worker.measured = engine.get();
    worker.subject = std::move(engine);
  } else {
    worker.subject = all_subjects().make(options.subject, {context.deps}, error);
  }
  if (options.subject != "oracle") worker.oracle = make_oracle_subject();
  if (parts.encoder) {
    worker.python = PythonSpeller::make(context.deps, error);
    worker.variants =
        std::make_unique<VariantJudge>(*worker.subject, parts.vocabulary, *parts.encoder, *worker.python,
                                       options.variants, context.common.seed.value_or(1));
  }
  return worker;
}

reports::CompileSummary compiles_of(const BenchOutcome& outcome) {
  reports::CompileSummary all;
  for (const BenchFigure& one : outcome.figures) {
    ++all.outcomes[one.outcome];
    if (one.outcome == name(Compile::refused)) ++all.refused_schemas[one.reason];
    if (!one.cost) continue;
    if (one.cost->milliseconds > kSlowMilliseconds) ++all.slow;
    if (one.cost->bytes > kLargeBytes) ++all.large;
    if (one.cost->milliseconds > all.slowest_milliseconds || all.slowest.empty()) {
      all.slowest = one.id;
      all.slowest_milliseconds = one.cost->milliseconds;
    }
    if (one.cost->bytes > all.largest_bytes || all.largest.empty()) {
      all.largest = one.id;
      all.largest_bytes = one.cost->bytes;
    }
  }
  return all;
}

reports::Summary summary_of(const BenchOutcome& outcome, const Jury& jury) {
  reports::Summary summary;
  summary.command = "conform";
  summary.exit = outcome.exit;
  reports::count_cases(outcome.cases, summary);
  summary.variants = outcome.variants;
  summary.schemas = outcome.figures.size() + outcome.taken_over;
  summary.compiles = compiles_of(outcome);
  for (const auto& [what, count] : outcome.without)
    summary.not_tested["variants without " + what] = fmt::format("{} instances", count);
  for (const auto& [juror, why] : jury.absent()) summary.not_tested["vote of " + juror] = why;
  for (const auto& [juror, why] : jury.unfit()) summary.not_tested["vote of " + juror] = why;
  if (outcome.taken_over > 0)
    summary.not_tested["cost of compiles"] =
        fmt::format("of {} schemas, judged before the interruption", outcome.taken_over);
  if (!jury.unfit().empty()) summary.exit = reports::ExitCode::self_check_failed;
  return summary;
}

void print_refused(std::ostream& out, const BenchOutcome& outcome, const reports::CompileSummary& compiles) {
  out << "\nSchemas:\n";
  for (const auto& [what, count] : compiles.outcomes) out << fmt::format("  {}: {}\n", what, count);
  for (const auto& [keyword, count] : compiles.refused_schemas)
    out << fmt::format("  refused, {}: {}\n", reports::printable(keyword), count);
  std::size_t shown = 0;
  for (const BenchFigure& one : outcome.figures) {
    const bool told = one.outcome != name(Compile::ok) && one.outcome != name(Compile::empty);
    if (told && shown++ < kShown)
      out << "  " << reports::printable(fmt::format("{}: {} {}", one.id, one.outcome, one.reason)) << '\n';
  }
  if (shown > kShown) out << fmt::format("  and {} more\n", shown - kShown);
}

void print_costs(std::ostream& out, const BenchOutcome& outcome, const reports::CompileSummary& compiles) {
  if (compiles.slowest.empty()) return;
  out << fmt::format("\nCompiles: {} over {} ms, {} over {} MiB\n", compiles.slow, kSlowMilliseconds,
                     compiles.large, kLargeBytes >> 20U);
  std::vector<const BenchFigure*> listed;
  for (const BenchFigure& one : outcome.figures) {
    if (one.cost && (one.cost->milliseconds > kSlowMilliseconds || one.cost->bytes > kLargeBytes))
      listed.push_back(&one);
  }
  std::stable_sort(listed.begin(), listed.end(), [](const BenchFigure* a, const BenchFigure* b) {
    return a->cost->milliseconds > b->cost->milliseconds;
  });
  for (std::size_t i = 0; i < std::min(kShown, listed.size()); ++i) {
    out << "  "
        << reports::printable(
               fmt::format("{}: {:.1f} ms, {:.2f} MiB, {}", listed[i]->id, listed[i]->cost->milliseconds,
                           static_cast<double>(listed[i]->cost->bytes) / (1U << 20U), listed[i]->outcome))
        << '\n';
  }
  if (listed.size() > kShown) out << fmt::format("  and {} more\n", listed.size() - kShown);
  out << "  slowest: "
      << reports::printable(fmt::format("{}, {:.1f} ms", compiles.slowest, compiles.slowest_milliseconds))
      << '\n';
  out << "  largest: "
      << reports::printable(fmt::format("{}, {:.2f} MiB", compiles.largest,
                                        static_cast<double>(compiles.largest_bytes) / (1U << 20U)))
      << '\n';
}

void print_disagreements(std::ostream& out, const BenchOutcome& outcome) {
  std::size_t shown = 0;
  for (const reports::Case& one : outcome.cases) {
    if (one.verdict != kFileDisagrees) continue;
    if (shown == 0) out << "\nThe file disagrees with subject and oracle:\n";
    if (shown++ < kShown) out << "  " << reports::printable(one.id + ": " + one.detail) << '\n';
  }
  if (shown > kShown) out << fmt::format("  and {} more\n", shown - kShown);
  if (!outcome.oracle_against.empty()) out << "\nThe oracle disagrees with subject and file:\n";
  for (std::size_t i = 0; i < std::min(kShown, outcome.oracle_against.size()); ++i)
    out << "  " << reports::printable(outcome.oracle_against[i]) << '\n';
  if (outcome.oracle_against.size() > kShown)
    out << fmt::format("  and {} more\n", outcome.oracle_against.size() - kShown);
}

// One JSON object a schema.
bool write_figures(const std::string& path, const BenchOutcome& outcome) {
  std::ofstream out(path, std::ios::binary);
  for (const BenchFigure& one : outcome.figures) {
    nlohmann::ordered_json line = {{"id", one.id}, {"outcome", one.outcome}};
    if (!one.reason.empty()) line["reason"] = one.reason;
    if (one.cost) {
      line["milliseconds"] = one.cost->milliseconds;
      line["text_milliseconds"] = one.text_milliseconds;
      line["bytes"] = one.cost->bytes;
      line["bytes_after_texts"] = one.grown_bytes;
    }
    out << line.dump() << '\n';
  }
  out.close();
  return !out.fail();
}

ExitCode run_and_report(const MaskbenchOptions& options, Context& context,
                        const std::vector<BenchSchema>& schemas, BenchRun run, const Jury& jury,
                        const reports::Header& header) {
  std::optional<OpenReport> report =
      open_report(context, header, fmt::format("runs/conform-{}-maskbench.jsonl", options.subject));
  if (!report) return ExitCode::usage;
  run.done = std::move(report->earlier);
  run.sink = [&](const reports::Case& one) { report->writer->add(one); };
  run.stop_requested = [&] { return context.stop_requested(); };
  BenchOutcome outcome;
  {
    Progress progress(context, "conform", select_schemas(schemas.size(), run).size());
    run.progress = [&](std::size_t done) { progress.step(done); };
    outcome = run_maskbench(schemas, run);
  }
  if (outcome.cancelled) return interrupted(context, report->writer->path());
  const reports::Summary summary = summary_of(outcome, jury);
  const nlohmann::ordered_json footer = {{"summary", reports::to_json(summary)}};
  context.out << reports::render({header, outcome.cases, footer.dump()}, reports::Format::text);
  print_unknown(context.out, outcome.cases);
  print_disagreements(context.out, outcome);
  print_refused(context.out, outcome, *summary.compiles);
  print_costs(context.out, outcome, *summary.compiles);
  print_list(context.out, outcome.unlisted, outcome.stale);
  context.out << fmt::format("schemas: {}, variants: {}\n", *summary.schemas, *summary.variants);
  if (!options.figures.empty() && !write_figures(options.figures, outcome))
    return fail(context, ExitCode::usage, {"file_unwritable", "cannot be written", options.figures, ""});
  return finish(context, summary, report->writer.get());
}

// Of all that is judged: ids, schemas, instances.
std::string hash_of(const std::vector<BenchSchema>& schemas) {
  std::string all;
  for (const BenchSchema& schema : schemas) {
    all += engine::sha256_hex(schema.id + '\n' + schema.schema);
    for (const BenchTest& test : schema.tests)
      all += engine::sha256_hex((test.valid ? "1" : "0") + test.data);
  }
  return engine::sha256_hex(all);
}

}  // namespace

ExitCode conform_maskbench(const MaskbenchOptions& options, Context& context) {
  auto read = read_maskbench(options.path);
  if (const auto* bad = std::get_if<BenchFault>(&read)) {
    return fail(context, ExitCode::usage,
                {bad->code, bad->message, fmt::format("{}:{}: {}", bad->file, bad->line, bad->pointer),
                 "conformance/maskbench/README.md has the form"});
  }
  const auto& schemas = std::get<std::vector<BenchSchema>>(read);
  std::string error;
  if (options.subject != "engine" && !all_subjects().make(options.subject, {context.deps}, error))
    return fail(context, ExitCode::subject_error, {"no_subject", error, "--subject", ""});
  auto parts = parts_of(options, context);
  if (const auto* fault = std::get_if<CodedError>(&parts)) return fail(context, ExitCode::usage, *fault);
  const Parts& open = std::get<Parts>(parts);
  Fault fault;
  const auto pinned = load_pinned_suite(LOCKSTEP_SOURCE_DIR, context.deps, "2020-12", fault);
  if (!pinned) return fail(context, ExitCode::usage, {fault.code, fault.message, fault.file, "./run setup"});
  const std::filesystem::path list = options.expectations.empty()
                                         ? expectation_file(LOCKSTEP_SOURCE_DIR, options.subject, kList)
                                         : std::filesystem::path(options.expectations);
  auto expectations = read_expectations(list, options.subject, kList, fault);
  if (!expectations) return fail(context, ExitCode::usage, {fault.code, fault.message, fault.file, ""});
  std::map<std::string, std::string> without;
  for (const std::string& juror : options.without) without[juror] = "left out by --without";
  without[options.subject] = "is the subject itself";
  const Jury jury(all_subjects(), {context.deps}, default_jurors(), without);

  BenchRun run;
  run.worker = [&] { return make_worker(options, context, open); };
  run.registry = pinned->registry;
  run.voters = jury.voters();
  // Only what has no process of its own is made more than once.
  run.threads = options.subject == "engine" || options.subject == "oracle" ? options.threads : 1;
  run.shard = context.common.shard.index;
  run.shards = context.common.shard.count;
  run.limit = context.common.limit.value_or(0);
  run.seed = context.common.seed.value_or(1);
  run.expectations = std::move(*expectations);
  reports::Header header = make_header(context, "conform");
  header.subject = options.subject;
  const BenchWorker shown = run.worker();
  header.subject_version = shown.subject->version();
  header.pins["maskbench"] = hash_of(schemas);
  header.pins["suite tree"] = pinned->pin.tree_sha256;
  header.pins["vocabulary"] = open.vocabulary.identity();
  header.limits["variants"] = std::to_string(options.variants);
  header.seeds["seed"] = std::to_string(run.seed);
  return run_and_report(options, context, schemas, std::move(run), jury, header);
}

}  // namespace lockstep::cli
