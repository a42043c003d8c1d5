// What commands share: errors, the header, the report, the end of a run.
#include "lockstep/cli/command.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <ostream>
#include <utility>

#include "lockstep/cli/version.h"
#include "lockstep/reports/environment.h"
#include "lockstep/reports/printable.h"

namespace lockstep::cli {

void print_error(std::ostream& err, const CodedError& error) {
  err << "error[" << error.code << "]: " << reports::printable(error.message) << '\n';
  if (!error.location.empty()) err << "  at " << reports::printable(error.location) << '\n';
  if (!error.help.empty()) err << "help: " << reports::printable(error.help) << '\n';
}

ExitCode fail(Context& context, ExitCode exit, const CodedError& error) {
  print_error(context.err, error);
  return exit;
}

reports::Header make_header(const Context& context, const std::string& command) {
  reports::Environment environment = reports::collect_environment(context.deps, kVersion);
  reports::Header header;
  header.command = command;
  header.arguments = context.arguments;
  header.pins = std::move(environment.pins);
  header.versions = std::move(environment.versions);
  header.machine = std::move(environment.machine);
  if (context.common.seed) header.seeds["seed"] = std::to_string(*context.common.seed);
  if (context.common.limit) header.limits["cases"] = std::to_string(*context.common.limit);
  if (context.common.shard.count > 1) {
    header.limits["shard"] = fmt::format("{}/{}", context.common.shard.index, context.common.shard.count);
  }
  return header;
}

std::optional<OpenReport> open_report(Context& context, const reports::Header& header,
                                      const std::string& default_path) {
  const std::string& path = context.common.report.empty() ? default_path : context.common.report;
  OpenReport out;
  if (context.common.resume) {
    reports::ReadError error;
    std::optional<reports::Resumed> resumed = reports::RecordWriter::resume(path, header, error);
    if (!resumed) {
      const std::string location = error.line == 0 ? path : fmt::format("{}:{}", path, error.line);
      print_error(context.err, {error.code, error.message, location,
                                "run without --resume to begin again, or name another stream with --report"});
      return std::nullopt;
    }
    out.writer = std::move(resumed->writer);
    out.earlier = std::move(resumed->cases);
    return out;
  }
  std::string message;
  out.writer = reports::RecordWriter::create(path, header, message);
  if (out.writer == nullptr) {
    print_error(context.err, {"cannot_write_report", message, path, "name another path with --report"});
    return std::nullopt;
  }
  return out;
}

ExitCode interrupted(Context& context, const std::string& report_path) {
  return fail(context, ExitCode::unresolved,
              {"interrupted", "stopped before the end; the report has no footer yet", report_path,
               "the same command with --resume goes on where this one stopped"});
}

ExitCode finish(Context& context, reports::Summary summary, reports::RecordWriter* writer) {
  if (writer != nullptr) {
    summary.report = writer->path();
    summary.verdicts = writer->counts();
    if (!writer->finish(nlohmann::json::parse(reports::to_json(summary).dump()))) {
      return fail(context, ExitCode::subject_error,
                  {"cannot_write_report", "the report could not be written to its end", writer->path(),
                   "free some space or name another path with --report"});
    }
  }
  if (context.common.json) context.out << reports::to_json(summary).dump() << '\n';
  context.out.flush();
  return summary.exit;
}

}  // namespace lockstep::cli
