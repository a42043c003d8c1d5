// Every keyword of every draft: the shape that its metaschema demands and what the engine does with it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lockstep/engine/base/meter.h"
#include "lockstep/engine/json/document.h"
#include "lockstep/engine/schema/dialect.h"

namespace lockstep::engine {

// The value's shape in the metaschema of the draft. A schema is an object or, after draft 4, a boolean.
enum class Shape : std::uint8_t {
  any,
  schema,
  schema_or_boolean,  // draft 4: additionalProperties, additionalItems
  schema_array,       // not empty
  schema_or_array,    // `items` before 2020-12
  schema_map,
  schema_or_strings_map,  // `dependencies`
  schema_or_names_map,    // ... of draft 4: no list is empty
  string,
  identifier,  // `$id`: no fragment but an empty one
  anchor,
  anchor_with_colons,  // of 2019-09
  boolean,
  boolean_map,  // `$vocabulary`
  number,
  positive_number,
  count,  // an integer of at least 0
  type,
  array,
  different_values,  // draft 4: an array, not empty
  unique_strings,
  names,        // draft 4: unique strings, not none
  strings_map,  // `dependentRequired`
};

enum class Role : std::uint8_t {
  enforced,
  refused,     // not enforced yet: a schema that holds it, with effect, is refused by its name
  structural,  // names and places: $id, $defs, ...
  annotation,
  retired,  // unknown, but the metaschema still has a shape for it
};

struct Keyword {
  std::string_view name;
  Shape shape;
  Role role;
};

// nullopt: unknown in this draft, or of none of the vocabularies.
std::optional<Keyword> keyword_named(std::string_view name, const Dialect& dialect = {});

bool is_schema(json::Value value, Draft draft);

// What is wrong with the keyword's own value, or nullopt. Subschemas are not looked into. Passes an operation
// for each element and member.
std::optional<std::string> shape_fault(Shape shape, json::Value value, Draft draft = Draft::draft2020_12,
                                       Meter* meter = nullptr);

// The bound of minLength and its like; the value has Shape::count. Beyond 2^64 - 1 it is that.
std::uint64_t count_of(json::Value value, Meter* meter = nullptr);

}  // namespace lockstep::engine
