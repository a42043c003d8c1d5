// The engine's side of a comparison with V8.
#pragma once

#include "v8.h"

namespace lockstep::conformance {

// `refused` where the engine names a limit or a back-reference: for such a pattern `answers` is empty. Only
// asked with subjects: a pattern alone has its grammar told.
V8Answer ask_engine(const V8Question& question);

}  // namespace lockstep::conformance
