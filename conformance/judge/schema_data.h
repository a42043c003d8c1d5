// Which parts of a schema document are data: the values of enum, const, default, examples and of unknown
// keywords. What looks like a keyword in there is none (Core 2020-12, sections 4.3.1 and 9.4.2), and
// validators differ on it.
#pragma once

#include <string_view>
#include <vector>

#include "lockstep/oracle/json_text/json_text.h"

namespace lockstep::conformance {

// The outermost data values, found by walking the applicators of drafts 4 to 2020-12.
std::vector<const oracle::JsonValue*> data_values(const oracle::JsonValue& schema);

// Is a byte offset of the schema's text inside one of these values?
bool is_inside(const std::vector<const oracle::JsonValue*>& values, std::size_t offset);

// What a reference "#/a/0/b" means in this document; null for any other form and where there is nothing.
const oracle::JsonValue* at_pointer(const oracle::JsonValue& document, std::string_view reference);

}  // namespace lockstep::conformance
