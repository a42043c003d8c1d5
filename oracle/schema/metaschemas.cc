// Look-up in the embedded metaschemas.
#include "lockstep/oracle/schema/metaschemas.h"

#include <span>

namespace lockstep::oracle {

// Defined in the generated source.
std::span<const EmbeddedFile> embedded_metaschemas();

std::string_view official_metaschema(std::string_view uri) {
  for (const EmbeddedFile& file : embedded_metaschemas()) {
    if (file.name == uri) return file.text;
  }
  return {};
}

std::string metaschema_identity(std::string identity) {
  constexpr std::string_view kYears = "http://json-schema.org/draft/20";
  constexpr std::string_view kNumbers = "https://json-schema.org/draft-0";
  if (identity.starts_with(kYears)) return "https" + identity.substr(4);
  if (identity.starts_with(kNumbers)) return "http" + identity.substr(5);
  return identity;
}

std::string_view metaschema_of(Draft draft) {
  switch (draft) {
    case Draft::draft4:
      return "http://json-schema.org/draft-04/schema";
    case Draft::draft6:
      return "http://json-schema.org/draft-06/schema";
    case Draft::draft7:
      return "http://json-schema.org/draft-07/schema";
    case Draft::draft2019:
      return "https://json-schema.org/draft/2019-09/schema";
    case Draft::draft2020:
      break;
  }
  return kStandardDialect;
}

std::optional<Draft> draft_of_metaschema(std::string_view uri) {
  for (const Draft draft :
       {Draft::draft4, Draft::draft6, Draft::draft7, Draft::draft2019, Draft::draft2020}) {
    if (uri == metaschema_of(draft)) return draft;
  }
  return std::nullopt;
}

bool is_other_draft(std::string_view uri) {
  for (const std::string_view draft :
       {"http://json-schema.org/schema", "http://json-schema.org/draft-00/schema",
        "http://json-schema.org/draft-01/schema", "http://json-schema.org/draft-02/schema",
        "http://json-schema.org/draft-03/schema", "http://json-schema.org/draft-05/schema",
        "https://json-schema.org/draft/next/schema"}) {
    if (uri == draft) return true;
  }
  return false;
}

}  // namespace lockstep::oracle
