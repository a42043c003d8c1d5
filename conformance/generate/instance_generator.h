// Instances for a generated schema: built to satisfy it as well as simple means can, then changed in one
// place. Nothing here decides validity; that is the oracle's business.
#pragma once

#include <cstddef>

#include "lockstep/conformance/generate/choices.h"
#include "lockstep/conformance/generate/json_tree.h"
#include "lockstep/conformance/generate/schema_generator.h"

namespace lockstep::conformance {

// An instance that mostly satisfies the schema.
Tree build_instance(const GeneratedSchema& schema, Choices& choices);

// Changes one value somewhere in the tree: another number nearby, a longer string, one item or member more or
// less, a value that stands in the schema, any value.
void mutate_instance(Tree& instance, const GeneratedSchema& schema, Choices& choices);

}  // namespace lockstep::conformance
