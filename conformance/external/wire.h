// What crosses in the JSON-lines protocols: texts as strings or {"hex": ...}, and the outcome of a compile.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "lockstep/conformance/subject/subject.h"

namespace lockstep::conformance {

// A JSON string, or {"hex": ...} where the bytes are not valid UTF-8.
nlohmann::json wire_text(const std::string& text);
// The way back; nullopt where it is neither.
std::optional<std::string> text_of_wire(const nlohmann::json& value);

std::string hex_of(std::string_view bytes);
std::optional<std::string> bytes_of_hex(std::string_view hex);

// A string member; "" where there is none.
std::string string_at(const nlohmann::json& object, const char* key);

// The members compile, code, pointer, keyword, message; nullopt where `compile` is none of the outcomes.
std::optional<CompileReply> compile_of_wire(const nlohmann::json& reply);

}  // namespace lockstep::conformance
