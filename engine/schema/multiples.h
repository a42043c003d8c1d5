// Where multipleOf is beyond what is enforced.
#pragma once

#include <optional>

#include "lockstep/engine/base/limits.h"
#include "lockstep/engine/base/meter.h"
#include "lockstep/engine/schema/schema.h"

namespace lockstep::engine {

// Refuses the first multipleOf, in the order of the nodes, with which those so far and the numbers of the
// schema need more places than Limits::multiple_places. Cost: the numbers of the schema, if it has any
// multipleOf.
std::optional<CompileFault> check_multiples(const Blocks<Node>& nodes, const Limits& limits, Meter& meter);

}  // namespace lockstep::engine
