// Unicode 15.0 properties by the expressions of ECMA-262 \p{...}: General_Category, Script, Script_Extensions
// and the binary properties of code points, with every alias that ECMA-262 admits (section 22.2.1 of its
// 2024 edition).
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "lockstep/oracle/unicode/code_point_set.h"

namespace lockstep::oracle {

// The text between the braces: "Lu", "gc=Lu", "Script=Greek", "scx=Grek", "ASCII". Exact spelling, case
// included; nullopt for anything that ECMA-262 calls a syntax error. Cost: a binary search and a copy of the
// ranges.
std::optional<CodePointSet> find_property(std::string_view expression);

// Every accepted expression, sorted by bytes.
std::vector<std::string_view> property_expressions();

}  // namespace lockstep::oracle
