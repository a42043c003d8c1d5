// Which grammar a source takes, and the subject in the characters of that grammar.
#include "lockstep/oracle/pattern/pattern.h"

#include <utility>
#include <vector>

#include "lockstep/oracle/pattern/pattern_match.h"
#include "lockstep/oracle/pattern/pattern_parse.h"
#include "lockstep/oracle/pattern/pattern_reader.h"

namespace lockstep::oracle {

struct Pattern::Program {
  Syntax syntax;
};

Outcome<Pattern> Pattern::compile(std::string_view source) {
  Outcome<Syntax> syntax = parse_pattern(source, true);
  if (!syntax) syntax = parse_pattern(source, false);
  if (!syntax) return syntax.error();
  Pattern pattern;
  pattern.program_ = std::make_shared<const Program>(Program{std::move(syntax.value())});
  return pattern;
}

bool Pattern::without_u() const { return !program_->syntax.unicode_mode; }

const Syntax& Pattern::syntax() const { return program_->syntax; }

Answer Pattern::search(std::string_view subject, std::size_t steps) const {
  std::size_t bad_offset = 0;
  const auto text = decode_source(subject, program_->syntax.unicode_mode, bad_offset);
  if (!text) return Answer::unknown("pattern_subject: not UTF-8 at byte " + std::to_string(bad_offset));
  return search_pattern(program_->syntax, text->characters, steps);
}

}  // namespace lockstep::oracle
