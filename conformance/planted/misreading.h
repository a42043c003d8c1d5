// Keywords misread: by an engine alone, which the oracle shows, and by engine and oracle alike, which only
// the validators outside both can show.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "lockstep/conformance/planted/wrong_masks.h"
#include "lockstep/oracle/json_text/json_text.h"

namespace lockstep::conformance {

// One fault of planted_faults(), an edit of the schema, put around the engine and around both halves.
struct Misreading {
  std::string keyword;
  std::string fault;
  Verdict verdict = Verdict::over_accept;  // that convicts the engine
  std::string check;                 // of the walk, by which; empty: the fault goes around both halves only
  std::string pair_check = "audit";  // that convicts the pair
  Verdict pair_verdict = Verdict::split_vote;
};

// In the order of the keywords.
const std::vector<Misreading>& misreadings();

// An engine that reads another schema than it was given: the tree as `edit` leaves it.
MaskFault misread(std::string name, std::string sentence, Verdict verdict, std::string check,
                  std::function<void(oracle::JsonValue& schema)> edit);

}  // namespace lockstep::conformance
