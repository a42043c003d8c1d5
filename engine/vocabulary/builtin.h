// A small byte-complete vocabulary of our own, so that everything can run with nothing installed.
#pragma once

#include "lockstep/engine/vocabulary/vocabulary.h"

namespace lockstep::engine {

// Ids 0-255: the single bytes (kind byte). Then pieces that JSON texts are made of, among them several that
// cross the border of two JSON tokens and some that are no whole UTF-8 character. Then the markers `<|pad|>`,
// `<|stop|>` and
// `<|turn|>`; the last two stop. The logit width is larger than the vocabulary, so padding is exercised too.
// The content is fixed: a change changes the identity, which a test pins. Made once; thread-safe.
const Vocabulary& builtin_vocabulary();

}  // namespace lockstep::engine
