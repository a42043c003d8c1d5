// ParsePattern (ECMA-262 section 22.2.3.4): source text to a syntax tree, in one of the two grammars.
#pragma once

#include <string_view>

#include "lockstep/oracle/answer.h"
#include "lockstep/oracle/pattern/pattern_syntax.h"

namespace lockstep::oracle {

// With the u flag the grammar of section 22.2.1 with [+UnicodeMode], without it that of Annex B, section
// B.1.2; with the early errors of both. A group name may be used again in another alternative (ECMA-262
// 2025). Code bad_pattern, with the byte offset of the construct at fault. Cost: time and memory linear in
// the source but for the sets of classes; no recursion.
Outcome<Syntax> parse_pattern(std::string_view source, bool unicode_mode);

}  // namespace lockstep::oracle
