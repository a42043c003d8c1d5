// lockstep figures: the figures that the README shows, out of a finished report of the gate, so that they
// cannot drift.
#include <fmt/format.h>

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>

#include "lockstep/cli/commands.h"
#include "lockstep/cli/gate_parts.h"
#include "lockstep/cli/input.h"
#include "lockstep/conformance/vocabulary/vocabulary_pins.h"

namespace lockstep::cli {
namespace {

constexpr std::string_view kBegin = "<!-- figures -->\n";
constexpr std::string_view kEnd = "<!-- /figures -->";
constexpr const char* kDefaultReport = "runs/gate.jsonl";

struct Options {
  std::string check;
};

struct Ratio {
  std::size_t good = 0;
  std::size_t all = 0;
};

// "suite/draft2020-12/optional/format/date.json/..." -> "2020-12, optional/format".
std::string folder_of(const std::string& id) {
  const std::size_t draft = id.find('/') + 1;
  const std::size_t file = id.find('/', draft) + 1;
  const std::string path = id.substr(file, id.find(".json", file) - file);
  const std::size_t year = id.compare(draft, 5, "draft") == 0 ? draft + 5 : draft;
  const std::size_t slash = path.rfind('/');
  return fmt::format("{}, {}", id.substr(year, file - 1 - year),
                     slash == std::string::npos ? "required" : path.substr(0, slash));
}

// Name of a row -> its figure. `good` is the one verdict that is no failure, refusal or doubt.
void count(const reports::Record& gate, const std::string& part, const std::string& good,
           const std::function<std::string(const std::string&)>& row, std::map<std::string, Ratio>& out) {
  for (const reports::Case& one : gate.cases) {
    if (!one.id.starts_with(part + "/")) continue;
    Ratio& ratio = out[row(one.id)];
    ++ratio.all;
    if (one.verdict == good) ++ratio.good;
  }
}

std::string block_of(const reports::Record& gate) {
  std::map<std::string, Ratio> suite;
  count(gate, "suite", "agree", folder_of, suite);
  std::map<std::string, Ratio> others;
  count(gate, "selftest", "convicted", [](const std::string&) { return "planted faults convicted"; }, others);
  count(
      gate, "vocabulary", "agree",
      [](const std::string&) { return "vocabularies with their pinned identity"; }, others);
  std::string out = "| what | figure |\n| --- | ---: |\n";
  for (const auto& [folder, ratio] : suite) {
    out += fmt::format("| official suite, draft {}, right | {} of {} |\n", folder, ratio.good, ratio.all);
  }
  for (const auto& [what, ratio] : others)
    out += fmt::format("| {} | {} of {} |\n", what, ratio.good, ratio.all);
  const nlohmann::json footer = nlohmann::json::parse(gate.footer);
  for (const nlohmann::json& part : footer["summary"]["parts"]) {
    if (!part.contains("audited") || part["name"] == "selftest") continue;
    out += fmt::format("| pairs of part {} audited by independent validators | {} |\n",
                       part["name"].get<std::string>(), part["audited"].get<std::size_t>());
  }
  return out;
}

// Figures of half a gate would be taken for those of the whole. Empty, or what is missing.
std::string missing_in(const reports::Record& gate) {
  if (gate.header.command != "gate" || gate.header.subject != "oracle")
    return "it is not a gate of the oracle";
  if (gate.header.limits.contains("cases")) return "it was run with --limit";
  const nlohmann::json summary = nlohmann::json::parse(gate.footer)["summary"];
  const nlohmann::json parts = summary.value("parts", nlohmann::json::array());
  std::vector<std::string> ran;
  for (const nlohmann::json& part : parts) ran.push_back(part.value("name", ""));
  std::vector<std::string> wanted;
  for (const GatePart& part : gate_parts("oracle")) wanted.push_back(part.name);
  if (ran != wanted) return "it did not run every part";
  std::size_t vocabularies = 0;
  for (const reports::Case& one : gate.cases) vocabularies += one.id.starts_with("vocabulary/") ? 1 : 0;
  if (vocabularies == conformance::vocabulary_pins().size()) return {};
  return "pinned vocabularies are not installed (./run setup --all)";
}

ExitCode compare(const std::string& path, const std::string& block, Context& context) {
  auto text = read_bounded(path, context.in, kLongestText);
  if (const auto* error = std::get_if<CodedError>(&text)) return fail(context, ExitCode::usage, *error);
  const std::string& page = std::get<std::string>(text);
  const std::size_t begin = page.find(kBegin);
  const std::size_t end = begin == std::string::npos ? begin : page.find(kEnd, begin);
  if (end == std::string::npos) {
    return fail(context, ExitCode::usage,
                {"no_markers", "the page has no <!-- figures --> ... <!-- /figures --> block", path,
                 "put both markers on lines of their own"});
  }
  const std::string there = page.substr(begin + kBegin.size(), end - begin - kBegin.size());
  if (there == block) {
    context.out << "the figures of " << path << " are those of the report\n";
    return ExitCode::pass;
  }
  context.out << block;
  return fail(context, ExitCode::conformance_failure,
              {"figures_differ", "the figures of the page are not those of the report",
               location(path, page, begin), "put the block above between the markers"});
}

ExitCode figures(const Options& options, Context& context) {
  const std::string path = context.common.report.empty() ? kDefaultReport : context.common.report;
  reports::ReadError error;
  const std::optional<reports::Record> gate = reports::read_record(path, error);
  if (!gate) {
    return fail(
        context, error.code == "cannot_open" ? ExitCode::usage : ExitCode::subject_error,
        {error.code, error.message, path, "run 'lockstep gate' first, or name its report with --report"});
  }
  if (const std::string missing = missing_in(*gate); !missing.empty()) {
    return fail(context, ExitCode::usage,
                {"partial_gate", "this is not the report of a whole gate of the oracle: " + missing, path,
                 "run 'lockstep gate' without --part, --limit and --subject"});
  }
  const std::string block = block_of(*gate);
  reports::Summary summary;
  summary.command = "figures";
  summary.report = path;
  summary.cases = gate->cases.size();
  if (options.check.empty()) {
    context.out << block;
  } else {
    summary.exit = compare(options.check, block, context);
  }
  return finish(context, summary);
}

}  // namespace

Command figures_command() {
  Command command;
  command.name = "figures";
  command.summary = "The README's figures out of a finished report of the gate";
  command.examples = {"lockstep figures", "lockstep figures --report runs/gate.jsonl --check README.md"};
  command.uses = {.report = true};
  command.define = [](Arguments& app) -> Command::Run {
    auto options = std::make_shared<Options>();
    app.option("--check", options->check, "Compare with the block in this page; exit 1 where they differ")
        .type_name("FILE");
    return [options](Context& context) { return figures(*options, context); };
  };
  return command;
}

}  // namespace lockstep::cli
