// Runs a script over lines of text: what another program says about each of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::conformance::second_source {

// Feeds `lines` to the standard input of a shell command and returns the lines of its standard output. A
// command that is missing or fails is a test failure (and no lines).
std::vector<std::string> ask(const std::string& command, const std::vector<std::string>& lines);

// Path of a file in this folder, quoted for the shell.
std::string script(const std::string& name);

// LOCKSTEP_SEED from the environment, else the given one; printed.
std::uint64_t seed(std::uint64_t otherwise);

std::string to_hex(const std::string& bytes);
std::string from_hex(const std::string& hex);

}  // namespace lockstep::conformance::second_source
