// The official metaschemas of 2020-12, embedded at build time from the pinned package (see CMakeLists.txt).
#pragma once

#include <string>
#include <string_view>

namespace lockstep::oracle {

inline constexpr std::string_view kStandardDialect = "https://json-schema.org/draft/2020-12/schema";

// One embedded file; the table is generated.
struct EmbeddedFile {
  std::string_view name;  // "schema", "meta/core", ...
  std::string_view text;
};

// The text of an official 2020-12 metaschema by its URI, without fragment; empty for any other URI.
std::string_view official_metaschema(std::string_view uri);

// True for the metaschema URIs of the other drafts, known by name so that they can be refused by name.
bool is_other_draft(std::string_view uri);

}  // namespace lockstep::oracle
