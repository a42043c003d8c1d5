// What a language model must offer here: exact logits over the full logit width, before any mask or penalty.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/engine/base/result.h"
#include "lockstep/engine/vocabulary/vocabulary.h"
#include "lockstep/quality/model/turns.h"

namespace lockstep::quality {

// How much of the distribution a backend gives. Only `exact` is built: the full row, every step.
inline constexpr std::string_view kExactTier = "exact";

struct ModelIdentity {
  std::string name;     // "ngram", "table"
  std::string sha256;   // over everything that decides its logits
  std::string numeric;  // the numeric variant: rows are equal bit by bit only where this is
};

// One text being written. Thread rules: one thread at a time.
class ModelState {
 public:
  virtual ~ModelState() = default;
  // The raw row for the next token: logit_width() numbers, the padding of the output layer too. Anything else
  // is a model error, and so is an empty row.
  virtual std::vector<float> logits() = 0;
  // One token more; false: the model cannot go on (out of range, context full). Nothing changed then.
  virtual bool feed(engine::TokenId token) = 0;
};

// Sampling lives in the harness, never in a model. Thread rules: const calls from any thread.
class Model {
 public:
  virtual ~Model() = default;
  virtual const ModelIdentity& identity() const = 0;
  virtual const engine::Vocabulary& vocabulary() const = 0;
  // The prompt as the model's own chat template and tokenizer spell it, up to where a reply begins.
  virtual std::vector<engine::TokenId> spell(const Prompt& prompt) const = 0;
  virtual std::unique_ptr<ModelState> open(std::span<const engine::TokenId> prompt) const = 0;
};

// SHA-256 of the row as binary32, little endian.
std::string logits_digest(std::span<const float> row);

}  // namespace lockstep::quality
