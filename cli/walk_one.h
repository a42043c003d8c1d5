// One prefix of one schema, judged as a walk judges it: what the command in a walk's reproducer runs.
#pragma once

#include <string>

#include "lockstep/cli/command.h"
#include "lockstep/conformance/walk/byte_path.h"
#include "lockstep/conformance/walk/walk_subject.h"
#include "lockstep/oracle/schema_prefix/oracle_policy.h"

namespace lockstep::cli {

struct OnePrefix {
  std::string schema;
  std::string prefix;  // bytes
  oracle::OraclePolicy policy{};
};

// Tells what the subject and the oracle allow next and every finding. Exit: pass, conformance_failure on a
// finding, unresolved where the schema does not compile or the oracle does not know, usage where the subject
// does not take the prefix.
ExitCode walk_one(const OnePrefix& one, conformance::WalkSubject& subject,
                  const conformance::BytePath& byte_path, Context& context);

}  // namespace lockstep::cli
