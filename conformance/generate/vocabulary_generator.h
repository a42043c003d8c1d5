// Vocabularies from bytes, small and odd: every kind of token, pieces that split characters and span JSON
// tokens, empty and equal ones, bytes that are missing, padding of any width.
#pragma once

#include <string>
#include <vector>

#include "lockstep/conformance/generate/choices.h"
#include "lockstep/engine/vocabulary/vocabulary.h"

namespace lockstep::conformance {

struct VocabularyShape {
  std::size_t pieces = 120;   // tokens beyond those of one byte, at most
  bool every_byte = false;    // else one vocabulary in four lacks some
  std::size_t longest = 300;  // bytes of a long token
};

// Valid by construction. Ids are dealt at random, so that neither bytes nor markers stand together.
engine::Vocabulary generate_vocabulary(Choices& choices, const VocabularyShape& shape = {});

// What it can produce, and which of it a vocabulary has: the test counts them.
const std::vector<std::string>& vocabulary_features();
std::vector<std::string> features_of(const engine::Vocabulary& vocabulary);

}  // namespace lockstep::conformance
