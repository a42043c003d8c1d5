// What a walk tells: its figures for a person, its summary for a program.
#pragma once

#include <iosfwd>

#include "lockstep/conformance/walk/mask_walk.h"
#include "lockstep/reports/summary.h"

namespace lockstep::cli {

// Every count, the oracle's unknowns by keyword, the failures small enough to paste.
void print_walk(std::ostream& out, const conformance::MaskWalkOutcome& outcome,
                const conformance::WalkFloors& floors, std::size_t vocabulary_size);

reports::Summary walk_summary(const conformance::MaskWalkOutcome& outcome);

}  // namespace lockstep::cli
