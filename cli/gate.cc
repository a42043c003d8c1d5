// lockstep gate: runs every part of the release gate and says in one table whether the subject may be
// released.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <thread>

#include "lockstep/cli/commands.h"
#include "lockstep/cli/gate_parts.h"
#include "lockstep/cli/progress.h"
#include "lockstep/conformance/walk/ordered_work.h"
#include "lockstep/reports/keyword_table.h"
#include "lockstep/reports/printable.h"
#include "lockstep/reports/render.h"

namespace lockstep::cli {
namespace {

constexpr const char* kDefaultReport = "runs/gate.jsonl";
// Beyond this a part hangs; the budget is only told.
constexpr int kHangFactor = 10;
constexpr std::size_t kMostAtOnce = 2;  // parts; some take two processors and a gigabyte

struct Options {
  std::string subject = "oracle";
  std::vector<std::string> parts;
};

bool chosen(const Options& options, const std::string& part) {
  return options.parts.empty() ||
         std::find(options.parts.begin(), options.parts.end(), part) != options.parts.end();
}

PartResult run_part(const GatePart& part, Context& context, const std::string& gate_report,
                    const std::function<void()>& tick) {
  if (part.own) return run_own_part(part, context, context.common.limit.has_value());
  const std::filesystem::path folder = std::filesystem::path(gate_report).replace_extension("");
  const std::string report = (folder / (part.name + ".jsonl")).string();
  std::error_code failure;
  std::filesystem::remove(report, failure);  // a report of an earlier run must not be taken for this one's
  std::vector<std::string> arguments = part.arguments;
  arguments.insert(arguments.end(), {"--json", "--report", report});
  const std::size_t limit =
      std::min(part.sample == 0 ? SIZE_MAX : part.sample, context.common.limit.value_or(SIZE_MAX));
  if (limit != SIZE_MAX) arguments.insert(arguments.end(), {"--limit", std::to_string(limit)});
  if (part.sample != 0)
    arguments.insert(arguments.end(), {"--seed", std::to_string(context.common.seed.value_or(1))});
  const ChildRun run =
      run_child(context, arguments, std::chrono::seconds(part.budget_seconds * kHangFactor), tick);
  return read_part(part, run, report, context.common.limit.has_value());
}

std::string counts_text(const PartResult& part) {
  std::map<std::string, std::size_t> counts;
  for (const reports::Case& one : part.cases) ++counts[one.verdict];
  std::string text;
  for (const auto& [verdict, count] : counts)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, verdict);
  if (part.variants) text += fmt::format("{}{} variants", text.empty() ? "" : ", ", *part.variants);
  if (part.audited) text += fmt::format("{}{} audited", text.empty() ? "" : ", ", *part.audited);
  return text;
}

void print_parts(std::ostream& out, const std::vector<PartResult>& results) {
  std::size_t width = 6;
  for (const PartResult& part : results) width = std::max(width, counts_text(part).size());
  out << fmt::format("{:<12} {:>7}  {:<{}}  {:<22} {:>8} {:>8}\n", "part", "cases", "counts", width,
                     "verdict", "seconds", "budget");
  for (const PartResult& part : results) {
    const char* over = part.seconds > part.budget_seconds ? " (over)" : "";
    out << fmt::format("{:<12} {:>7}  {:<{}}  {:<22} {:>8.1f} {:>8}{}\n", part.name, part.cases.size(),
                       counts_text(part), width, reports::name(part.exit), part.seconds, part.budget_seconds,
                       over);
  }
  for (const PartResult& part : results) {
    if (!part.problem.empty()) {
      out << reports::printable(fmt::format("self-check failed: {}: {}", part.name, part.problem)) << '\n';
    }
    for (const std::string& line : part.words) out << reports::printable(part.name + ": " + line) << '\n';
  }
}

// Cases of all parts in one stream: the part's name stands before each id.
std::vector<reports::Case> gathered(const std::vector<PartResult>& results) {
  std::vector<reports::Case> out;
  for (const PartResult& part : results) {
    for (reports::Case one : part.cases) {
      one.id = part.name + "/" + one.id;
      out.push_back(std::move(one));
    }
  }
  return out;
}

reports::Summary summarise(const std::vector<PartResult>& results, const std::vector<reports::Case>& cases) {
  reports::Summary summary;
  summary.command = "gate";
  reports::count_cases(cases, summary);
  for (const PartResult& part : results) {
    summary.exit = reports::worse(summary.exit, part.exit);
    if (part.variants) summary.variants = summary.variants.value_or(0) + *part.variants;
    if (part.audited) summary.audited = summary.audited.value_or(0) + *part.audited;
    for (const auto& [what, why] : part.not_tested) summary.not_tested[part.name + ": " + what] = why;
    reports::Summary counted;
    reports::count_cases(part.cases, counted);
    summary.parts.push_back({part.name, part.exit, counted.cases, counted.verdicts, part.audited});
  }
  return summary;
}

void print_result(Context& context, const std::vector<PartResult>& results, const reports::Header& header,
                  const std::vector<reports::Case>& cases, const reports::Summary& summary) {
  const nlohmann::ordered_json footer = {{"summary", reports::to_json(summary)}};
  context.out << reports::not_tested_text({header, cases, footer.dump()}) << '\n';
  print_parts(context.out, results);
  for (const PartResult& part : results) {
    if (part.name != "suite" || part.cases.empty()) continue;
    context.out << "\nKeywords of the suite:\n" << reports::to_text(reports::keyword_table(part.cases));
  }
  const auto listed =
      std::count_if(cases.begin(), cases.end(), [](const reports::Case& one) { return one.listed; });
  context.out << fmt::format("\nknown differences, each listed with its reason in an expectation list: {}\n",
                             listed);
  context.out << fmt::format("audited: {}\n", summary.audited.value_or(0));
}

// Those that can be run; why the others are left out.
std::vector<GatePart> wanted_parts(const Options& options, const Context& context,
                                   std::map<std::string, std::string>& left_out) {
  if (is_command(options.subject))
    left_out["parts suite, audit, generated"] = "a command is judged by its masks, not by whole documents";
  std::vector<GatePart> wanted;
  for (GatePart& part : gate_parts(options.subject)) {
    std::string why = "left out by --part";
    if (chosen(options, part.name)) why = why_left_out(part, context.deps);
    if (why.empty()) {
      wanted.push_back(std::move(part));
    } else {
      left_out["part " + part.name] = why;
    }
  }
  return wanted;
}

// Some at a time: most keep one processor busy. The results are in the order of the parts.
std::vector<PartResult> run_parts(const std::vector<GatePart>& parts, Context& context,
                                  const std::string& path, reports::RecordWriter& writer) {
  std::vector<PartResult> results;
  std::mutex shown;
  Progress progress(context, "gate: parts", parts.size());
  const auto show = [&](std::size_t done) {
    const std::lock_guard guard(shown);
    progress.step(done);
  };
  std::size_t next = 0;
  const auto claim = [&]() -> std::optional<const GatePart*> {
    if (next == parts.size() || context.stop_requested()) return std::nullopt;
    return &parts[next++];
  };
  const auto run = [&](const GatePart* part) { return run_part(*part, context, path, [&] { show(0); }); };
  const auto take = [&](const GatePart*, PartResult result) {
    if (context.stop_requested()) return false;
    results.push_back(std::move(result));
    for (const reports::Case& one : gathered({results.back()})) writer.add(one);
    show(1);
    return true;
  };
  const std::size_t at_once = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, kMostAtOnce);
  conformance::do_in_order<const GatePart*, PartResult>(at_once, claim, run, take);
  return results;
}

