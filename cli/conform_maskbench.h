// lockstep conform --suite maskbench: schemas with instances (conformance/maskbench/README.md).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lockstep/cli/command.h"
#include "lockstep/cli/engine_options.h"

namespace lockstep::cli {

struct MaskbenchOptions {
  std::string path;
  std::string subject;
  std::string expectations;          // empty: the project's own list
  std::vector<std::string> without;  // voters
  std::size_t variants = 0;          // spellings by us and by Python each
  std::size_t threads = 1;
  std::string figures;   // a file for the cost of each schema; empty: none
  EngineOptions engine;  // its vocabulary
};

ExitCode conform_maskbench(const MaskbenchOptions& options, Context& context);

}  // namespace lockstep::cli
