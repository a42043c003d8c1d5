// The steps of a case: sessions of one constraint over one vocabulary.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>

#include "lockstep/adversarial/case_file.h"
#include "lockstep/adversarial/conversation.h"
#include "lockstep/adversarial/judge_case.h"

namespace lockstep::adversarial {

// Tells the subject the case's vocabulary (null: every byte and a stop token, ids 0 to 256). What came of it:
// ok, or refused with the subject's code.
conformance::CompileReply tell_vocabulary(const nlohmann::json& vocabulary, std::uint64_t seed,
                                          Conversation& talk);

// Runs the steps on `constraint`; the first one that goes wrong ends them.
void run_steps(const nlohmann::json& steps, std::uint64_t constraint, std::uint64_t seed, Conversation& talk,
               CaseOutcome& outcome);

}  // namespace lockstep::adversarial
