// Judges what a subject makes of a schema, or of a vocabulary, where it is known what may come of it.
#pragma once

#include <vector>

#include "lockstep/conformance/judge/compare.h"
#include "lockstep/conformance/subject/subject.h"

namespace lockstep::conformance {

// `right` is not empty: any of it is agreement. Turned down for another reason than these is `inconsistent`,
// but `refused` and `limit` stay what they are.
Judgement compare_compile(const std::vector<Compile>& right, const CompileReply& compile);

}  // namespace lockstep::conformance
