// Schemas, texts and vocabularies that make every long loop of the engine long: for the test and the bench of
// cancellation.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lockstep/engine/base/limits.h"
#include "lockstep/engine/policy/policy.h"
#include "lockstep/engine/vocabulary/vocabulary.h"

namespace lockstep::engine::hostile {

struct Case {
  std::string name;
  std::string schema;
  std::string text = {};  // accepted before the mask is asked for
  Policy policy = Policy::spec();
  // Things of which each is met by some loop: values, names, kilobytes, states. At least so many operations
  // are charged or passed.
  std::size_t units = 0;
};

// `scale`: 1 is as hostile as the default limits let it be; smaller ones are for tests.
std::vector<Case> compiles(double scale);
// Their schemas compile quickly; a mask after `text`, that text itself or what finishes it takes long.
std::vector<Case> masks(double scale);

// Ordinary tokens, and some of `longest` bytes: of a string, a number, white space, a name, brackets.
Vocabulary long_tokens(std::size_t longest);

}  // namespace lockstep::engine::hostile
