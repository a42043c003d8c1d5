// What a command of the program is, and what it is given. One thin file per command: it defines options,
// calls a library, prints. commands.cc lists them.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/cli/arguments.h"
#include "lockstep/reports/record.h"
#include "lockstep/reports/summary.h"

namespace lockstep::cli {

using reports::ExitCode;

// --shard I/N, I from 1 to N. Work item number i (from 0, in the order of the whole run) belongs to one
// shard.
struct Shard {
  std::size_t index = 1;
  std::size_t count = 1;
  bool holds(std::size_t i) const { return i % count == index - 1; }
};

// The options that every command takes.
struct Common {
  bool json = false;
  std::optional<std::uint64_t> seed;
  std::optional<std::size_t> limit;
  Shard shard;
  bool resume = false;
  std::string report;  // path of the record stream; empty: the command's own default
};

// Thread rules: one thread at a time, except stop_requested().
struct Context {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  bool err_is_terminal = false;
  bool out_is_terminal = false;
  std::string program{};  // path of the running executable, for child runs
  std::string deps{};     // folder of the fetched packages: $LOCKSTEP_DEPS, else the one of the build
  std::vector<std::string> arguments{};  // after the command's name, without --resume, --json: for the header
  Common common{};
  const std::atomic<bool>* stop = nullptr;  // set by SIGINT; null where nobody can ask

  // A long run looks here before each case; if true it leaves its stream without footer and
  // returns interrupted().
  bool stop_requested() const { return stop != nullptr && stop->load(std::memory_order_relaxed); }
};

// Which common options mean something to a command. One given without meaning is told to the user, never
// swallowed.
struct Uses {
  bool seed = false;
  bool limit = false;
  bool shard = false;
  bool resume = false;
  bool report = false;
};

struct Command {
  using Run = std::function<ExitCode(Context&)>;

  std::string name;
  std::string summary;                // one line
  std::vector<std::string> examples;  // whole command lines, "lockstep check ..."; a test parses each
  Uses uses;
  // Adds the command's own options; what it returns runs the command after parsing. Storage of the options is
  // kept alive by the returned function (a shared_ptr).
  std::function<Run(Arguments&)> define;
};

// Printed as `error[code]: message`, then `  at location`, then `help: way out`; control characters made
// visible.
struct CodedError {
  std::string code;
  std::string message;
  std::string location;  // "schema.json:3:14", a JSON pointer, or empty
  std::string help;      // or empty
};
void print_error(std::ostream& err, const CodedError& error);
ExitCode fail(Context& context, ExitCode exit, const CodedError& error);  // prints, returns `exit`

// Header with environment, arguments, `--seed`, `--limit` and `--shard` filled in; the command adds its own.
reports::Header make_header(const Context& context, const std::string& command);

// Opens the stream at --report, else at `default_path`; with --resume goes on with it. Null after an error
// was printed: return ExitCode::usage then. Cases of an earlier part of the run are handed back and stay
// counted.
struct OpenReport {
  std::unique_ptr<reports::RecordWriter> writer;
  std::vector<reports::Case> earlier;
};
std::optional<OpenReport> open_report(Context& context, const reports::Header& header,
                                      const std::string& default_path);

// Says on standard error that the stream can be resumed; ExitCode::unresolved.
ExitCode interrupted(Context& context, const std::string& report_path);

// Writes the footer where there is a writer (`report` and `verdicts` are set from it), prints the summary
// object as the last line of standard output with --json, returns its exit code; subject_error if the stream
// could not be written.
ExitCode finish(Context& context, reports::Summary summary, reports::RecordWriter* writer = nullptr);

}  // namespace lockstep::cli
