// The official metaschemas of all drafts from 4 on, embedded at build time from the pinned package (see
// CMakeLists.txt).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "lockstep/oracle/schema/rules.h"

namespace lockstep::oracle {

inline constexpr std::string_view kStandardDialect = "https://json-schema.org/draft/2020-12/schema";

// One embedded file; the table is generated.
struct EmbeddedFile {
  std::string_view name;  // the URI, without fragment
  std::string_view text;
};

// The text of an official metaschema by its URI, without fragment; empty for any other URI.
std::string_view official_metaschema(std::string_view uri);

// drafts.md 1.1: the identity of a metaschema with the scheme that its draft gives it, http or https.
std::string metaschema_identity(std::string identity);

// The URI of a draft's official metaschema, without fragment.
std::string_view metaschema_of(Draft draft);

// The draft that an official metaschema is the root of; nullopt for any other URI.
std::optional<Draft> draft_of_metaschema(std::string_view uri);

// True for the metaschema URIs of the drafts that are not known here, so that they can be refused by name.
bool is_other_draft(std::string_view uri);

}  // namespace lockstep::oracle
