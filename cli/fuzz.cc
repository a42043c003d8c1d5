// lockstep fuzz: libFuzzer targets built, run and their findings made small; or every kept input replayed.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "lockstep/cli/commands.h"
#include "lockstep/cli/progress.h"
#include "lockstep/conformance/external/process.h"
#include "lockstep/conformance/judge/compare.h"
#include "lockstep/engine/base/sha256.h"
#include "lockstep/fuzz/campaign.h"
#include "lockstep/fuzz/check.h"
#include "lockstep/fuzz/inputs.h"
#include "lockstep/reports/printable.h"
#include "lockstep/reports/render.h"

namespace lockstep::cli {
namespace {

using namespace lockstep::fuzz;  // NOLINT(google-build-using-namespace): this file is about nothing else
namespace fs = std::filesystem;

const fs::path kSource = LOCKSTEP_SOURCE_DIR;
constexpr std::chrono::hours kBuildTime{3};
constexpr std::size_t kNameDigits = 12;

struct Options {
  std::vector<std::string> targets;
  std::optional<std::size_t> seconds;
  bool replay = false;
  std::string planted;
  std::string build = (kSource / "build" / "fuzz").string();
  bool no_build = false;
  std::string scratch = "runs/fuzz";
};

std::vector<const Target*> chosen(const Options& options) {
  std::vector<const Target*> list;
  for (const Target& target : targets()) {
    const bool named = options.targets.empty() || std::find(options.targets.begin(), options.targets.end(),
                                                            target.name) != options.targets.end();
    const bool has_fault = options.planted.empty() || planted_fault(target, options.planted) != nullptr;
    if (named && has_fault) list.push_back(&target);
  }
  return list;
}

reports::Header header_of(const Options& options, const Context& context) {
  reports::Header header = make_header(context, "fuzz");
  header.subject = options.planted.empty() ? "engine" : "planted:" + options.planted;
  header.seeds["seed"] = std::to_string(context.common.seed.value_or(1));
  if (options.seconds) header.limits["seconds"] = std::to_string(*options.seconds);
  return header;
}

std::optional<CodedError> run_step(const std::vector<std::string>& argv) {
  const conformance::ProcessResult ran =
      conformance::run_process({argv, kSource.string(), 0}, "", {.time = kBuildTime});
  if (ran.end == conformance::ProcessEnd::exited && ran.code == 0) return std::nullopt;
  const std::string words = ran.out.size() > 2000 ? ran.out.substr(ran.out.size() - 2000) : ran.out;
  return CodedError{"build_failed",
                    fmt::format("{} {}: {}{}{}", argv[0], argv[1], ran.message, words, ran.err),
                    kSource.string(), "./run build fuzz installs what it needs, clang 19 above all"};
}

// The targets with libFuzzer, in the build folder of the preset.
std::optional<CodedError> build(const Options& options, const std::vector<const Target*>& list,
                                Context& context) {
  if (options.no_build) return std::nullopt;
  context.err << "building with libFuzzer in " << options.build << '\n';
  std::vector<std::string> configure = {"cmake",
                                        "--preset",
                                        "fuzz",
                                        "-B",
                                        options.build,
                                        "-DLOCKSTEP_DEPS=" + context.deps,
                                        "-DLOCKSTEP_TESTS=OFF"};
  if (!run_step({"ccache", "--version"})) configure.push_back("-DCMAKE_CXX_COMPILER_LAUNCHER=ccache");
  if (auto error = run_step(configure)) return error;
  std::vector<std::string> make = {"cmake", "--build", options.build, "--target"};
  for (const Target* target : list) make.push_back("fuzz_" + target->name);
  return run_step(make);
}

// Names the planted fault that was found.
void tell_conviction(const Options& options, std::ostream& out) {
  for (const Target* target : chosen(options)) {
    const TargetFault* fault = planted_fault(*target, options.planted);
    if (fault != nullptr) out << fmt::format("convicted: {}: {}\n", fault->name, fault->sentence);
  }
}

ExitCode conclude(const Options& options, const reports::Header& header, std::vector<reports::Case> cases,
                  std::map<std::string, std::string> not_tested, Context& context,
                  reports::RecordWriter& writer) {
  conformance::Tally tally;
  for (const reports::Case& one : cases) tally.add(*conformance::verdict_named(one.verdict));
  reports::Summary summary;
  summary.command = "fuzz";
  reports::count_cases(cases, summary);
  summary.exit = conformance::exit_of(tally, false);
  summary.not_tested = std::move(not_tested);
  const nlohmann::ordered_json footer = {{"summary", reports::to_json(summary)}};
  context.out << reports::render({header, cases, footer.dump()}, reports::Format::text);
  for (const reports::Case& one : cases) {
    const bool failed = conformance::is_failure(*conformance::verdict_named(one.verdict));
    context.out << reports::printable(
                       fmt::format("{}: {}: {}", one.id, one.verdict, failed ? one.detail : one.got))
                << '\n';
  }
  if (summary.exit == ExitCode::conformance_failure) tell_conviction(options, context.out);
  return finish(context, std::move(summary), &writer);
}

// Keeps the input of a finding beside the sources, for the replay of every build.
std::string keep(const Target& target, const CampaignResult& result) {
  const std::string name = fmt::format("{}-{}", conformance::name(*result.found),
                                       engine::sha256_hex(result.input).substr(0, kNameDigits));
  const fs::path path = kSource / "fuzz" / "regressions" / target.name / name;
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << result.input;
  return path.string();
}

std::variant<reports::Case, CodedError> fuzz_one(const Target& target, const Options& options,
                                                 Context& context) {
  CampaignSettings settings;
  settings.binary = fs::absolute(fs::path(options.build) / "fuzz" / ("fuzz_" + target.name));
  settings.folder = kSource / "fuzz";
  settings.scratch = fs::absolute(fs::path(options.scratch) / target.name);
  settings.planted = options.planted;
  settings.seed = context.common.seed.value_or(1);
  settings.seconds = *options.seconds;
  const CampaignResult result = run_campaign(target, settings);
  if (!result.problem.empty())
    return CodedError{"fuzzer_failed", result.problem, settings.binary.string(), ""};
  reports::Case one{
      .id = target.name, .keywords = {target.name}, .verdict = "agree", .expected = "no finding"};
  one.got = fmt::format("{} executions, {} edges, {} features, {} inputs kept", result.executions,
                        result.coverage, result.features, result.corpus);
  if (!result.found) return one;
  one.verdict = conformance::name(*result.found);
  const std::string path =
      options.planted.empty() ? keep(target, result) : (settings.scratch / "found").string();
  one.detail = fmt::format("{}\ninput: {}", result.detail, path);
  return one;
}

ExitCode campaigns(const Options& options, Context& context) {
  const std::vector<const Target*> list = chosen(options);
  if (const auto error = build(options, list, context)) return fail(context, ExitCode::usage, *error);
  const reports::Header header = header_of(options, context);
  std::optional<OpenReport> report = open_report(context, header, "runs/fuzz.jsonl");
  if (!report) return ExitCode::usage;
  std::vector<reports::Case> cases;
  for (const Target* target : list) {
    if (context.stop_requested()) return interrupted(context, report->writer->path());
    context.err << fmt::format("fuzzing {} for {} s\n", target->name, *options.seconds);
    auto ran = fuzz_one(*target, options, context);
    if (const auto* error = std::get_if<CodedError>(&ran))
      return fail(context, ExitCode::self_check_failed, *error);
    cases.push_back(std::get<reports::Case>(std::move(ran)));
    report->writer->add(cases.back());
  }
  return conclude(options, header, std::move(cases), {}, context, *report->writer);
}

reports::Case replay_one(const Target& target, const InputFile& input, const std::string& planted) {
  const CheckResult result = target.check(input.bytes, planted);
  reports::Case one{.id = input.id, .keywords = {target.name}, .verdict = "agree", .expected = "no finding"};
  one.got = fmt::format("{}, {} compared", result.kind, result.compared);
  if (!result.finding) return one;
  one.verdict = conformance::name(result.finding->verdict);
  one.detail = result.finding->detail;
  return one;
}

ExitCode replay(const Options& options, Context& context) {
  const fs::path folder = kSource / "fuzz";
  if (const std::vector<std::string> complaints = lint_regressions(folder); !complaints.empty())
    return fail(context, ExitCode::self_check_failed,
                {"regressions_wrong", complaints.front(), (folder / "regressions").string(), ""});
  std::vector<std::pair<const Target*, InputFile>> work;
  for (const Target* target : chosen(options)) {
    std::vector<InputFile> files = input_files(folder, target->name);
    if (files.empty())
      return fail(context, ExitCode::self_check_failed,
                  {"no_inputs", "there is no input of " + target->name, folder.string(), ""});
    for (InputFile& file : files) work.emplace_back(target, std::move(file));
  }
  const reports::Header header = header_of(options, context);
  std::optional<OpenReport> report = open_report(context, header, "runs/fuzz-replay.jsonl");
  if (!report) return ExitCode::usage;
  std::vector<reports::Case> cases = std::move(report->earlier);
  {
    Progress progress(context, "fuzz replay", work.size());
    std::size_t index = 0;
    for (const auto& [target, input] : work) {
      progress.step();
      if (!context.common.shard.holds(index++) || report->writer->contains(input.id)) continue;
      if (cases.size() >= context.common.limit.value_or(SIZE_MAX)) break;
      if (context.stop_requested()) return interrupted(context, report->writer->path());
      cases.push_back(replay_one(*target, input, options.planted));
      report->writer->add(cases.back());
    }
  }
  return conclude(options, header, std::move(cases),
                  {{"new inputs", "only kept ones were replayed; --seconds N looks for others"}}, context,
                  *report->writer);
}

ExitCode run_fuzz(const Options& options, Context& context) {
  if (options.replay == options.seconds.has_value())
    return fail(context, ExitCode::usage,
                {"usage", "either --seconds N or --replay", "", "lockstep fuzz --help"});
  if (chosen(options).empty())
    return fail(context, ExitCode::usage,
                {"no_target", "no target that was chosen has the fault " + options.planted, "--planted", ""});
  return options.replay ? replay(options, context) : campaigns(options, context);
}

}  // namespace

Command fuzz_command() {
  Command command;
  command.name = "fuzz";
  command.summary =
      "libFuzzer targets (JSON texts, schemas, masks): run for a time, or every kept input replayed";
  command.examples = {"lockstep fuzz --seconds 600", "lockstep fuzz --replay --json",
                      "lockstep fuzz --seconds 60 --target json_text --planted takes_lone_surrogates"};
  command.uses = {.seed = true, .limit = true, .shard = true, .resume = true, .report = true};
  command.define = [](Arguments& app) -> Command::Run {
    auto options = std::make_shared<Options>();
    std::vector<std::string> names;
    std::vector<std::string> faults;
    for (const Target& target : targets()) {
      names.push_back(target.name);
      for (const TargetFault& fault : target.planted) faults.push_back(fault.name);
    }
    app.option("--target", options->targets, "Only this one; may be repeated").one_of(names);
    app.option("--seconds", options->seconds, "Fuzz each target so long; needs clang 19")
        .between(1, 1'000'000);
    app.flag("--replay", options->replay, "Ask the checks about every seed and regression, without a fuzzer");
    app.option("--planted", options->planted, "An engine with this fault, to see its target convict it")
        .one_of(faults);
    app.option("--build", options->build, "Build folder of the fuzz preset").shows_default();
    app.flag("--no-build", options->no_build, "The targets there are up to date");
    app.option("--scratch", options->scratch, "Corpus and artefacts of the run; made anew").shows_default();
    return [options](Context& context) { return run_fuzz(*options, context); };
  };
  return command;
}

}  // namespace lockstep::cli
