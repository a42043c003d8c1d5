// ECMA-262 regular expressions as JSON Schema uses them: search anywhere in the string, no flags but `u`.
// A plain backtracking matcher with a step budget; look-around, back-references, named groups and property
// escapes.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "lockstep/oracle/answer.h"

namespace lockstep::oracle {

struct Syntax;  // pattern_syntax.h

// Thread rules: immutable; share freely.
class Pattern {
 public:
  // `source` is UTF-8. Tried with the `u` flag first (ECMA-262, RegExp, [+UnicodeMode]), then, where that is
  // a syntax error, without it (Annex B). Codes: bad_pattern (offset in source).
  static Outcome<Pattern> compile(std::string_view source);

  // True when only the form without `u` is valid: characters are then UTF-16 code units. Listed by callers.
  bool without_u() const;

  // Does some substring of `subject` (UTF-8) match? Unknown("pattern_budget: ...") when `steps` run out.
  Answer search(std::string_view subject, std::size_t steps = 10'000'000) const;

  // The tree, for the parts of the oracle that read patterns themselves; lives as long as the pattern.
  const Syntax& syntax() const;

  struct Program;  // pattern.cc's own

 private:
  std::shared_ptr<const Program> program_;
};

}  // namespace lockstep::oracle
