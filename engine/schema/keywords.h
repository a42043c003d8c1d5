// Every keyword of draft 2020-12: the shape that its metaschema demands and what the engine does with it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lockstep/engine/base/meter.h"
#include "lockstep/engine/json/document.h"

namespace lockstep::engine {

// The value's shape in the metaschema (https://json-schema.org/draft/2020-12/schema and its vocabularies).
enum class Shape : std::uint8_t {
  any,
  schema,
  schema_array,  // not empty
  schema_map,
  schema_or_strings_map,  // `dependencies`
  string,
  identifier,  // `$id`: no fragment but an empty one
  anchor,
  boolean,
  boolean_map,  // `$vocabulary`
  number,
  positive_number,
  count,  // an integer of at least 0, by value
  type,
  array,
  unique_strings,
  strings_map,  // `dependentRequired`
};

enum class Role : std::uint8_t {
  enforced,
  refused,     // not enforced yet: a schema that holds it, with effect, is refused by its name
  structural,  // names and places: $id, $defs, ...
  annotation,
};

struct Keyword {
  std::string_view name;
  Shape shape;
  Role role;
};

// Bits: the vocabularies of draft 2020-12 (Core section 8.1.2), which `$vocabulary` of a metaschema names.
using Vocabularies = std::uint8_t;
inline constexpr Vocabularies kCoreVocabulary = 1;
inline constexpr Vocabularies kApplicatorVocabulary = 2;
inline constexpr Vocabularies kUnevaluatedVocabulary = 4;
inline constexpr Vocabularies kValidationVocabulary = 8;
inline constexpr Vocabularies kMetaDataVocabulary = 16;
inline constexpr Vocabularies kFormatAnnotationVocabulary = 32;
inline constexpr Vocabularies kFormatAssertionVocabulary = 64;
inline constexpr Vocabularies kContentVocabulary = 128;
// Those of the dialect https://json-schema.org/draft/2020-12/schema.
inline constexpr Vocabularies kDialectVocabularies = 0xFF & ~kFormatAssertionVocabulary;

// nullopt: none of draft 2020-12.
std::optional<Vocabularies> vocabulary_named(std::string_view uri);

// nullopt: unknown in this draft, or of none of the vocabularies.
std::optional<Keyword> keyword_named(std::string_view name, Vocabularies vocabularies = kDialectVocabularies);

// What is wrong with the keyword's own value, or nullopt. Subschemas are not looked into. Passes an operation
// for each element and member.
std::optional<std::string> shape_fault(Shape shape, json::Value value, Meter* meter = nullptr);

// The bound of minLength and its like; the value has Shape::count. Beyond 2^64 - 1 it is that.
std::uint64_t count_of(json::Value value, Meter* meter = nullptr);

}  // namespace lockstep::engine
