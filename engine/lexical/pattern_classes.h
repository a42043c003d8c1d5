// Internal: the classes that escapes of regular expressions name.
#pragma once

#include "lockstep/engine/lexical/code_point_set.h"

namespace lockstep::engine {

CodePointSet digit_characters();
CodePointSet word_characters();
CodePointSet space_characters();

}  // namespace lockstep::engine
