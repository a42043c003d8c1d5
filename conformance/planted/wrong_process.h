// Engines that are wrong as whole subjects: they die, they hang, they give up, they misread
// what no walk shows.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "lockstep/conformance/judge/verdict.h"
#include "lockstep/conformance/subject/subject.h"

namespace lockstep::conformance {

struct ProcessFault {
  std::string name;
  std::string sentence;  // what such an engine does
  Verdict verdict = Verdict::crash;
  std::string check;     // that must convict it, with this verdict: suite or hand
  std::string only_ids;  // prefix of the ids of the cases that it is tried on; empty: all
  std::function<std::unique_ptr<Subject>()> make;
  std::string keyword{};  // that it gets wrong; empty: none in particular
};

// Sorted by name.
const std::vector<ProcessFault>& process_faults();

// The built-in engine in a child of its own, without a fault: what the others are compared with.
std::unique_ptr<Subject> make_healthy_process();

}  // namespace lockstep::conformance
