#include "lockstep/cli/conform_generated.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>
#include <utility>

#include "lockstep/cli/progress.h"
#include "lockstep/conformance/generate/generated_suite.h"
#include "lockstep/conformance/judge/explanations.h"
#include "lockstep/conformance/subject/jury.h"
#include "lockstep/conformance/subject/oracle_subject.h"
#include "lockstep/conformance/subject/subjects.h"
#include "lockstep/conformance/walk/written_suite.h"
#include "lockstep/engine/vocabulary/builtin.h"
#include "lockstep/reports/printable.h"
#include "lockstep/reports/render.h"

namespace lockstep::cli {
namespace {

using namespace lockstep::conformance;  // NOLINT(google-build-using-namespace): this file is about nothing
                                        // else

constexpr std::size_t kPairs = 10'000;
constexpr std::size_t kSchemas = 2'000;
constexpr std::size_t kShrunk = 20;  // splits that are made small and printed

void print_votes(std::ostream& out, const AuditResult& audit) {
  out << fmt::format("audited: {} of {} pairs, {} by every validator, {} with an unexplained split\n",
                     audit.audited, audit.offered, audit.audited_by_all, audit.split_triples);
  for (const VoterResult& voter : audit.voters) {
    out << fmt::format("  {} {}: agreed {}, split {}, explained {}, no vote {}\n", voter.name, voter.version,
                       voter[Ballot::agreed], voter[Ballot::split], voter[Ballot::explained],
                       voter[Ballot::abstained]);
    for (const auto& [rule, count] : voter.explained_by) {
      const auto& rules = explanation_rules();
      const auto found = std::find_if(rules.begin(), rules.end(),
                                      [&, name = rule](const auto& one) { return one.name == name; });
      out << fmt::format("    explained by {}: {} ({})\n", rule, count,
                         found == rules.end() ? "" : found->sentence);
    }
    for (const auto& [reason, count] : voter.abstained_by) {
      out << fmt::format("    no vote, {}: {}\n", reports::printable(reason), count);
    }
  }
}

// Each as small as it gets, to be pasted.
void print_splits(std::ostream& out, const AuditResult& audit, Subject& truth, const Context& context) {
  std::vector<std::string> ignored;
  const auto voters = make_jurors({context.deps}, ignored);
  std::size_t shown = 0;
  for (const Split& split : audit.splits) {
    if (shown++ == kShrunk) break;
    for (const auto& voter : voters) {
      if (voter->name() != split.voter) continue;
      const Split small = shrink_split(split, truth, *voter);
      out << fmt::format(
          "split {}: {} says {}, the truth is {}\n  schema   {}\n  instance {}\n", split.label, split.voter,
          reports::printable(small.says), small.truth == Expected::valid ? "valid" : "invalid",
          reports::printable(small.request.schema), reports::printable(small.request.instances.front()));
    }
  }
  if (audit.splits.size() > kShrunk)
    out << fmt::format("and {} more splits\n", audit.splits.size() - kShrunk);
}

reports::Summary summary_of(const GeneratedOptions& options, const GeneratedOutcome& outcome,
                            const std::vector<std::string>& absent) {
  reports::Summary summary;
  summary.command = "conform";
  summary.exit = outcome.exit;
  reports::count_cases(outcome.cases, summary);
  if (options.audit) summary.audited = outcome.audit.audited;
  for (const std::string& why : absent)
    summary.not_tested["a vote"] += (summary.not_tested["a vote"].empty() ? "" : "; ") + why;
  for (const VoterResult& voter : outcome.audit.voters) {
    for (const auto& [reason, count] : voter.abstained_by) {
      summary.not_tested[fmt::format("vote of {}, {}", voter.name, reason)] = fmt::format("{} pairs", count);
    }
    const bool unfit = voter.abstained_by.contains("smoke_test");
    if (unfit) summary.exit = ExitCode::self_check_failed;
  }
  if (options.audit && outcome.audit.audited == 0) summary.exit = ExitCode::self_check_failed;
  return summary;
}

// The validators that shall vote; nullopt after an error was printed.
std::optional<std::vector<std::unique_ptr<Subject>>> voters_of(const GeneratedOptions& options,
                                                               Context& context,
                                                               std::vector<std::string>& absent) {
  std::vector<std::unique_ptr<Subject>> voters;
  if (!options.audit) return voters;
  std::vector<std::string> missing;
  voters = make_jurors({context.deps}, missing);
  std::erase_if(voters, [&](const std::unique_ptr<Subject>& voter) {
    const bool left_out =
        voter->name() == options.subject ||
        std::find(options.without.begin(), options.without.end(), voter->name()) != options.without.end();
    if (left_out) absent.push_back(voter->name() + " is left out");
    return left_out;
  });
  if (!missing.empty() && options.without.empty()) {
    fail(context, ExitCode::usage,
         {"juror_missing", missing.front(), "--audit",
          "--without NAME goes on without a validator and says so"});
    return std::nullopt;
  }
  absent.insert(absent.end(), missing.begin(), missing.end());
  return voters;
}

std::string_view suite_of(const GeneratedOptions& options) {
  return options.written ? "written" : "generated";
}

// What both kinds of run have.
template <typename Run>
void set_common(Run& run, const GeneratedOptions& options, const Context& context,
                std::vector<std::unique_ptr<Subject>> voters, Progress& progress) {
  run.seed = context.common.seed.value_or(1);
  run.shard_index = context.common.shard.index;
  run.shard_count = context.common.shard.count;
  run.audit.one_in = options.audit_one_in;
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
  auto voters = voters_of(options, context, absent);
  if (!voters) return ExitCode::usage;
  const std::unique_ptr<Subject> oracle = make_oracle_subject();

  reports::Header header = make_header(context, "conform");
  header.subject = options.subject;
  header.subject_version = tests_oracle ? oracle->version() : subject->version();
  header.seeds["seed"] = std::to_string(context.common.seed.value_or(1));
  if (options.audit) header.limits["audit one in"] = std::to_string(options.audit_one_in);
  for (const auto& voter : *voters) header.versions["voter " + voter->name()] = voter->version();
  std::optional<OpenReport> report = open_report(
      context, header, fmt::format("runs/conform-{}-{}.jsonl", options.subject, suite_of(options)));
  if (!report) return ExitCode::usage;

  GeneratedOutcome outcome;
  {
    const std::size_t planned = context.common.limit.value_or(options.written ? kSchemas : kPairs);
    Progress progress(context, "conform", planned / context.common.shard.count);
    outcome = options.written
                  ? run_texts(options, context, std::move(*voters), progress)
                  : run_pairs(options, context, subject.get(), *oracle, std::move(*voters), progress);
  }
  if (outcome.cancelled) {
    return fail(context, ExitCode::unresolved, {"interrupted", "the run was stopped before its end", "", ""});
  }
  for (const reports::Case& one : outcome.cases) report->writer->add(one);
  const reports::Summary summary = summary_of(options, outcome, absent);
  const nlohmann::ordered_json footer = {{"summary", reports::to_json(summary)}};
  context.out << reports::render({header, outcome.cases, footer.dump()}, reports::Format::text);
  context.out << fmt::format("pairs: {} of {} schemas, {} valid and {} invalid\n", outcome.cases.size(),
                             outcome.schemas, outcome.valid, outcome.invalid);
  if (options.audit) {
    print_votes(context.out, outcome.audit);
    print_splits(context.out, outcome.audit, *oracle, context);
  }
  return finish(context, summary, report->writer.get());
}

}  // namespace lockstep::cli
