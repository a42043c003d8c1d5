// What a model is asked, in turns. The wrapper is the arm's; task, examples and their answers are the same in
// all arms.
#pragma once

#include <string>
#include <vector>

#include "lockstep/quality/model/turns.h"
#include "lockstep/quality/task/item.h"

namespace lockstep::quality {

enum class PromptKind {
  answer_line,  // a neutral contract: one line `ANSWER: name a | other b`; neither JSON nor schema is named
  schema        // the schema's text, examples as JSON
};

// Instruction, each example with its answer, the item. It ends with a turn of the user.
Prompt prompt_for(PromptKind kind, const Item& item, const std::vector<Item>& examples);

// Empty, or why the prompt must not be run: it ends with a reply, or an example is the item itself.
std::string prompt_fault(const Prompt& prompt, const Item& item, const std::vector<Item>& examples);

}  // namespace lockstep::quality
