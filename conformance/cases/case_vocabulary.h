// Judges tokenizer rows by the subject's readers of vocabularies.
#pragma once

#include "lockstep/conformance/cases/case_judge.h"

namespace lockstep::conformance {

// pieces: each is the only token of a tokenizer.json whose decoder is that of the style; it must spell its
// bytes.
//   Else `inconsistent`.
// decoder: a tokenizer.json with that decoder, whose steps have what the row leaves out (below), and pieces
// that
//   tell the styles apart. Turned down is `refused`, and right where the row expects an error; else the
//   pieces must spell what the style says.
//     Replace  pattern U+2581, content one space     Strip  content one space, start 1, stop 0
//     ByteLevel  add_prefix_space and trim_offsets false, use_regex true     Metaspace  replacement U+2581,
//     split true
// tokens: as lines of tiktoken. Each loads as its bytes; under the language of this one text the mask at the
// start
//   allows exactly the tokens that it begins with, and the token alone completes it.
void judge_vocabulary(CaseSubject& subject, const TokenizerInput& input, CaseResult& out);

}  // namespace lockstep::conformance
