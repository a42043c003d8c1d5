// Schemas that stay inside the keywords which the built-in engine enforces.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "lockstep/conformance/generate/choices.h"
#include "lockstep/conformance/generate/schema_generator.h"
#include "lockstep/conformance/walk/dense_schema.h"

namespace lockstep::conformance {

// Takes every keyword away that is not enforced, at schema positions only. What is left means something else
// than before, and is a valid schema again; `keywords` are those left.
void keep_enforced(GeneratedSchema& schema);

// Is it one of those that are taken away? A schema that compiles although it has such a keyword has it where
// it says nothing: in a definition that nobody refers to, or with a value that forbids nothing.
bool is_refused_keyword(std::string_view keyword);

// A dense one (dense_schema.h), cut down so.
GeneratedSchema generate_enforced_schema(Choices& choices, Denial denial = Denial::any);

// The keywords that evaluation can come to: those of the root and of what its keywords and references lead
// to.
std::set<std::string> live_keywords(const GeneratedSchema& schema);

}  // namespace lockstep::conformance
