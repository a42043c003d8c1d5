// The vocabulary in the metadata of a GGUF file (versions 2 and 3, little endian; layout: ggml/include/gguf.h
// of llama.cpp). Tensors are not looked at.
//
// tokenizer.ggml.model decides the meaning of a piece, as in llama.cpp's token_to_piece: "llama"
// (SentencePiece) and "gemma4": U+2581 is a space, type byte is "<0xXX>"; "gpt2": the byte-level alphabet, or
// U+2581 for the three pre-tokenizers that llama.cpp treats so. Anything else is refused by name.
// tokenizer.ggml.token_type: 1 normal, 2 unknown -> special, 3 control, 4 user defined -> normal with its
// literal text, 5 unused, 6 byte. Stop ids: tokenizer.ggml.eos_token_id, eot_token_id, eom_token_id. Logit
// width: <architecture>.vocab_size if given.
#pragma once

#include <string_view>

#include "lockstep/engine/base/result.h"
#include "lockstep/engine/vocabulary/options.h"
#include "lockstep/engine/vocabulary/vocabulary.h"

namespace lockstep::engine {

// `complete`: the bytes are the whole file. If not, running out of bytes is the error prefix_too_short, on
// which the caller may try again with more; else it is truncated_file.
//
// Error codes, with a byte offset: truncated_file, prefix_too_short, oversized_file, bad_gguf (magic, type,
// nesting), unsupported_gguf (version, byte order), unsupported_tokenizer (names the model), duplicate_key,
// missing_key, bad_key_type, unmappable_piece, bad_token_type, and those of VocabularyBuilder. No length in
// the file is trusted: each is compared with the bytes that are there before anything is allocated. Time and
// memory are linear in the metadata.
Result<Vocabulary> read_gguf(std::string_view bytes, const VocabularyOptions& options = {},
                             bool complete = true);

}  // namespace lockstep::engine
