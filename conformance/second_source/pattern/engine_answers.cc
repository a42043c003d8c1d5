#include "engine_answers.h"

#include "lockstep/engine/lexical/pattern_automaton.h"
#include "lockstep/engine/lexical/pattern_syntax.h"

namespace lockstep::conformance {

V8Answer ask_engine(const V8Question& question) {
  const engine::Limits limits;
  V8Answer answer;
  const auto syntax = engine::parse_pattern(question.pattern, limits);
  if (!syntax.ok()) {
    answer.message_n = syntax.error().message;
    return answer;
  }
  answer.mode = syntax->without_u ? 'n' : 'u';
  if (question.subjects.empty()) return answer;
  const auto pattern = engine::Pattern::compile(question.pattern, limits);
  if (!pattern.ok()) {
    answer.refused = pattern.error().code;
    return answer;
  }
  engine::PatternAutomaton automaton(*pattern, limits);
  for (const std::string& subject : question.subjects)
    answer.answers += automaton.matches(subject) ? '1' : '0';
  if (automaton.overrun()) answer.refused = "limit_pattern_states";
  return answer;
}

}  // namespace lockstep::conformance
