// Why an independent validator may say something else than the truth without either being at fault in what it
// claims to do. Each reason is a rule with a name whose predicate checks its claim on the very bytes; a rule
// that would let a wrong verdict pass is the worst bug here, so each is tested both ways.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lockstep/conformance/judge/compare.h"
#include "lockstep/conformance/subject/subject.h"

namespace lockstep::conformance {

// One validator against the truth on one text.
struct Disagreement {
  const ValidateRequest& request;  // schema, dialect, formats, registry; its instances are not looked at
  std::string_view instance;
  Expected truth = Expected::unknown;  // valid or invalid
  std::string_view voter;              // name of the subject
  Validity vote = Validity::unknown;   // valid, invalid, or error: it could not read the text
  bool rejects_schema = false;  // the voter calls the schema malformed; then there is no vote on the instance
};

struct ExplanationRule {
  std::string_view name;      // snake_case, counted under this name
  std::string_view sentence;  // for a person
  std::vector<std::string_view> voters;
  bool (*explains)(const Disagreement&);
};

// The rules in the order in which they are asked.
const std::vector<ExplanationRule>& explanation_rules();

// The name of the first rule that explains it, or "".
std::string_view explain(const Disagreement& disagreement);

}  // namespace lockstep::conformance
