// Which JSON Schema keywords a schema uses, for the per-keyword table. Counting only: no verdict depends on
// it.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "lockstep/oracle/json_text/json_text.h"

namespace lockstep::conformance {

// What the value of a keyword holds, as far as schemas go. A list of schemas counts as a schema.
enum class Holds { nothing, schema, schemas_by_name };

// Every keyword of the drafts 4 to 2020-12; nullopt for any other name.
std::optional<Holds> keyword_holds(std::string_view name);

// Keywords at schema positions: names of properties and definitions, and what stands inside const, enum,
// default and examples, are not keywords. A boolean schema counts as "true/false".
std::set<std::string> keywords_of(const oracle::JsonValue& schema);

// What a suite file is about: "refRemote.json" -> $ref, "optional/format/date.json" -> format. May be empty.
std::set<std::string> keywords_of_file(std::string_view path);

}  // namespace lockstep::conformance
