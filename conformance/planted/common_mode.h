// Common mode: engine and oracle with the same misreading. Comparing the two cannot show it; only what stands
// outside both can: the pinned suite, independent validators, cases with a source of their own.
#pragma once

#include <string>
#include <vector>

#include "lockstep/conformance/judge/verdict.h"

namespace lockstep::conformance {

struct CommonMode {
  std::string fault;  // of planted_faults(): the wrapper that goes around both halves
  std::string check;  // that must convict it: suite, hand, policy_cases or audit
  Verdict verdict = Verdict::split_vote;
  std::string keyword{};  // that it gets wrong; empty: none in particular
};

// Sorted by fault.
const std::vector<CommonMode>& common_modes();

}  // namespace lockstep::conformance
