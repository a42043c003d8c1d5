// What became of one item in one arm. Exclusive: every run of an item has exactly one.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace lockstep::quality {

enum class Status : std::uint8_t {
  completed_valid_correct,  // ended by itself, in the language that was asked for, the right answer
  completed_valid_wrong,
  completed_offschema,  // JSON that the schema does not admit; an answer line whose values are not of their
                        // types
  completed_not_json,
  answer_not_found,      // no answer line, where one was asked for
  truncated_length,      // the budget of tokens came first
  constraint_empty_set,  // the mask left nothing: never repaired, never tried again
  sampling_failure,
  refused,               // the engine refused the constraint by name
  cancelled,             // stopped from outside; what was there is reported, the case is run again
  model_error,           // the model gave no row, a row of another width, or did not take a token
  engine_error,          // the engine contradicted itself, died or hung: the case's verdict says which
  evaluator_error,       // the judge could not judge: never the model's failure
  gold_not_expressible,  // the schema does not admit the right answer
};

std::string_view name(Status status);
std::optional<Status> status_named(std::string_view name);
const std::vector<Status>& all_statuses();  // in the order above

// Only evaluator_error and gold_not_expressible leave the denominator.
bool counts(Status status);
// Usable: valid and correct.
bool usable(Status status);
bool valid(Status status);

}  // namespace lockstep::quality
