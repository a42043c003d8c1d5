// Schemas that are dense in keywords which assert: recursion, conflicts, tight bounds, listed containers,
// closed objects, and wide strings among them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lockstep/conformance/generate/choices.h"
#include "lockstep/conformance/generate/schema_generator.h"

namespace lockstep::conformance {

// Denial::never: without keywords that can hold because something else does not: negation, dependencies,
// what depends on how many items or members there are or on what others have evaluated.
enum class Denial : std::uint8_t { never, any };

// Every assertion and every applicator of draft 2020-12, and references: but not identifiers, dynamic
// references and annotations, which generate_schema() writes.
const std::vector<std::string>& dense_keywords();

// Valid by construction; a reference in place leads to later definitions only, so evaluation ends. `keywords`
// stays empty.
GeneratedSchema generate_dense_schema(Choices& choices, Denial denial);

}  // namespace lockstep::conformance
