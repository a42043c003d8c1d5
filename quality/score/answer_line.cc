#include "lockstep/quality/score/answer_line.h"

#include <algorithm>

namespace lockstep::quality {
namespace {

constexpr std::string_view kMark = "ANSWER:";
constexpr std::string_view kBetween = " | ";

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r'))
    text.remove_suffix(1);
  return text;
}

std::vector<std::string> split(const std::string& value) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (std::size_t at = value.find(kBetween); at != std::string::npos; at = value.find(kBetween, begin)) {
    parts.push_back(value.substr(begin, at - begin));
    begin = at + kBetween.size();
  }
  parts.push_back(value.substr(begin));
  return parts;
}

bool is_whole_number(const std::string& text) {
  const std::size_t sign = !text.empty() && text.front() == '-' ? 1 : 0;
  return text.size() > sign && std::all_of(text.begin() + static_cast<std::ptrdiff_t>(sign), text.end(),
                                           [](char c) { return c >= '0' && c <= '9'; });
}

// Without leading zeros; -0 is 0.
std::string number_value(const std::string& text) {
  const bool negative = text.front() == '-';
  const std::size_t first = text.find_first_not_of('0', negative ? 1 : 0);
  if (first == std::string::npos) return "0";
  return (negative ? "-" : "") + text.substr(first);
}

}  // namespace

std::optional<std::string> answer_of(std::string_view output) {
  std::optional<std::string> found;
  while (true) {
    const std::size_t end = output.find('\n');
    const std::string_view line = trimmed(output.substr(0, end));
    if (line.starts_with(kMark)) found = std::string(trimmed(line.substr(kMark.size())));
    if (end == std::string_view::npos) return found;
    output.remove_prefix(end + 1);
  }
}

Answer read_answer(const std::string& value, const std::vector<Field>& fields) {
  const std::vector<std::string> parts = split(value);
  if (parts.size() != fields.size()) return {AnswerReading::ill_typed, false, "another number of values"};
  bool correct = true;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const Field& field = fields[i];
    std::string part(trimmed(parts[i]));
    if (!part.starts_with(field.name + " "))
      return {AnswerReading::ill_typed, false, field.name + " is not named"};
    part = trimmed(std::string_view(part).substr(field.name.size()));
    if (part == "-") {
      correct = correct && !field.value;
      continue;
    }
    if (field.type == FieldType::integer) {
      if (!is_whole_number(part))
        return {AnswerReading::ill_typed, false, field.name + " is no whole number"};
      part = number_value(part);
    }
    if (field.type == FieldType::choice &&
        std::find(field.choices.begin(), field.choices.end(), part) == field.choices.end())
      return {AnswerReading::ill_typed, false, field.name + " is none of its words"};
    correct = correct && field.value == part;
  }
  return {AnswerReading::typed, correct, ""};
}

}  // namespace lockstep::quality
