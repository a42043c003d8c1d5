// lockstep conform --suite generated: pairs of schema and instance that a generator makes, the oracle as the
// truth; --suite written: texts that the engine writes itself.
#pragma once

#include <string>
#include <vector>

#include "lockstep/cli/command.h"

namespace lockstep::cli {

struct GeneratedOptions {
  bool written = false;            // the suite "written": the subject is the engine
  std::string subject = "oracle";  // "oracle": the oracle itself is tested, by the votes alone
  bool audit = false;
  std::size_t audit_one_in = 1;
  std::vector<std::string> without;  // voters that are left out
};

// --limit is the number of pairs (10,000 where it is absent); of schemas for the suite "written" (2,000).
ExitCode conform_generated(const GeneratedOptions& options, Context& context);

}  // namespace lockstep::cli
