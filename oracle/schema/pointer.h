// JSON Pointer (RFC 6901): tokens, and the pointer of a value inside its document.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/oracle/json_text/json_text.h"

namespace lockstep::oracle {

// "/" and the token with "~" and "/" escaped (section 3).
std::string pointer_step(std::string_view token);

// The tokens of a pointer, unescaped; nullopt where it does not begin with "/" or an escape is wrong. "" has
// none.
std::optional<std::vector<std::string>> pointer_tokens(std::string_view pointer);

// Section 4: one step down; nullptr where there is nothing. An array index has no leading zero.
const JsonValue* pointer_child(const JsonValue& value, std::string_view token);

// The pointer of `target`, a value inside `root`. Cost: the members beside the path.
std::string pointer_of(const JsonValue& root, const JsonValue& target);

}  // namespace lockstep::oracle
