// Runs the scripts of this folder under Node and reads what they wrote.
#pragma once

#include <string>
#include <vector>

namespace lockstep::conformance {

struct V8Question {
  std::string pattern;
  std::vector<std::string> subjects;
};

struct V8Answer {
  char mode = 'e';            // 'u': valid with the u flag; 'n': only without it; 'e': neither
  std::string message_u;      // of the failure with the u flag
  std::string message_n;      // of the failure without it
  std::string answers;        // '1', '0', or 'x' (V8 ran out of stack) for each subject; empty in mode e
  std::string by_code_point;  // mode u: the same, asked in a way that avoids two faults of V8 (v8_regexp.mjs)
  std::string refused = {};   // of ours alone: the code of a refusal; the pattern is valid
};

// Throws std::runtime_error where Node fails, is missing, or answers another number of questions.
std::vector<V8Answer> ask_v8(const std::vector<V8Question>& questions);

// Writes `input`, runs node <script> <input> <output>, and returns the output file's text.
std::string run_node(const std::string& script, const std::string& input);

}  // namespace lockstep::conformance
