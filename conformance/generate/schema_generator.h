// Schemas of draft 2020-12 from bytes: every keyword, valid against the metaschema, every reference
// resolvable, no endless evaluation. Core and Validation, https://json-schema.org/draft/2020-12.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "lockstep/conformance/generate/choices.h"
#include "lockstep/conformance/generate/json_tree.h"

namespace lockstep::conformance {

struct SchemaShape {
  std::size_t depth = 3;        // nesting of subschemas below the root
  std::size_t definitions = 4;  // at most, in `$defs` of the root
  bool odd_numbers = true;      // numbers that binary64 does not hold
};

struct GeneratedSchema {
  Tree root;
  // Every value of `$ref` and `$dynamicRef` -> the members that lead from the root to a subschema that it can
  // mean.
  std::map<std::string, std::vector<std::string>> targets;
  std::set<std::string> keywords;  // that occur
};

// The keywords that it can produce: all of the 2020-12 vocabularies, and "x-unknown".
const std::vector<std::string>& generated_keywords();

GeneratedSchema generate_schema(Choices& choices, const SchemaShape& shape = {});

// Any JSON value out of the pools.
Tree generate_value(Choices& choices, std::size_t depth, bool odd_numbers);

}  // namespace lockstep::conformance
