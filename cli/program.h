// The program without its process: parses the arguments, runs one command.
#pragma once

#include <string>
#include <vector>

#include "lockstep/cli/command.h"

namespace lockstep::cli {

// `arguments` without the program's name. Returns the process's exit code (DESIGN: 0 pass to 6 stale
// expectation list; 2 for anything that is wrong with the arguments). Never throws. `context.common` and
// `context.arguments` are filled.
int run_program(const std::vector<std::string>& arguments, Context& context,
                const std::vector<Command>& commands);

}  // namespace lockstep::cli
