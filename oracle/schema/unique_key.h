// What uniqueItems compares: a key per value, so that many items need no pairwise comparison.
#pragma once

#include <string>

#include "lockstep/oracle/json_text/json_text.h"

namespace lockstep::oracle {

// A text that two values share iff equal() holds for them (Core 4.2.2). Not JSON. Cost: linear but for
// sorting names.
std::string unique_key(const JsonValue& value);

}  // namespace lockstep::oracle
