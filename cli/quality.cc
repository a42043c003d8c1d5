// lockstep quality: what the masks do to answers, by a plan that is fixed before the run.
#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "lockstep/cli/commands.h"
#include "lockstep/cli/progress.h"
#include "lockstep/conformance/walk/process_walk_subject.h"
#include "lockstep/engine/session/constraint.h"
#include "lockstep/quality/plan/prepare.h"
#include "lockstep/quality/run/evidence_file.h"
#include "lockstep/quality/run/experiment.h"
#include "lockstep/quality/run/result.h"
#include "lockstep/quality/run/wrong_engines.h"
#include "lockstep/reports/render.h"

namespace lockstep::cli {
namespace {

using conformance::WalkSubject;
using quality::Prepared;

constexpr const char* kSourceDir = LOCKSTEP_SOURCE_DIR;

struct Options {
  std::string plan;
  std::string subject = "engine";  // or a command line
  std::string wrong;               // empty: the engine as it is
};

// "runs/quality.jsonl" -> "runs/quality.evidence.jsonl".
std::string beside(const std::string& report, const std::string& ending) {
  const std::string tail = ".jsonl";
  return (report.ends_with(tail) ? report.substr(0, report.size() - tail.size()) : report) + ending;
}

// Null, with the reason, where a command cannot be judged.
std::unique_ptr<WalkSubject> subject_of(const Options& options, const Prepared& prepared,
                                        const conformance::BytePath& byte_path, std::string& error) {
  if (options.subject != "engine") {
    auto process = conformance::make_process_walk_subject(
        {conformance::shell_command(options.subject, std::size_t{4096} << 20U),
         {.time = std::chrono::seconds(10)},
         prepared.policy,
         prepared.vocabulary});
    error = process->open();
    if (!error.empty()) return nullptr;
    return process;
  }
  std::unique_ptr<WalkSubject> engine = conformance::make_engine_walk_subject(
      {prepared.policy, {}, prepared.vocabulary, engine::MaskPath::memo});
  for (const quality::WrongEngine& wrong : quality::wrong_engines()) {
    if (wrong.name == options.wrong) return wrong.make(std::move(engine), byte_path);
  }
  return engine;
}

reports::Header header_of(const Options& options, const Prepared& prepared, const WalkSubject& subject,
                          const Context& context) {
  reports::Header header = make_header(context, "quality");
  header.subject = options.wrong.empty() ? subject.name() : "planted:" + options.wrong;
  header.subject_version =
      options.subject == "engine" ? std::string(engine::kCompilerVersion) : subject.version();
  header.pins["plan"] = prepared.sha256;
  header.pins["model"] = prepared.model->identity().sha256;
  header.pins["vocabulary"] = prepared.vocabulary.identity();
  header.versions["model"] = prepared.model->identity().name;
  header.versions["numeric"] = prepared.model->identity().numeric;
  header.versions["policy"] = engine::canonical_text(prepared.policy);
  header.versions["generator"] = engine::kRandomName;
  header.seeds["plan"] = std::to_string(prepared.plan.seed);
  return header;
}

// What was planted and what convicted it, for whoever planted it.
void print_wrong(std::ostream& out, const std::string& planted, const std::vector<reports::Case>& cases) {
  for (const quality::WrongEngine& wrong : quality::wrong_engines()) {
    if (wrong.name != planted) continue;
    std::size_t convicting = 0;
    for (const reports::Case& one : cases)
      convicting += std::count(wrong.verdicts.begin(), wrong.verdicts.end(), one.verdict) > 0 ? 1 : 0;
    out << fmt::format("\nPlanted: {}: {} {} by {} cases\n", wrong.name, wrong.sentence,
                       convicting > 0 ? "Convicted" : "ESCAPED:", convicting);
  }
}

struct Opened {
  OpenReport report;
  std::unique_ptr<quality::EvidenceFile> evidence;
  std::string evidence_path;
};

// The record and the evidence, both where an earlier part left them with --resume.
std::optional<Opened> open_files(Context& context, const reports::Header& header) {
  std::optional<OpenReport> report = open_report(context, header, "runs/quality.jsonl");
  if (!report) return std::nullopt;
  Opened out{std::move(*report), nullptr, ""};
  out.evidence_path = beside(out.report.writer->path(), ".evidence.jsonl");
  std::vector<std::string> digests;
  for (const reports::Case& one : out.report.earlier) digests.push_back(one.expected);
  auto evidence = quality::EvidenceFile::resume(out.evidence_path, digests);
  if (!evidence) {
    (void)fail(context, ExitCode::usage,
               {evidence.error().code, evidence.error().message, out.evidence_path,
                "run without --resume to begin again"});
    return std::nullopt;
  }
  out.evidence = std::move(evidence).value();
  return out;
}

ExitCode finish_run(const Options& options, const Prepared& prepared, const reports::Header& header,
                    Opened& files, std::vector<reports::Case> cases, Context& context) {
  const auto lines = quality::read_evidence(files.evidence_path);
  const std::string result_path = beside(files.report.writer->path(), ".result.json");
  if (!lines || lines->size() != cases.size()) {
    return fail(context, ExitCode::self_check_failed,
                {"evidence_differs", "the evidence does not hold every case", files.evidence_path, ""});
  }
  const quality::ResultFacts facts{header.subject, header.subject_version, options.wrong,
                                   context.common.limit.has_value() || context.common.shard.count > 1};
  reports::Summary summary = quality::summary_of(prepared, facts, *lines);
  if (!quality::write_result(result_path, quality::result_of(prepared, facts, *lines))) {
    return fail(context, ExitCode::subject_error,
                {"cannot_write", "the result cannot be written", result_path, ""});
  }
  const nlohmann::ordered_json footer = {{"summary", reports::to_json(summary)}};
  context.out << reports::render({header, cases, footer.dump()}, reports::Format::text);
  if (!options.wrong.empty()) print_wrong(context.out, options.wrong, cases);
  context.out << fmt::format("\nplan {} {}\nresult {}\nevidence {}\n", prepared.plan.name, prepared.sha256,
                             result_path, files.evidence_path);
  return finish(context, std::move(summary), files.report.writer.get());
}

ExitCode run_plan(const Options& options, Context& context) {
  engine::Result<Prepared> prepared = quality::prepare(options.plan, context.deps);
  if (!prepared) {
    return fail(context, ExitCode::usage,
                {prepared.error().code, prepared.error().message, options.plan + prepared.error().pointer,
                 "quality/plans/ has plans that run"});
  }
  const conformance::BytePath byte_path(prepared->vocabulary);
  std::string error;
  const std::unique_ptr<WalkSubject> subject = subject_of(options, *prepared, byte_path, error);
  if (!subject) return fail(context, ExitCode::subject_error, {"no_subject", error, options.subject, ""});
  const reports::Header header = header_of(options, *prepared, *subject, context);
  // Before the first token, and in every artefact after it.
  context.err << fmt::format("plan {} {}\n", prepared->plan.name, prepared->sha256);
  std::optional<Opened> files = open_files(context, header);
  if (!files) return ExitCode::usage;

  std::vector<reports::Case> cases = files->report.earlier;
  quality::Experiment experiment{*prepared, *subject};
  experiment.limit = context.common.limit.value_or(SIZE_MAX);
  experiment.shard_index = context.common.shard.index;
  experiment.shard_count = context.common.shard.count;
  for (const reports::Case& one : cases) experiment.done.insert(one.id);
  experiment.stop_requested = [&] { return context.stop_requested(); };
  experiment.sink = [&](const quality::CaseOutcome& outcome) {
    const std::string digest = files->evidence->add(outcome);
    if (digest.empty()) return false;
    cases.push_back(quality::record_case(outcome, prepared->kind_of(outcome.item), digest));
    files->report.writer->add(cases.back());
    return true;
  };
  quality::ExperimentEnd end = quality::ExperimentEnd::whole;
  {
    Progress progress(context, "quality", quality::case_count(experiment));
    experiment.progress = [&] { progress.step(); };
    end = quality::run_experiment(experiment);
  }
  if (end == quality::ExperimentEnd::cancelled) return interrupted(context, files->report.writer->path());
  if (end == quality::ExperimentEnd::not_kept) {
    return fail(context, ExitCode::subject_error,
                {"cannot_write", "the evidence cannot be written", files->evidence_path, ""});
  }
  return finish_run(options, *prepared, header, *files, std::move(cases), context);
}

std::string default_plan() { return std::string(kSourceDir) + "/quality/plans/smoke.json"; }

}  // namespace

Command quality_command() {
  Command command;
  command.name = "quality";
  command.summary =
      "Run a quality experiment: the same questions in several arms, every step's evidence, controls";
  command.examples = {"lockstep quality run --plan quality/plans/smoke.json",
                      "lockstep quality run --plan quality/plans/smoke.json --resume --json",
                      "lockstep quality run --wrong longest_token_only",
                      "lockstep quality run --subject './lockstep subject' --limit 70"};
  command.uses = {.limit = true, .shard = true, .resume = true, .report = true};
  command.define = [](Arguments& app) -> Command::Run {
    auto options = std::make_shared<Options>();
    options->plan = default_plan();
    std::vector<std::string> wrong;
    for (const quality::WrongEngine& one : quality::wrong_engines()) wrong.push_back(one.name);
    Arguments sub = app.only_part("run", "Run a plan to its report, its evidence and its result");
    sub.option("--plan", options->plan, "The plan (quality/plans/plan.schema.json)").shows_default();
    sub.option("--subject", options->subject,
               "Whose masks: engine, or a command that speaks the JSON-lines protocol of "
               "conformance/subject/README.md")
        .shows_default();
    sub.option("--wrong", options->wrong, "An engine with this fault, to see the run convict it")
        .one_of(wrong)
        .excludes("--subject");
    return [options](Context& context) { return run_plan(*options, context); };
  };
  return command;
}

}  // namespace lockstep::cli
