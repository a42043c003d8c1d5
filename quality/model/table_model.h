// A model that is a table: what was written so far, by its ending, decides the row. Exact by construction,
// for tests and for plans whose behaviour must be known beforehand.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/engine/base/result.h"
#include "lockstep/quality/model/longest_match.h"
#include "lockstep/quality/model/model.h"

namespace lockstep::quality {

// The row with the longest `after` that the output so far ends with; the prompt is not looked at. A token
// that the row does not name has the logit `other`.
struct TableRow {
  std::string after{};
  std::map<engine::TokenId, float> logits{};
  float other = -10;
};

class TableModel final : public Model {
 public:
  // `rows` must hold one with an empty `after`; no two with the same.
  TableModel(engine::Vocabulary vocabulary, std::vector<TableRow> rows);

  // Format: plan/model_table.schema.json. A token is given as {"text": bytes}, {"id": n} or {"stop": true}.
  // Error codes: bad_table (with the place).
  static engine::Result<std::unique_ptr<Model>> read(const engine::Vocabulary& vocabulary,
                                                     std::string_view json);

  const ModelIdentity& identity() const override { return identity_; }
  const engine::Vocabulary& vocabulary() const override { return vocabulary_; }
  std::vector<engine::TokenId> spell(const Prompt& prompt) const override {
    return spell_turns(spelling_, vocabulary_, prompt);
  }
  std::unique_ptr<ModelState> open(std::span<const engine::TokenId> prompt) const override;

 private:
  engine::Vocabulary vocabulary_;
  LongestMatch spelling_;
  std::vector<TableRow> rows_;  // longest `after` first
  ModelIdentity identity_;
};

}  // namespace lockstep::quality
