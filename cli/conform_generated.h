// lockstep conform --suite generated: pairs of schema and instance that a generator makes, the oracle as the
// truth.
#pragma once

#include <string>
#include <vector>

#include "lockstep/cli/command.h"

namespace lockstep::cli {

struct GeneratedOptions {
  std::string subject = "oracle";  // "oracle": the oracle itself is tested, by the votes alone
  bool audit = false;
  std::vector<std::string> without;  // voters that are left out
};

// --limit is the number of pairs (10,000 where it is absent).
ExitCode conform_generated(const GeneratedOptions& options, Context& context);

}  // namespace lockstep::cli
