// Engines that are wrong on purpose, as a walk sees them: the built-in engine behind a wrapper with one
// fault. The engine itself has no switch for faults.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "lockstep/conformance/judge/verdict.h"
#include "lockstep/conformance/walk/byte_path.h"
#include "lockstep/conformance/walk/walk_subject.h"

namespace lockstep::conformance {

struct MaskFault {
  std::string name;
  std::string sentence;                     // what such an engine does
  Verdict verdict = Verdict::inconsistent;  // that convicts it; milder and worse ones may be found beside it
  std::string check;                        // of the walk, by which (Finding::check)
  bool by_witness = false;                  // the witness tier convicts it too
  // `byte_path` must outlive the subject.
  std::function<std::unique_ptr<WalkSubject>(std::unique_ptr<WalkSubject> healthy, const BytePath& byte_path)>
      make;
  std::string keyword{};  // that it gets wrong; empty: none in particular
};

// Sorted by name. Names are unique.
const std::vector<MaskFault>& mask_faults();

// A part of them: sessions and compiling, one for each check that no other fault needs.
std::vector<MaskFault> step_faults();
// One keyword misread (misreading.h).
std::vector<MaskFault> misread_faults();
// They see too little of what must still come (shortsighted.h).
std::vector<MaskFault> shortsighted_faults();

}  // namespace lockstep::conformance
