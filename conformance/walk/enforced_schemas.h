// Schemas that stay inside the keywords which the built-in engine enforces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "lockstep/conformance/generate/choices.h"
#include "lockstep/conformance/generate/schema_generator.h"

namespace lockstep::conformance {

// Takes every keyword away that is not enforced, at schema positions only. What is left means something else
// than before, and is a valid schema again; `keywords` are those left.
void keep_enforced(GeneratedSchema& schema);

// Is it one of those that are taken away? A schema that compiles although it has such a keyword has it where
// it says nothing: in a definition that nobody refers to, or with a value that forbids nothing.
bool is_refused_keyword(std::string_view keyword);

// Denial::never: without keywords that can hold because something else does not (`not`, `oneOf`, `if`) and
// dependencies.
enum class Denial : std::uint8_t { never, any };

// Dense in the enforced keywords: recursion, conflicts, tight bounds, listed containers, closed objects.
// Valid by construction; a reference in place leads to later definitions only, so evaluation ends.
GeneratedSchema generate_enforced_schema(Choices& choices, Denial denial = Denial::any);

}  // namespace lockstep::conformance
