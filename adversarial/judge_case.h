// One case put to one subject in a process of its own.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lockstep/adversarial/case_file.h"
#include "lockstep/adversarial/conversation.h"
#include "lockstep/conformance/judge/compare.h"
#include "lockstep/conformance/judge/compare_compile.h"

namespace lockstep::adversarial {

struct CaseOutcome {
  conformance::Verdict verdict = conformance::Verdict::agree;
  std::string got;         // "ok", "limit limit_states"
  std::string detail;      // of the worst that was found
  std::string refused_by;  // keyword, for refused

  // Keeps the worse of the two.
  void meet(const conformance::Judgement& judgement, const std::string& where);
};

struct CaseSettings {
  std::string command_line;
  std::uint64_t seed = 1;
  bool limit_memory = true;
};

// Cost: a process. The subject that says `engine` in its hello is also held to the case's exact answer.
CaseOutcome judge_case(const HostileCase& one, const CaseSettings& settings);

}  // namespace lockstep::adversarial
