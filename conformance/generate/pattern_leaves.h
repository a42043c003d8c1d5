// The fixed spellings that pattern_generator.cc draws from.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace lockstep::conformance {

// Where a spelling is valid: with the u flag; only without it (Annex B); nowhere (as an atom).
enum class Validity : std::uint8_t { both_or_u, without_u, nowhere };

struct PatternLeaf {
  std::string_view part;
  std::string_view text;
  std::string_view samples;  // texts that it matches, separated by "|"
  Validity validity = Validity::both_or_u;
};

std::span<const PatternLeaf> atom_leaves();        // quantifiable
std::span<const PatternLeaf> assertion_leaves();   // not quantifiable
std::span<const PatternLeaf> class_leaves();       // inside [...]
std::span<const PatternLeaf> quantifier_leaves();  // samples: "least|most" rounds in a subject
std::span<const PatternLeaf> group_leaves();       // what opens a group; samples: "" or "zero" (adds nothing)

}  // namespace lockstep::conformance
