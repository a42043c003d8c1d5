// The table of commands.
#include "lockstep/cli/commands.h"

namespace lockstep::cli {

std::vector<Command> all_commands() {
  return {
      gate_command(),     conform_command(), walk_command(),    adversarial_command(), fuzz_command(),
      selftest_command(), quality_command(), compile_command(), check_command(),       explain_command(),
      subject_command(),  report_command(),  vocab_command(),   figures_command(),
  };
}

}  // namespace lockstep::cli
