// The self-test's faults outside of conformance: engines that break under hostile input, each a process
// against its case, and what is planted in the fuzz targets, against the inputs that every build replays.
#pragma once

#include <optional>
#include <vector>

#include "lockstep/adversarial/planted/hostile_faults.h"
#include "lockstep/cli/command.h"
#include "lockstep/conformance/planted/selftest.h"
#include "lockstep/fuzz/check.h"

namespace lockstep::cli {

// Their checks: "adversarial" and "fuzz".
const std::vector<conformance::Check>& hostile_checks();

// A fault of a target, for the check "fuzz".
struct FuzzFault {
  const fuzz::Target* target = nullptr;
  const fuzz::TargetFault* fault = nullptr;
};

// Those of the targets that no walk tries, without those that end or stop a process, which are for the
// fuzzer.
const std::vector<FuzzFault>& fuzz_faults();

struct HostileFaults {
  std::vector<adversarial::HostileFault> engines;
  std::vector<FuzzFault> targets;
  bool empty() const { return engines.empty() && targets.empty(); }
};

// A trial for each fault; where the healthy engine is wrong on a case or an input, its id goes to
// `healthy_wrong`. `whole`: a check that then convicts nothing goes to `idle`. Cost: two processes for each
// engine, and two seconds for one that hangs. Codes: those of read_folder.
std::optional<CodedError> try_hostile_faults(const HostileFaults& faults, bool whole, const Context& context,
                                             conformance::Selftest& result);

}  // namespace lockstep::cli
