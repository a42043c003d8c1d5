// The vocabularies that have a name: where each file lies, what it does not say itself, and the identity it
// must have.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lockstep/engine/base/result.h"
#include "lockstep/engine/vocabulary/options.h"
#include "lockstep/engine/vocabulary/vocabulary.h"

namespace lockstep::conformance {

struct VocabularyPin {
  std::string name;
  std::string file;                   // below the deps folder; empty for the built-in one
  engine::VocabularyOptions options;  // special tokens, stops, logit width, holes
  std::string identity;               // Vocabulary::identity()
};

// builtin first, then in the order of the documentation.
const std::vector<VocabularyPin>& vocabulary_pins();

// "builtin, llama-3, ..., hostile": the last is made by a generator (hostile_vocabulary.h), not read, and is
// no pin.
std::string pinned_vocabulary_names();

// A pinned name, else the path of a file (read with `options`). `deps` is the folder that `./run setup`
// filled.
//
// Errors beside those of engine::load_vocabulary: unknown_vocabulary (neither a name nor a readable file),
// vocabulary_not_installed (a name whose file is missing), vocabulary_changed (a pinned file without its
// pinned identity), bad_option (options for a pinned name). The messages name the way out. Thread rules: safe
// from any thread.
engine::Result<engine::Vocabulary> open_vocabulary(std::string_view name_or_path, const std::string& deps,
                                                   const engine::VocabularyOptions& options = {});

}  // namespace lockstep::conformance
