// The free arm's answer: the value after the last `ANSWER:` line, read by the types of the fields.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/quality/task/item.h"

namespace lockstep::quality {

// What stands behind `ANSWER:` in the last line that begins with it, without the spaces around; none: no such
// line.
std::optional<std::string> answer_of(std::string_view output);

enum class AnswerReading { typed, ill_typed };

struct Answer {
  AnswerReading reading = AnswerReading::ill_typed;
  bool correct = false;
  std::string why{};  // of ill_typed: which value
};

// Split at " | ", each part a field's name, in order, and its value. A whole number is decimal digits with an
// optional sign; a choice is one of its words; "-" is absent.
Answer read_answer(const std::string& value, const std::vector<Field>& fields);

}  // namespace lockstep::quality
