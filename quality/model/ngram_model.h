// An n-gram model with a memory of its prompt, trained when it is made. No weights, no network, and yet what
// a mask meets in practice: confident structure, values copied rightly or wrongly, prose and fences where
// JSON was asked for.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/engine/base/result.h"
#include "lockstep/quality/model/longest_match.h"
#include "lockstep/quality/model/model.h"
#include "lockstep/quality/model/ngram_counts.h"
#include "lockstep/quality/model/word_classes.h"

namespace lockstep::quality {

// Thread rules: a plain value.
struct NgramSettings {
  std::size_t order = 16;      // signs of context
  std::size_t known_word = 8;  // a word of the training text that occurs so often is structure
  double seen = 0.2;           // what an occurrence in the prompt counts; one in the training text counts 1
  double recall = 3;           // exponent of R
  double recall_weight = 8;    // what an occurrence in the last turn counts
  std::size_t recall_order =
      8;                // folded bytes of context in the last turn; shorter ones than 3 recall nothing
  float padding = -12;  // logit of the padding beyond the vocabulary
};

// What a token's logit is: log S + recall log R, less what makes the sum one. S: Witten-Bell over the
// training text and the prompt, in contexts that see the words of the structure and no others
// (word_classes.h). R: over S, which words followed in the last turn, with every run of bytes that make no
// word folded into one sign, so that a value is found behind its name whatever stands between them (a cache
// model, Kuhn and De Mori 1990; log-linear interpolation, Klakow 1998).
class NgramModel final : public Model {
 public:
  // `text`: documents, each ended by a line `%%` (or the end); the last stop token follows each. Error codes:
  // bad_training_text (no document, or one that is empty).
  static engine::Result<std::unique_ptr<Model>> train(const engine::Vocabulary& vocabulary,
                                                      std::string_view text, const NgramSettings& settings);

  const ModelIdentity& identity() const override { return identity_; }
  const engine::Vocabulary& vocabulary() const override { return vocabulary_; }
  std::vector<engine::TokenId> spell(const Prompt& prompt) const override {
    return spell_turns(spelling_, vocabulary_, prompt);
  }
  std::unique_ptr<ModelState> open(std::span<const engine::TokenId> prompt) const override;

 private:
  class State;
  NgramModel(const engine::Vocabulary& vocabulary, std::string_view text, const NgramSettings& settings)
      : vocabulary_(vocabulary),
        spelling_(vocabulary),
        settings_(settings),
        classes_(text, settings.known_word),
        counts_(settings.order) {}
  void learn(std::string_view document);

  engine::Vocabulary vocabulary_;
  LongestMatch spelling_;
  NgramSettings settings_;
  WordClasses classes_;
  NgramCounts counts_;
  ModelIdentity identity_;
};

}  // namespace lockstep::quality
