// Laws of the language algebra: pairs of schemas whose languages are the same, or one inside another,
// whatever the schemas are. Equal languages have equal masks at every prefix, so whole masks are compared and
// no oracle is needed. (Monotone inclusion: a smaller language has the smaller mask.)
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/conformance/generate/choices.h"
#include "lockstep/conformance/walk/walk_subject.h"

namespace lockstep::conformance {

enum class Relation {
  equal,   // all schemas have one language
  united,  // the first is the union of the others
  inside,  // the first is inside each of the others
};

struct Equation {
  Relation relation = Relation::equal;
  std::vector<std::string> schemas;
};

struct AlgebraLaw {
  std::string name;
  Equation (*make)(Choices& choices);
  std::string
      keyword{};       // without which the law says nothing: a subject that refuses it refuses each equation
  bool empty = false;  // a law of the empty language: there is never a mask to compare
};

// By name, each once. Operands are generated out of all that generate/ can make.
const std::vector<AlgebraLaw>& algebra_laws();

struct AlgebraTally {
  std::size_t equations = 0;
  std::size_t compared = 0;                    // compiled, none refused
  std::size_t empty = 0;                       // of those, where the first is empty
  std::size_t masks = 0;                       // prefixes at which the masks were compared
  std::map<std::string, std::size_t> refused;  // equations, by keyword
};

// One random walk of at most `steps` bytes. Empty, or what differs with the schemas and the prefix.
std::string check_equation(WalkSubject& subject, const Equation& equation, Choices& choices,
                           std::size_t steps, AlgebraTally& tally);

}  // namespace lockstep::conformance
