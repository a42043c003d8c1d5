// Runs the program in process, for the tests of this folder.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "lockstep/cli/commands.h"
#include "lockstep/cli/program.h"

namespace lockstep::cli {

struct Ran {
  int exit = -1;
  std::string out;
  std::string err;
};

inline Ran run(const std::vector<std::string>& arguments, const std::string& input = "",
               const std::vector<Command>& commands = all_commands()) {
  std::istringstream in(input);
  std::ostringstream out;
  std::ostringstream err;
  Context context{.in = in, .out = out, .err = err};
  context.deps = LOCKSTEP_DEPS_DIR;
  context.program = LOCKSTEP_PROGRAM;  // for child runs
  Ran ran;
  ran.exit = run_program(arguments, context, commands);
  ran.out = out.str();
  ran.err = err.str();
  return ran;
}

}  // namespace lockstep::cli
