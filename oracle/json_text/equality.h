// Equality of JSON values as JSON Schema Core 2020-12 section 4.2.2 defines it, for enum, const and
// uniqueItems.
#pragma once

#include "lockstep/oracle/json_text/json_text.h"

namespace lockstep::oracle {

// Same kind, and: numbers by mathematical value (1 = 1.0 = 10e-1, -0 = 0), strings code point for code point,
// arrays item by item, objects member by member whatever the order. Cost: n log n in the size. Thread rules:
// pure.
bool equal(const JsonValue& a, const JsonValue& b);

}  // namespace lockstep::oracle
