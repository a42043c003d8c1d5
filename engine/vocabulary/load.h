// Any supported vocabulary file, recognised by its content.
#pragma once

#include <string>
#include <string_view>

#include "lockstep/engine/base/result.h"
#include "lockstep/engine/vocabulary/options.h"
#include "lockstep/engine/vocabulary/vocabulary.h"

namespace lockstep::engine {

enum class VocabularyFormat : std::uint8_t { unknown, tiktoken, tokenizer_json, gguf };

// By the first bytes: "GGUF"; '{' after white space; base64, a space and a digit. The name of a file says
// nothing.
VocabularyFormat sniff_vocabulary(std::string_view first_bytes);

// Reads the file. Errors: file_unreadable, truncated_file (an empty file), unknown_format, and those of the
// readers. Beside a tokenizer.json the files tokenizer_config.json, generation_config.json and config.json of
// the same folder are used as companions if options.companions is empty and they exist.
Result<Vocabulary> load_vocabulary(const std::string& path, const VocabularyOptions& options = {});

}  // namespace lockstep::engine
