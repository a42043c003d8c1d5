#include "lockstep/cli/conform_generated.h"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>
#include <utility>

#include "lockstep/cli/progress.h"
#include "lockstep/conformance/generate/generated_suite.h"
#include "lockstep/conformance/insertion/insertion_suite.h"
#include "lockstep/conformance/subject/oracle_subject.h"
#include "lockstep/conformance/subject/subjects.h"
#include "lockstep/conformance/walk/written_suite.h"
#include "lockstep/engine/vocabulary/builtin.h"
#include "lockstep/reports/render.h"

namespace lockstep::cli {
namespace {

using namespace lockstep::conformance;  // NOLINT(google-build-using-namespace): this file is about nothing
                                        // else

constexpr std::size_t kPairs = 10'000;
constexpr std::size_t kSchemas = 2'000;
constexpr std::size_t kInsertions = 12;

reports::Summary summary_of(const GeneratedOptions& options, const GeneratedOutcome& outcome,
                            const std::vector<std::string>& absent) {
  reports::Summary summary;
  summary.command = "conform";
  summary.exit = outcome.exit;
  reports::count_cases(outcome.cases, summary);
  add_to_summary(summary, options.audit, outcome.audit, absent);
  return summary;
}

// What both kinds of run have.
template <typename Run>
void set_common(Run& run, const GeneratedOptions& options, const Context& context,
                std::vector<std::unique_ptr<Subject>> voters, Progress& progress) {
  run.seed = context.common.seed.value_or(1);
  run.shard_index = context.common.shard.index;
  run.shard_count = context.common.shard.count;
  run.audit.one_in = options.audit.one_in;
  run.audit.seed = run.seed;
  run.voters = std::move(voters);
  run.stop_requested = [&context] { return context.stop_requested(); };
  run.progress = [&progress](std::size_t done) { progress.step(done); };
}

GeneratedOutcome run_pairs(const GeneratedOptions& options, const Context& context, Subject* subject,
                           Subject& oracle, std::vector<std::unique_ptr<Subject>> voters,
                           Progress& progress) {
  GeneratedRun run;
  set_common(run, options, context, std::move(voters), progress);
  run.pairs = context.common.limit.value_or(kPairs);
  return run_generated(subject, oracle, std::move(run));
}

GeneratedOutcome run_texts(const GeneratedOptions& options, const Context& context,
                           std::vector<std::unique_ptr<Subject>> voters, Progress& progress) {
  WrittenRun run;
  set_common(run, options, context, std::move(voters), progress);
  run.schemas = context.common.limit.value_or(kSchemas);
  const auto engine = make_engine_walk_subject(
      {engine::Policy::spec(), {}, engine::builtin_vocabulary(), engine::MaskPath::memo});
  return run_written(*engine, std::move(run));
}

InsertionOutcome run_keywords(const GeneratedOptions& options, const Context& context, Subject& oracle,
                              std::vector<std::unique_ptr<Subject>> voters, Progress& progress) {
  InsertionRun run;
  set_common(run, options, context, std::move(voters), progress);
  run.wanted = context.common.limit.value_or(kInsertions);
  return run_insertions(insertion_engine(), oracle, std::move(run));
}

void print_insertions(std::ostream& out, const InsertionOutcome& outcome) {
  out << fmt::format("{:40} {:>6} {:>8} {:>8} {:>7}\n", "inserted", "made", "refused", "changed", "listed");
  for (const KeywordInsertions& one : outcome.keywords) {
    out << fmt::format("{:40} {:>6} {:>8} {:>8} {:>7}\n", one.id, one.made, one.refused, one.changed,
                       one.listed);
  }
  for (const std::string& id : outcome.too_few) out << "too little told of: " << id << '\n';
}

// Units of the progress line: pairs, schemas, keywords.
std::size_t planned_of(const GeneratedOptions& options, const Context& context) {
  if (options.suite == "insertion") return inserted_keywords().size();
  return context.common.limit.value_or(options.suite == "written" ? kSchemas : kPairs);
}

}  // namespace

ExitCode conform_generated(const GeneratedOptions& options, Context& context) {
  if (context.common.resume) {
    return fail(
        context, ExitCode::usage,
        {"cannot_resume", "a generated run is not resumed: run it again, or in shards", "--resume", ""});
  }
  std::unique_ptr<Subject> subject;
  const bool tests_oracle = options.subject == "oracle";
  std::string error;
  if (!tests_oracle) subject = all_subjects().make(options.subject, {context.deps}, error);
  if (!tests_oracle && !subject)
    return fail(context, ExitCode::subject_error, {"no_subject", error, "--subject", ""});
  std::vector<std::string> absent;
  auto voters = voters_of(options.audit, options.subject, context, absent);
  if (!voters) return ExitCode::usage;
  const std::unique_ptr<Subject> oracle = make_oracle_subject();

  reports::Header header = make_header(context, "conform");
  header.subject = options.subject;
  header.subject_version = tests_oracle ? oracle->version() : subject->version();
  header.seeds["seed"] = std::to_string(context.common.seed.value_or(1));
  add_to_header(header, options.audit, *voters);
  std::optional<OpenReport> report =
      open_report(context, header, fmt::format("runs/conform-{}-{}.jsonl", options.subject, options.suite));
  if (!report) return ExitCode::usage;

  GeneratedOutcome outcome;
  InsertionOutcome insertions;  // of its suite
  {
    Progress progress(context, "conform", planned_of(options, context) / context.common.shard.count);
    if (options.suite == "insertion") {
      insertions = run_keywords(options, context, *oracle, std::move(*voters), progress);
      outcome = std::move(insertions.suite);
    } else if (options.suite == "written") {
      outcome = run_texts(options, context, std::move(*voters), progress);
    } else {
      outcome = run_pairs(options, context, subject.get(), *oracle, std::move(*voters), progress);
    }
  }
  if (outcome.cancelled) {
    return fail(context, ExitCode::unresolved, {"interrupted", "the run was stopped before its end", "", ""});
  }
  for (const reports::Case& one : outcome.cases) report->writer->add(one);
  const reports::Summary summary = summary_of(options, outcome, absent);
  const nlohmann::ordered_json footer = {{"summary", reports::to_json(summary)}};
  context.out << reports::render({header, outcome.cases, footer.dump()}, reports::Format::text);
  if (options.suite == "insertion") print_insertions(context.out, insertions);
  context.out << fmt::format("pairs: {} of {} schemas, {} valid and {} invalid\n", outcome.cases.size(),
                             outcome.schemas, outcome.valid, outcome.invalid);
  if (options.audit.audit) print_audit(context.out, outcome.audit, *oracle, context);
  return finish(context, summary, report->writer.get());
}

}  // namespace lockstep::cli
