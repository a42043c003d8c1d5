// What \p{...} of ECMA-262 stands for: General_Category, Script, Script_Extensions and the binary properties
// of code points, from the Unicode Character Database of Debian's unicode-data. The tables are made at build
// time by unicode_generator.cc.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "lockstep/engine/lexical/code_point_set.h"

namespace lockstep::engine {

// The version of the database that the tables were made from: "15.0.0".
std::string_view unicode_version();

// `expression`: the text between the braces: "Lu", "gc=Lu", "Script=Greek", "scx=Grek", "ASCII". Spelled
// exactly as ECMA-262 section 22.2.2.10 (2025) and the database's alias files spell it; nullopt otherwise.
// Cost: a binary search and a copy of the spans.
std::optional<CodePointSet> unicode_property(std::string_view expression);

// Every expression that is known, sorted by bytes.
std::vector<std::string_view> unicode_property_expressions();

// The generated tables, sorted by expression; `spans` is where its spans begin in unicode_spans().
struct UnicodeProperty {
  std::string_view expression;
  std::uint32_t spans = 0;
  std::uint32_t count = 0;
};
std::span<const UnicodeProperty> unicode_properties();
std::span<const CodePointSpan> unicode_spans();

}  // namespace lockstep::engine
