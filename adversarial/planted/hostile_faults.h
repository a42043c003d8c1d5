// Engines that break under hostile input: the healthy engine behind a wrapper with one fault, served by
// `lockstep subject --planted NAME`. Each must be convicted by the case that it names, with the verdict that
// it names.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "lockstep/conformance/judge/verdict.h"
#include "lockstep/conformance/subject/subject.h"
#include "lockstep/engine/vocabulary/vocabulary.h"

namespace lockstep::adversarial {

struct HostileFault {
  std::string name;
  std::string sentence;  // what such an engine does
  conformance::Verdict verdict = conformance::Verdict::crash;
  std::string case_id;  // that must convict it, with this verdict
  std::function<std::unique_ptr<conformance::Subject>(std::unique_ptr<conformance::Subject> healthy,
                                                      const engine::Vocabulary& vocabulary)>
      make;
};

// Sorted by name. Names are unique.
const std::vector<HostileFault>& hostile_faults();

// Null: no fault has the name.
const HostileFault* hostile_fault(const std::string& name);

}  // namespace lockstep::adversarial
