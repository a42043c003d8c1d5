// The matcher of ECMA-262 section 22.2.2, as a search without flags but u.
#pragma once

#include <cstddef>
#include <vector>

#include "lockstep/oracle/answer.h"
#include "lockstep/oracle/pattern/pattern_syntax.h"

namespace lockstep::oracle {

// `subject` in code points where syntax.unicode_mode, else in UTF-16 code units. `steps` bounds the number of
// matcher and continuation calls; unknown("pattern_budget: ...") beyond it, unknown("pattern_memory: ...")
// where more than four million continuations and choices are open at once (about 250 MB).
Answer search_pattern(const Syntax& syntax, const std::vector<char32_t>& subject, std::size_t steps);

}  // namespace lockstep::oracle
