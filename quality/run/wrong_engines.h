// Engines that are wrong on purpose, each with the verdict by which a run convicts it. The built-in engine
// has no switch for faults: they are wrappers around it, those of conformance/planted and two that only a run
// over texts can see.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lockstep/conformance/planted/wrong_masks.h"
#include "lockstep/conformance/walk/byte_path.h"
#include "lockstep/conformance/walk/walk_subject.h"

namespace lockstep::quality {

struct WrongEngine {
  std::string name{};
  std::string sentence{};
  std::vector<std::string> verdicts{};  // one of them convicts it; others may be found beside it
  // `byte_path` must outlive the subject.
  std::function<std::unique_ptr<conformance::WalkSubject>(std::unique_ptr<conformance::WalkSubject> healthy,
                                                          const conformance::BytePath& byte_path)>
      make{};
};

// Sorted by name. Names are unique.
const std::vector<WrongEngine>& wrong_engines();

}  // namespace lockstep::quality
