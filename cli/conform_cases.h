// lockstep conform --suite cases: a file of reported cases (conformance/cases/README.md).
#pragma once

#include <string>

#include "lockstep/cli/command.h"
#include "lockstep/cli/engine_options.h"

namespace lockstep::cli {

struct CasesOptions {
  std::string path;
  std::string subject;       // engine by masks; any other by whole documents, of schemas only
  std::string draft;         // of rows that name none
  std::string expectations;  // empty: the project's own list
  EngineOptions engine;      // its vocabulary
};

ExitCode conform_cases(const CasesOptions& options, Context& context);

}  // namespace lockstep::cli