ExitCode gate(const Options& options, Context& context) {
  const std::string path = context.common.report.empty() ? kDefaultReport : context.common.report;
  reports::Header header = make_header(context, "gate");
  header.subject = options.subject;
  header.seeds["seed"] = std::to_string(context.common.seed.value_or(1));
  std::optional<OpenReport> report = open_report(context, header, kDefaultReport);
  if (!report) return ExitCode::usage;
  std::map<std::string, std::string> left_out;
  const std::vector<GatePart> parts = wanted_parts(options, context, left_out);
  const std::vector<PartResult> results = run_parts(parts, context, path, *report->writer);
  if (context.stop_requested()) {
    return fail(
        context, ExitCode::unresolved,
        {"interrupted", "stopped before the end; the report has no footer", path, "run the gate again"});
  }
  const std::vector<reports::Case> cases = gathered(results);
  reports::Summary summary = summarise(results, cases);
  summary.not_tested.insert(left_out.begin(), left_out.end());
  if (context.common.limit) summary.not_tested["cases beyond --limit"] = "left out of every part";
  print_result(context, results, header, cases, summary);
  context.out << "report: " << report->writer->path() << '\n';
  context.out << fmt::format("gate: {} (exit {})\n", reports::name(summary.exit),
                             static_cast<int>(summary.exit));
  return finish(context, std::move(summary), report->writer.get());
}

}  // namespace

Command gate_command() {
  Command command;
  command.name = "gate";
  command.summary = "The release gate: every part, one table, one exit code";
  command.examples = {"lockstep gate", "lockstep gate --part suite --part selftest --json"};
  command.uses = {.seed = true, .limit = true, .report = true};
  command.define = [](Arguments& app) -> Command::Run {
    auto options = std::make_shared<Options>();
    std::vector<std::string> names;
    for (const GatePart& part : gate_parts(options->subject)) names.push_back(part.name);
    app.option("--subject", options->subject,
               "Who is gated: a subject of this build, or a command that speaks the JSON-lines protocol")
        .shows_default();
    app.option("--part", options->parts, "Only this part; may be repeated. The others count as not tested")
        .one_of(names)
        .one_value_each();
    return [options](Context& context) { return gate(*options, context); };
  };
  return command;
}

}  // namespace lockstep::cli
