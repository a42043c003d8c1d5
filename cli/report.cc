// lockstep report: what is made of finished record streams.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>

#include "lockstep/cli/commands.h"
#include "lockstep/reports/render.h"

namespace lockstep::cli {
namespace {

struct Options {
  std::string file;
  std::string format = "text";
};

// A stream that cannot be read is the caller's mistake (2); one that breaks its own rules was left by a run
// that did not end or that went wrong (3).
ExitCode exit_for(const reports::ReadError& error) {
  return error.code == "cannot_open" ? ExitCode::usage : ExitCode::subject_error;
}

std::string help_for(const reports::ReadError& error) {
  if (error.code == "no_footer") return "the run did not end: run it again with --resume";
  if (error.code == "cannot_open") return "name a record stream, such as runs/gate.jsonl";
  return "the stream was not written by this version, or was changed since";
}

ExitCode render(const Options& options, Context& context) {
  reports::ReadError error;
  const std::optional<reports::Record> record = reports::read_record(options.file, error);
  if (!record) {
    const std::string location =
        error.line == 0 ? options.file : fmt::format("{}:{}", options.file, error.line);
    return fail(context, exit_for(error), {error.code, error.message, location, help_for(error)});
  }
  context.out << reports::render(*record, *reports::format_named(options.format));
  reports::Summary summary;
  summary.command = "report";
  summary.report = options.file;
  reports::count_cases(record->cases, summary);
  return finish(context, summary);
}

}  // namespace

Command report_command() {
  Command command;
  command.name = "report";
  command.summary = "Render a finished report";
  command.examples = {"lockstep report render runs/gate.jsonl --format markdown"};
  command.define = [](Arguments& app) -> Command::Run {
    auto options = std::make_shared<Options>();
    Arguments sub = app.only_part("render", "Counts, failing cases and the per-keyword table");
    sub.option("FILE", options->file, "A record stream with footer").required();
    sub.option("--format", options->format, "text, markdown or json")
        .one_of({"text", "markdown", "json"})
        .shows_default();
    return [options](Context& context) { return render(*options, context); };
  };
  return command;
}

}  // namespace lockstep::cli
