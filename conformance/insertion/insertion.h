// One insertion: a schema that lacks a keyword, the same schema with it, and instances on both sides of it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/conformance/generate/schema_generator.h"
#include "lockstep/conformance/insertion/keyword_values.h"
#include "lockstep/conformance/subject/subject.h"

namespace lockstep::conformance {

struct Insertion {
  ValidateRequest without;
  ValidateRequest with;  // the same instances
  std::string pointer;   // JSON pointer of the keyword in `with`; of a metaschema's $vocabulary: empty
};

// What an insertion is made from.
struct InsertionPlan {
  GeneratedSchema base;
  GeneratedSchema with;
  std::vector<std::string> path;  // members that lead to the keyword
  std::shared_ptr<const Registry> registry_without, registry_with;
};

// Deterministic in the choices. The schemas need not be different in meaning, nor be readable by everybody.
Insertion make_insertion(const InsertedKeyword& keyword, Choices& choices);

// For keywords that mean something only together with others: identifiers, definitions, dialects.
InsertionPlan plan_structural(const std::string& keyword, Choices& choices);

// "/a~1b/0" for {"a/b", "0"}.
std::string pointer_of(const std::vector<std::string>& path);

}  // namespace lockstep::conformance
