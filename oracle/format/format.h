// The formats of JSON Schema Validation 2020-12 section 7.3 as assertions, one function each, RFC section
// cited.
#pragma once

#include <string_view>

#include "lockstep/oracle/answer.h"

namespace lockstep::oracle {

// True for the nineteen names that check_format asserts. Any other name is an annotation (section 7.2.3).
bool is_known_format(std::string_view name);

// Is the string (UTF-8) of that format? An unknown name answers yes. Only strings have formats: callers skip
// others.
Answer check_format(std::string_view name, std::string_view value);

}  // namespace lockstep::oracle
