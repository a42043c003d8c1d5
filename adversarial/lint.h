// Can the cases be believed as data? In both directions: what is used is defined, and what is defined is
// used.
#pragma once

#include <string>
#include <vector>

#include "lockstep/adversarial/case_file.h"

namespace lockstep::adversarial {

// One sentence a fault, empty where there is none. The oracle judges every file by case_schema.json; names
// are unique in each object; `count` and `bytes` are true; ids are unique; every kind, outcome, recipe, step,
// kind of token and bug type of the schema, and every flag of the notes, is used, and the notes know every
// flag; several right outcomes stand only with a flag that allows it; an exact answer of the engine is one of
// the right ones, and it is there wherever it is not plain `ok`; instances stand where something compiles;
// recipes can be expanded. Cost: about a second for the project's own cases.
std::vector<std::string> lint(const CaseFolder& folder);

}  // namespace lockstep::adversarial
