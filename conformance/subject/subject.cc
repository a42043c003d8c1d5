#include "lockstep/conformance/subject/subject.h"

namespace lockstep::conformance {

const std::vector<std::string>& every_dialect() {
  static const std::vector<std::string> kAll = {
      "https://json-schema.org/draft/2020-12/schema", "https://json-schema.org/draft/2019-09/schema",
      "http://json-schema.org/draft-07/schema#", "http://json-schema.org/draft-06/schema#",
      "http://json-schema.org/draft-04/schema#"};
  return kAll;
}

std::string_view name(Compile compile) {
  switch (compile) {
    case Compile::ok:
      return "ok";
    case Compile::empty:
      return "empty";
    case Compile::refused:
      return "refused";
    case Compile::malformed:
      return "malformed";
    case Compile::limit:
      return "limit";
    case Compile::crash:
      return "crash";
    case Compile::hang:
      return "hang";
  }
  return "none";
}

std::string_view name(Validity validity) {
  switch (validity) {
    case Validity::valid:
      return "valid";
    case Validity::invalid:
      return "invalid";
    case Validity::unknown:
      return "unknown";
    case Validity::crash:
      return "crash";
    case Validity::hang:
      return "hang";
    case Validity::error:
      return "error";
  }
  return "none";
}

MaskStart Subject::start(const ValidateRequest&) {
  MaskStart none;
  none.compile.outcome = Compile::refused;
  none.compile.code = "no_masks";
  none.compile.message = "this subject judges whole documents only";
  return none;
}

}  // namespace lockstep::conformance
