// The trials of the self-test, one function for each kind of planted fault.
#pragma once

#include <vector>

#include "lockstep/conformance/planted/known_next_bytes.h"
#include "lockstep/conformance/planted/selftest.h"

namespace lockstep::conformance {

// The wrong validator against known answers and the audit.
Trial try_validator(const PlantedFault& fault, const SelftestRun& run,
                    const std::vector<Baseline>& baselines);

// A whole engine, perhaps in a process, against known answers. `fault.check` empty: only what it finds.
Trial try_process(const ProcessFault& fault, const SelftestRun& run);

// Wrong masks against the oracle: walks over generated schemas, then the cases `hand/` followed.
// `known`: what the oracle said of those cases in the trials of other engines.
Trial try_engine(const MaskFault& fault, const SelftestRun& run, const BytePath& byte_path,
                 KnownNextBytes& known);

// The same misreading on both sides. It must not show when the two are compared, over whole documents and,
// where it lies in the schema alone, over the masks; and it must show by the declared check.
Trial try_pair(const CommonMode& mode, const SelftestRun& run, const std::vector<Baseline>& baselines,
               const BytePath& byte_path);

// The healthy engine with the built-in vocabulary and the policy `spec`, as a walk sees it.
std::unique_ptr<WalkSubject> healthy_walk_subject();

}  // namespace lockstep::conformance
