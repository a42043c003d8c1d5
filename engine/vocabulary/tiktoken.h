// Tiktoken text: one line a token, "<base64 of the bytes> <rank>\n"; the rank is the token id.
//
// The format is that of openai/tiktoken (load.py, load_tiktoken_bpe). It holds no special tokens: the caller
// passes them. Every line ends with a newline; a last line without one is a truncated file. Empty lines are
// skipped.
#pragma once

#include <string_view>

#include "lockstep/engine/base/result.h"
#include "lockstep/engine/vocabulary/options.h"
#include "lockstep/engine/vocabulary/vocabulary.h"

namespace lockstep::engine {

// Errors carry the byte offset of the line, and its number in the message: truncated_file, oversized_file,
// bad_line, bad_base64, bad_number, and those of VocabularyBuilder. Time and memory are linear in the file.
Result<Vocabulary> read_tiktoken(std::string_view bytes, const VocabularyOptions& options = {});

}  // namespace lockstep::engine
