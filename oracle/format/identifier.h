// uuid, json-pointer and relative-json-pointer: RFC 4122 section 3, RFC 6901 section 3 and the relative
// pointer draft.
#pragma once

#include <string_view>

namespace lockstep::oracle {

bool is_uuid(std::u32string_view text);
bool is_json_pointer(std::u32string_view text);           // the string form, not the URI fragment form
bool is_relative_json_pointer(std::u32string_view text);  // draft-handrews-relative-json-pointer-01 section 3

}  // namespace lockstep::oracle
