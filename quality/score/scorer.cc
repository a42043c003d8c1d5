#include "lockstep/quality/score/scorer.h"

#include <fmt/format.h>

#include "lockstep/oracle/json_text/equality.h"
#include "lockstep/oracle/json_text/json_text.h"
#include "lockstep/quality/score/answer_line.h"

namespace lockstep::quality {
namespace {

Score score_line(const Item& item, std::string_view output) {
  const std::optional<std::string> value = answer_of(output);
  if (!value) return {Status::answer_not_found, ""};
  const Answer answer = read_answer(*value, item.fields);
  if (answer.reading == AnswerReading::ill_typed) return {Status::completed_offschema, answer.why};
  return {answer.correct ? Status::completed_valid_correct : Status::completed_valid_wrong, ""};
}

// A text that is too large for the judge says nothing about the model.
bool is_limit(const std::string& code) { return code == "text_too_large" || code == "too_deep"; }

}  // namespace

Score Scorer::score(const Item& item, ScoredOn on, std::string_view output) {
  return on == ScoredOn::answer_line ? score_line(item, output) : score_json(item, output);
}

Score Scorer::score_json(const Item& item, std::string_view output) {
  auto found = schemas_.find(item.schema);
  if (found == schemas_.end())
    found = schemas_.emplace(item.schema, oracle::Schema::load(item.schema, {})).first;
  const oracle::Outcome<oracle::Schema>& schema = found->second;
  if (!schema) return {Status::evaluator_error, schema.error().code + ": " + schema.error().message};
  const oracle::Outcome<oracle::JsonValue> gold = oracle::parse_json(item.gold);
  if (!gold) return {Status::evaluator_error, "gold: " + gold.error().code};
  const oracle::Outcome<oracle::JsonValue> value = oracle::parse_json(output);
  if (!value) {
    const Status status = is_limit(value.error().code) ? Status::evaluator_error : Status::completed_not_json;
    return {status, fmt::format("{} at {}", value.error().code, value.error().offset)};
  }
  const oracle::Answer answer = schema.value().check(value.value(), limits_);
  if (answer.is_unknown()) return {Status::evaluator_error, answer.reason};
  if (answer.is_no()) return {Status::completed_offschema, "schema"};
  const bool correct = oracle::equal(value.value(), gold.value());
  return {correct ? Status::completed_valid_correct : Status::completed_valid_wrong, ""};
}

}  // namespace lockstep::quality
