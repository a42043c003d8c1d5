// What must hold for any subject, whatever its grammar: checks that need no oracle.
#pragma once

#include <string>
#include <vector>

#include "lockstep/conformance/generate/choices.h"
#include "lockstep/conformance/walk/byte_path.h"
#include "lockstep/conformance/walk/prefix_judge.h"
#include "lockstep/conformance/walk/walk_subject.h"

namespace lockstep::conformance {

// At `prefix`, where the mask is `mask`. determinism: asked twice, the same. rollback: a token taken and
// undone changes nothing. refusal: a token with a clear bit is not taken, and changes nothing. fork: what a
// fork does does not show. split: the prefix in other pieces leads to the same mask. forced: each forced byte
// is the only one. stop: a stop token is taken iff the stop bit is set, and nothing is after it.
void check_laws(const BytePath& byte_path, WalkSession& start, WalkSession& here, const std::string& prefix,
                const std::vector<std::uint32_t>& mask, Choices& choices, std::vector<Finding>& found);

}  // namespace lockstep::conformance
