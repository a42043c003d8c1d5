// Trees of the oracle's reader back to JSON text, for the planted faults only: what they show to the oracle
// is new text.
#pragma once

#include <string>

#include "lockstep/oracle/json_text/json_text.h"

namespace lockstep::conformance {

// No white space; members in source order; numbers in their source spelling; strings with the escapes that
// RFC 8259 section 7 demands and no other. Spans of the tree are ignored. Recursive: as deep as the tree.
std::string write_json(const oracle::JsonValue& value);

}  // namespace lockstep::conformance
