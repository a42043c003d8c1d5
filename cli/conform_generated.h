// lockstep conform --suite generated: pairs of schema and instance that a generator makes, the oracle as the
// truth; --suite written: texts that the engine writes itself; --suite insertion: keywords put into schemas.
#pragma once

#include <string>

#include "lockstep/cli/audit_options.h"
#include "lockstep/cli/command.h"

namespace lockstep::cli {

struct GeneratedOptions {
  std::string suite = "generated";  // of "written" and "insertion" the subject is the engine
  std::string subject = "oracle";   // "oracle": the oracle itself is tested, by the votes alone
  AuditChoice audit;
};

// --limit is the number of pairs (10,000 where it is absent); of schemas for the suite "written" (2,000);
// of insertions of each keyword for "insertion" (12).
ExitCode conform_generated(const GeneratedOptions& options, Context& context);

}  // namespace lockstep::cli
