// Look-up in the embedded metaschemas.
#include "lockstep/oracle/schema/metaschemas.h"

#include <span>

namespace lockstep::oracle {

// Defined in the generated source.
std::span<const EmbeddedFile> embedded_metaschemas();

std::string_view official_metaschema(std::string_view uri) {
  constexpr std::string_view kFolder = "https://json-schema.org/draft/2020-12/";
  if (!uri.starts_with(kFolder)) return {};
  uri.remove_prefix(kFolder.size());
  for (const EmbeddedFile& file : embedded_metaschemas()) {
    if (file.name == uri) return file.text;
  }
  return {};
}

bool is_other_draft(std::string_view uri) {
  for (const std::string_view draft :
       {"http://json-schema.org/schema", "http://json-schema.org/draft-00/schema",
        "http://json-schema.org/draft-01/schema", "http://json-schema.org/draft-02/schema",
        "http://json-schema.org/draft-03/schema", "http://json-schema.org/draft-04/schema",
        "http://json-schema.org/draft-05/schema", "http://json-schema.org/draft-06/schema",
        "http://json-schema.org/draft-07/schema", "https://json-schema.org/draft/2019-09/schema",
        "https://json-schema.org/draft/next/schema"}) {
    if (uri == draft) return true;
  }
  return false;
}

}  // namespace lockstep::oracle
