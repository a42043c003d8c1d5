// lockstep conform --suite generated: pairs of schema and instance that a generator makes, the oracle as the
// truth; --suite written: texts that the engine writes itself.
#pragma once

#include <string>

#include "lockstep/cli/audit_options.h"
#include "lockstep/cli/command.h"

namespace lockstep::cli {

struct GeneratedOptions {
  bool written = false;            // the suite "written": the subject is the engine
  std::string subject = "oracle";  // "oracle": the oracle itself is tested, by the votes alone
  AuditChoice audit;
};

// --limit is the number of pairs (10,000 where it is absent); of schemas for the suite "written" (2,000).
ExitCode conform_generated(const GeneratedOptions& options, Context& context);

}  // namespace lockstep::cli
