// Character classes: \d and its like, \p{...}, [...], and the dot (ECMA-262 sections 22.2.1 and 22.2.2.9).
#pragma once

#include <optional>

#include "lockstep/oracle/pattern/pattern_reader.h"
#include "lockstep/oracle/unicode/code_point_set.h"

namespace lockstep::oracle {

// CharacterClassEscape at the reader, its backslash read; nullopt, and nothing read, where there is none.
std::optional<CodePointSet> class_escape(PatternReader& reader);

// CharacterClass at the reader, its "[" read, up to and with "]".
CodePointSet character_class(PatternReader& reader);

// What the dot matches: anything but a LineTerminator.
CodePointSet dot_set();

// IsWordChar without the i flag.
bool is_word_character(char32_t c);

}  // namespace lockstep::oracle
