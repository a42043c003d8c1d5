// Every command of the program. A new one: its file, a line here, a line in commands.cc, a line in README.md.
#pragma once

#include <vector>

#include "lockstep/cli/command.h"

namespace lockstep::cli {

Command adversarial_command();
Command check_command();
Command compile_command();
Command conform_command();
Command explain_command();
Command figures_command();
Command fuzz_command();
Command gate_command();
Command quality_command();
Command report_command();
Command selftest_command();
Command subject_command();
Command vocab_command();
Command walk_command();

// In the order of the program's help.
std::vector<Command> all_commands();

}  // namespace lockstep::cli
