// Shared by the tests of this folder.
#pragma once

#include <string>
#include <string_view>

#include "lockstep/oracle/schema_prefix/schema_prefix.h"

namespace lockstep::oracle {

// Ends the program with a message where the schema does not load.
PrefixOracle oracle_for(std::string_view schema, const OraclePolicy& policy);

// "yes", "no" or "unknown: reason".
std::string word_of(const Answer& answer);

// The bytes of the whole file; ends the program where there is none.
std::string read_file(const std::string& path);

std::string shown(std::string_view bytes);

}  // namespace lockstep::oracle
