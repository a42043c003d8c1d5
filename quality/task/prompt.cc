#include "lockstep/quality/task/prompt.h"

namespace lockstep::quality {
namespace {

std::string names_of(const Item& item) {
  std::string out;
  for (const Field& field : item.fields) out += (out.empty() ? "" : ", ") + field.name;
  return out;
}

std::string instruction(PromptKind kind, const Item& item) {
  const std::string task = "Read the record and give its " + names_of(item) + ".\n";
  if (kind == PromptKind::schema) {
    return task +
           "Answer with one JSON object, null for what the record does not say. Its schema: " + item.schema +
           "\n\n";
  }
  std::string line;
  for (const Field& field : item.fields) line += (line.empty() ? "" : " | ") + field.name + " ...";
  return task + "End with one line `ANSWER: " + line + "`, with - for what the record does not say.\n\n";
}

std::string asked(PromptKind kind, const Item& item) {
  return "Record: " + item.document + (kind == PromptKind::schema ? "\nJSON:" : "\nAnswer:");
}

std::string answered(PromptKind kind, const Item& item) {
  return kind == PromptKind::schema ? item.gold : "ANSWER: " + gold_line(item.fields);
}

}  // namespace

Prompt prompt_for(PromptKind kind, const Item& item, const std::vector<Item>& examples) {
  Prompt prompt;
  for (const Item& example : examples) {
    prompt.push_back({false, (prompt.empty() ? instruction(kind, item) : "") + asked(kind, example)});
    prompt.push_back({true, answered(kind, example)});
  }
  prompt.push_back({false, (prompt.empty() ? instruction(kind, item) : "") + asked(kind, item)});
  return prompt;
}

std::string prompt_fault(const Prompt& prompt, const Item& item, const std::vector<Item>& examples) {
  if (prompt.empty() || prompt.back().reply) return "the prompt does not end with a turn of the user";
  for (const Item& example : examples) {
    if (example.document == item.document) return "the example " + example.id + " is the item " + item.id;
  }
  return {};
}

}  // namespace lockstep::quality
