// How the self-test shows what became of each planted fault, and of each check.
#pragma once

#include <iosfwd>
#include <vector>

#include "lockstep/conformance/planted/selftest.h"
#include "lockstep/reports/record.h"

namespace lockstep::cli {

// Verdict convicted or escaped; keywords are the checks that convicted.
reports::Case case_of(const conformance::Trial& trial);

// Fault by fault: the check that convicts it, the verdict, in how many of the cases, how many were needed.
void print_trials(std::ostream& out, const std::vector<conformance::Trial>& trials);
// Check by check: how many faults of each kind it convicts.
void print_checks(std::ostream& out, const std::vector<conformance::Trial>& trials);
// What the healthy halves met, what is idle, who escaped.
void print_conclusion(std::ostream& out, const conformance::Selftest& result);

}  // namespace lockstep::cli
