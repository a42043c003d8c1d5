// Where the oracle and V8 of Node 20 are known to differ, and why. Enforced both ways: each example must
// still differ exactly so, and each class must turn up among the generated patterns where that is said.
#pragma once

#include <string>
#include <vector>

#include "v8.h"

namespace lockstep::conformance {

// The oracle's answers in the form of V8's; answers may hold '?' for unknown.
V8Answer ask_oracle(const V8Question& question);

struct KnownDifference {
  std::string name;
  std::string reason;
  bool (*explains)(const V8Question& question, const V8Answer& oracle, const V8Answer& v8);
  bool generated;                    // some generated pattern must show it
  std::vector<V8Question> examples;  // each must differ
};

const std::vector<KnownDifference>& known_differences();

}  // namespace lockstep::conformance
