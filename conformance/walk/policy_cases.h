// The cases of conformance/spec/policy_cases.json put to the built-in engine: in or out, and the byte of
// death.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "lockstep/conformance/judge/compare.h"
#include "lockstep/reports/record.h"

namespace lockstep::conformance {

struct PolicyCases {
  std::vector<reports::Case> cases;                            // ids "policy/<id>", in the order of the data
  std::size_t deaths = 0;                                      // cases whose `at` was compared
  std::size_t witnesses = 0;                                   // witnesses that were put to the engine too
  std::map<std::string, std::vector<std::string>> refused_by;  // keyword -> ids
  Tally tally;
};

// `text` is the content of the file. False, with a sentence in `fault`, where it is not of its shape.
bool run_policy_cases(const std::string& text, PolicyCases& outcome, std::string& fault);

}  // namespace lockstep::conformance
