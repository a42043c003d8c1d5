// The parts of the release gate, and how the result of one is read and believed.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/cli/child_run.h"
#include "lockstep/reports/record.h"
#include "lockstep/reports/summary.h"

namespace lockstep::cli {

struct PartResult {
  std::string name{};
  ExitCode exit = ExitCode::self_check_failed;
  std::string problem;             // why a part failed its self-check, else empty
  std::vector<std::string> words;  // what the part said where it did not pass; at most kWords lines
  std::vector<reports::Case> cases;
  std::optional<std::size_t> audited;
  std::optional<std::size_t> variants;
  std::map<std::string, std::string> not_tested;
  double seconds = 0;
  int budget_seconds = 0;
};

struct GatePart {
  std::string name{};
  std::vector<std::string> arguments{};  // of a child run of the program, without common options
  std::size_t at_least = 1;              // cases of a whole run; fewer mean that the part did not do its work
  bool audits = false;                   // must have audited something
  bool varies = false;                   // must have fed other spellings
  int budget_seconds = 0;                // told beside the seconds; a run beyond it is no failure
  std::size_t sample = 0;                // --limit, drawn by --seed; 0: everything
  std::string vocabulary{};              // without which the part is left out, and told as not tested
  // In place of a child run: fills exit, cases and not_tested.
  std::function<void(Context&, PartResult&)> own{};
};

// A command line that speaks the JSON-lines protocol, not the name of a subject of this build.
bool is_command(const std::string& subject);

// In the order in which they run. `subject` is who is gated; a command is gated by the walks, since whole
// documents are not asked of it.
std::vector<GatePart> gate_parts(const std::string& subject);

inline constexpr std::size_t kWords = 12;

// Believes nothing but a child that ended by itself, with an exit code that its own summary names, and a
// whole report whose cases are as many as the summary says, at least `at_least` (one, when the run was
// limited). All else is self_check_failed with the problem named.
PartResult read_part(const GatePart& part, const ChildRun& run, const std::string& report_path, bool limited);

// Runs a part that has a function of its own; the same demands on its cases.
PartResult run_own_part(const GatePart& part, Context& context, bool limited);

// Empty, or why the part cannot run on this machine: its vocabulary is not installed.
std::string why_left_out(const GatePart& part, const std::string& deps);

// Every pinned vocabulary that is installed must have its pinned identity, the built-in one always; those not
// installed are told as not tested.
void check_vocabularies(Context& context, PartResult& result);

}  // namespace lockstep::cli
