// One generated schema with instances around its edge, as texts: what the "generated" suite, property tests
// and fuzzers use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "lockstep/conformance/generate/choices.h"
#include "lockstep/conformance/generate/schema_generator.h"

namespace lockstep::conformance {

struct GeneratedCase {
  std::string schema;
  std::vector<std::string> instances;  // distinct texts
  std::set<std::string> keywords;      // that the schema uses
};

struct CaseShape {
  SchemaShape schema;
  std::size_t instances = 15;  // asked for; equal ones are left out
};

// Formats are annotations, the dialect is 2020-12, no registry is needed. Deterministic in the bytes.
GeneratedCase generate_case(Choices& choices, const CaseShape& shape = {});

// Case `index` of the run with this seed, the same on every machine and in every shard.
GeneratedCase generate_case(std::uint64_t seed, std::uint64_t index, const CaseShape& shape = {});

}  // namespace lockstep::conformance
