// What a caller may say about a vocabulary, and how much of a hostile file is read. The same for every
// format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lockstep/engine/vocabulary/vocabulary.h"

namespace lockstep::engine {

// A file over a limit is refused with the limit in the message. None of them bounds time, which is linear in
// the bytes read (with a factor log n for the names of JSON objects).
struct VocabularyLimits {
  // Bytes of a text file; of a GGUF file only those before its tensors, which are never read. Does not bound
  // the parsed form of a tokenizer.json, at most 20 bytes a JSON value on top (max_json_values).
  std::size_t max_file_bytes = std::size_t{256} << 20U;
  std::size_t max_json_values = std::size_t{16} << 20U;
  std::uint32_t max_tokens = std::uint32_t{1}
                             << 22U;  // and the largest id + 1; about 17 bytes each while reading
  std::size_t max_token_bytes = std::size_t{64} << 10U;      // of one token
  std::size_t max_total_bytes = std::size_t{256} << 20U;     // of all tokens together; never above 4 GiB - 1
  std::uint32_t max_gguf_entries = std::uint32_t{1} << 16U;  // metadata keys
};

struct SpecialToken {
  TokenId id = 0;
  std::string text;
};

// Ids that no token has, below the largest one. Real vocabularies have them between text and special tokens
// (o200k: 199998), but a hole is also what a damaged file looks like, so the caller has to allow them.
enum class Holes : std::uint8_t {
  refuse,  // the error id_hole names the first
  unused,  // each becomes a token of kind unused without bytes
};

// A configuration file that ships beside a tokenizer.json: the keys read are `eos_token` (a name),
// `eos_token_id` (an id or several) and `vocab_size` (the logit width).
struct Companion {
  std::string name;  // for messages
  std::string text;
};

struct VocabularyOptions {
  // Tiktoken files do not hold their special tokens. For the other formats a value here is an error
  // (bad_option).
  std::vector<SpecialToken> specials;

  // Where one of these is given, it replaces what the file says. A stop id that the file calls normal becomes
  // control: it cannot be an end and text at once.
  std::vector<TokenId> stop_ids;
  std::vector<std::string> stop_names;

  // Width of the model's output; 0: what the file or a companion says, else the number of ids. Ids from the
  // width on do not exist for the model: where they are only markers that do not stop, they are left out,
  // else it is an error.
  std::uint32_t logit_width = 0;
  Holes holes = Holes::refuse;
  // A vocabulary that cannot spell every byte of UTF-8 can run into a dead end.
  bool allow_missing_bytes = false;
  std::vector<Companion> companions;
  VocabularyLimits limits;
};

}  // namespace lockstep::engine
