// Which prefixes of a schema a walk judges: along random walks over allowed bytes, along instances around the
// schema's edge, and into long strings.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lockstep/conformance/generate/choices.h"
#include "lockstep/conformance/generate/schema_generator.h"
#include "lockstep/conformance/walk/place.h"
#include "lockstep/conformance/walk/walk_subject.h"

namespace lockstep::conformance {

struct ChosenPrefix {
  std::string bytes;
  PrefixPlace place = PrefixPlace::structure;
  bool wide = false;   // so many bytes may follow that the mask is likely dense
  bool mask = false;   // to be compared with the byte path
  bool full = false;   // and with the token filter
  std::string broken;  // or: an allowed byte was not accepted after these bytes; nothing else is judged
  std::string limit;   // ... because of this limit
};

// Distinct prefixes, at most `most`, the empty one among them; fewer where the language has no more of them
// or many walks in a row found nothing new. Instances that the subject did not take to their end are added to
// `refused`. Cost: some hundred steps of the subject a prefix.
std::vector<ChosenPrefix> choose_prefixes(WalkSession& start, const GeneratedSchema& schema, std::size_t most,
                                          Choices& choices, std::vector<std::string>& refused);

// Sets `mask` on so many of them, more than half of these where the mask is likely dense, as far as there are
// such places, and `full` on so many of these: the first inside a string where `full_in_string`, the next
// outside, and so on. Fewer where the place does not occur.
void choose_masks(std::vector<ChosenPrefix>& prefixes, std::size_t masks, std::size_t full,
                  bool full_in_string, Choices& choices);

}  // namespace lockstep::conformance
