// Which schemas a walk has: by seed and number, so that any of them can be made again by itself.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lockstep/conformance/generate/choices.h"
#include "lockstep/conformance/generate/schema_generator.h"

namespace lockstep::conformance {

// Every second schema is dense, the others are of every kind, cut down to what is enforced but for one in
// ten, so that refusals are counted. The keywords that the general generator writes seldom are given out in
// turn. `choices` is left for what else is chosen for the schema. Cost: some microseconds.
struct WalkSchema {
  GeneratedSchema made;
  std::string text;
  std::vector<std::string> keywords;  // that evaluation can come to (enforced_schemas.h)
  Choices choices;
};
WalkSchema walk_schema_at(std::uint64_t seed, std::uint64_t index);

}  // namespace lockstep::conformance
