// The table of commands.
#include "lockstep/cli/commands.h"

namespace lockstep::cli {

std::vector<Command> all_commands() {
  return {
      report_command(),
  };
}

}  // namespace lockstep::cli
