// The scripts of this folder, run under Node.
#pragma once

#include <string>

namespace lockstep::conformance::second_source {

// The output of a script beside this file; empty, and the test failed, where it failed.
std::string run_script(const std::string& script, const std::string& arguments);

// "-" is no bytes.
std::string from_hex(const std::string& hex);
std::string to_hex(const std::string& bytes);

}  // namespace lockstep::conformance::second_source
