// Given texts in lockstep: a subject follows each text byte by byte, and is judged where the text ends or
// dies, and once before.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "lockstep/conformance/planted/known_next_bytes.h"
#include "lockstep/conformance/walk/prefix_judge.h"

namespace lockstep::conformance {

struct Followed {
  std::size_t prefixes = 0;  // judged
  std::size_t refused = 0;   // schemas that the subject refuses by name
  std::size_t bits = 0;      // next bytes and stop bits that the oracle decided
  std::size_t full = 0;      // masks compared with the token filter
};

// One thing found: at which text (its index among `texts`), and what.
using FoundOne = std::function<void(std::size_t text, const Finding& finding)>;

// The subject reads `schema`, the oracle `oracle_schema` under the policy `spec`: the same bytes, unless a
// misreading shared by both is shown. What compiles to empty is judged too (check `compile`), and what
// compiles although its evaluation has no end. `full`: masks are also compared with the oracle's token
// filter. Calls `found` for each failure. `known`: what the oracle said before, and what it says now.
void follow_texts(WalkSubject& subject, const BytePath& byte_path, const std::string& schema,
                  const std::string& oracle_schema, const std::vector<std::string>& texts, bool full,
                  KnownNextBytes& known, Followed& sum, const FoundOne& found);

}  // namespace lockstep::conformance
