// Runs the program itself as a child, one command to its end. A crash of a command is then a finding of the
// gate and not its end.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "lockstep/cli/command.h"

namespace lockstep::cli {

struct ChildRun {
  int exit = -1;        // exit code; -1 where there is none
  std::string problem;  // for a person where there is no exit code: "signal 11 (Segmentation fault)", "no end
                        // within ..."
  std::string out;      // standard output
  std::string err;
  double seconds = 0;
};

// `tick` is called some five times a second. When the context is asked to stop, the child is too (SIGINT),
// and it is waited for. Output is bounded by 64 MiB each; more is a problem.
ChildRun run_child(Context& context, const std::vector<std::string>& arguments,
                   std::chrono::seconds time_limit, const std::function<void()>& tick);

}  // namespace lockstep::cli
