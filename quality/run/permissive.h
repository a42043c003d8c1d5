// A session that allows every text: the constrained code path without a constraint.
#pragma once

#include <memory>

#include "lockstep/conformance/walk/walk_subject.h"
#include "lockstep/engine/vocabulary/vocabulary.h"

namespace lockstep::quality {

// Every text token and every stop token, at every place.
std::unique_ptr<conformance::WalkSession> make_permissive_session(const engine::Vocabulary& vocabulary);

}  // namespace lockstep::quality
