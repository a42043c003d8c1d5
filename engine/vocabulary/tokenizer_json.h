// Hugging Face tokenizer.json: models BPE and Unigram; the decoder section decides what a piece spells.
//
// Norm: the decoders of huggingface/tokenizers, applied to one token that is not the first of the text. A
// decoder step that looks across tokens has no meaning for one token: Fuse, and Strip after Fuse (which takes
// a space from the beginning of the whole text) leave the bytes of a token alone; other such steps are
// refused by name.
//
// Added tokens: `special: true` makes a control token whose bytes are its content, the model's unknown token
// is of kind special. Others are text: under a ByteLevel decoder their literal content (they never were
// byte-level pieces; older releases of the Rust library decoded them wrongly, see its issues 1392 and 1996),
// under other decoders what the decoder makes of them, so that Gemma's "U+2581 U+2581" is two spaces.
#pragma once

#include <string>

#include "lockstep/engine/base/result.h"
#include "lockstep/engine/vocabulary/options.h"
#include "lockstep/engine/vocabulary/vocabulary.h"

namespace lockstep::engine {

// Takes the text, which is kept while reading. Stop ids: the caller's, else those of options.companions.
//
// Error codes, with byte offset and JSON pointer where there is one: truncated_file, oversized_file, bad_json
// (the message says which rule of RFC 8259; also names that are equal twice), bad_tokenizer (a section is
// missing or of the wrong type), bad_number, unsupported_tokenizer (names what), unmappable_piece,
// duplicate_id, added_token_mismatch, bad_companion, bad_option, and those of VocabularyBuilder. Time O(n log
// n) in the bytes.
Result<Vocabulary> read_tokenizer_json(std::string text, const VocabularyOptions& options = {});

}  // namespace lockstep::engine
