// The planted faults by kind; planted_faults() in wrong_subject.h gathers them.
#pragma once

#include <vector>

#include "lockstep/conformance/planted/wrong_subject.h"

namespace lockstep::conformance {

std::vector<PlantedFault> number_faults();      // numbers, enum, const, bounds
std::vector<PlantedFault> string_faults();      // lengths, patterns, formats, contents
std::vector<PlantedFault> format_faults();      // one format misread
std::vector<PlantedFault> object_faults();      // properties, items, dependencies
std::vector<PlantedFault> applicator_faults();  // boolean keywords, conditions
std::vector<PlantedFault> reference_faults();   // references, anchors, remotes, unevaluated
std::vector<PlantedFault> text_faults();        // readers that take what is no JSON text
std::vector<PlantedFault> habit_faults();       // what decoders and forms like to assume
std::vector<PlantedFault> keyword_faults();     // one keyword misread

}  // namespace lockstep::conformance
