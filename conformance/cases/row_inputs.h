// What stands in `input`, by `input_type`. Private to this folder.
#pragma once

#include <string>
#include <string_view>

#include "lockstep/conformance/cases/case_row.h"

namespace lockstep::conformance {

// Fills text, session, tokenizer or not_applicable. `line` is the text of the row, whose spans the value has:
// a schema keeps its bytes. Throws BadRow.
void read_input(std::string_view line, const oracle::JsonValue& input, const std::string& pointer,
                CaseRow& out);

}  // namespace lockstep::conformance
