// Runs the script of a session row.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lockstep/conformance/cases/case_judge.h"
#include "lockstep/engine/base/result.h"
#include "lockstep/engine/vocabulary/vocabulary.h"

namespace lockstep::conformance {

// The row's tokens: `stop` and `special` are control, what lies beyond `vocab_size` is not there, bytes may
// be missing. Errors: those of engine::VocabularyBuilder.
engine::Result<engine::Vocabulary> vocabulary_of(const SessionInput& input);

// `start` is session A. Stops at the first step that is not as the script says, and blames it by its number
// from
// 1. Before each step and at the end every token is tried on a fork: it is taken iff the mask has it, stop
// bits are can_stop, padding is clear.
void run_script(std::unique_ptr<CaseSession> start, const engine::Vocabulary& vocabulary,
                const std::vector<ScriptStep>& script, CaseResult& out);

// Bytes as a text, each ill-formed part U+FFFD: as `forced` is written in rows.
std::string as_text(const std::string& bytes);

}  // namespace lockstep::conformance
