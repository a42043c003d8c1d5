// The key-value part of a GGUF file, as far as a vocabulary or its encoder needs it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/engine/base/result.h"
#include "lockstep/engine/vocabulary/options.h"

namespace lockstep::engine {

// gguf_type of ggml/include/gguf.h.
enum class GgufType : std::uint32_t {
  u8 = 0,
  i8,
  u16,
  i16,
  u32,
  i32,
  f32,
  boolean,
  string,
  array,
  u64,
  i64,
  f64
};

// One entry: where its value stands and what it is. Views lead into the file.
struct GgufEntry {
  GgufType type = GgufType::u8;
  GgufType element = GgufType::u8;  // of an array
  std::uint64_t count = 0;          // of an array
  std::size_t begin = 0;            // of the payload: a string's or array's first element
  std::string_view payload;  // scalar: its bytes; string: the text; array: all elements as they are stored
};

struct GgufMetadata {
  std::map<std::string_view, GgufEntry> entries;

  const GgufEntry* find(std::string_view key) const;
  Result<std::string_view> string(std::string_view key) const;  // missing_key, bad_key_type
  Result<std::optional<std::uint64_t>> integer(
      std::string_view key) const;  // bad_key_type; negative: bad_number
  Result<std::vector<std::string_view>> strings(std::string_view key) const;
  Result<std::vector<std::int64_t>> integers(std::string_view key) const;  // empty where the key is missing
};

// See gguf.h for the error codes.
Result<GgufMetadata> read_gguf_metadata(std::string_view bytes, const VocabularyLimits& limits,
                                        bool complete);

}  // namespace lockstep::engine
