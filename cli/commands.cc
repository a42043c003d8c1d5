// The table of commands.
#include "lockstep/cli/commands.h"

namespace lockstep::cli {

std::vector<Command> all_commands() {
  return {
      conform_command(),
      selftest_command(),
      report_command(),
      vocab_command(),
  };
}

}  // namespace lockstep::cli
