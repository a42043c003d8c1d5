// The self-test's faults that need a process and hostile input: each engine that breaks under it against its
// case.
#pragma once

#include <string>
#include <vector>

#include "lockstep/adversarial/planted/hostile_faults.h"
#include "lockstep/cli/command.h"
#include "lockstep/conformance/planted/selftest.h"

namespace lockstep::cli {

// A trial for each fault, check "adversarial"; where the healthy engine is wrong on a case, its id goes to
// `healthy_wrong`. Cost: two processes each, and two seconds for one that hangs. Codes: those of read_folder.
std::optional<CodedError> try_hostile_faults(const std::vector<adversarial::HostileFault>& faults,
                                             const Context& context, conformance::Selftest& result);

}  // namespace lockstep::cli
