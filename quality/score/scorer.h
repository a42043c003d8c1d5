// One scorer for all arms, on the raw bytes: no repair, no stripping, nothing tried twice.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "lockstep/oracle/schema/schema_check.h"
#include "lockstep/quality/score/status.h"
#include "lockstep/quality/task/item.h"

namespace lockstep::quality {

enum class ScoredOn { answer_line, json };

struct Score {
  Status status = Status::evaluator_error;
  std::string why{};  // stable code and what it is about: "trailing_bytes at 12", "schema", "steps: 50000000"
};

// The judge is the oracle: strict JSON, then the schema in its own dialect, then equality with the gold
// answer as JSON values. What the judge cannot do (a schema that it does not read, a budget) is
// evaluator_error. Thread rules: one thread at a time; schemas are kept once loaded.
class Scorer {
 public:
  explicit Scorer(oracle::CheckLimits limits = {}) : limits_(limits) {}

  // Of an output that ended by itself.
  Score score(const Item& item, ScoredOn on, std::string_view output);

 private:
  Score score_json(const Item& item, std::string_view output);

  oracle::CheckLimits limits_;
  std::map<std::string, oracle::Outcome<oracle::Schema>, std::less<>> schemas_;
};

}  // namespace lockstep::quality
