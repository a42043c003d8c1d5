// Small byte-complete vocabulary files, made in memory for the tests of this folder.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep::engine::test_files {

std::string base64(std::string_view bytes);

// The 256 bytes as ids 0-255, then the given tokens; id and bytes of single lines can be changed before
// joining.
std::vector<std::pair<std::uint32_t, std::string>> all_bytes(const std::vector<std::string>& more);
std::string tiktoken(const std::vector<std::pair<std::uint32_t, std::string>>& tokens);

// The printable form of a byte in GPT-2's alphabet, written here from its definition, not from piece.cc.
std::string byte_level(unsigned char byte);

// A tokenizer.json with a ByteLevel decoder. `vocab` and `added` are the inner text of the object and the
// array.
std::string byte_level_json(const std::string& vocab, const std::string& added);
std::string byte_level_vocab();  // "\"Ā\":0,..." for all bytes, ids 0-255
std::string quoted(std::string_view text);

// A tokenizer.json in the manner of Gemma: <unk> 0, <s> 1, </s> 2, <0x00>.. 3-258, then the given pieces.
std::string fallback_json(const std::vector<std::string>& pieces, const std::string& added,
                          const std::string& decoder);
extern const char* const kGemmaDecoder;

// Writes GGUF metadata, little endian.
class GgufWriter {
 public:
  GgufWriter& text(std::string_view key, std::string_view value);
  GgufWriter& u32(std::string_view key, std::uint32_t value);
  GgufWriter& texts(std::string_view key, const std::vector<std::string>& values);
  GgufWriter& i32s(std::string_view key, const std::vector<std::int32_t>& values);
  GgufWriter& raw(std::string_view key, std::uint32_t type, std::string_view payload);
  std::string finish(std::uint32_t version = 3) const;

 private:
  std::string body_;
  std::uint64_t count_ = 0;
};

std::string u32_bytes(std::uint32_t value);
std::string u64_bytes(std::uint64_t value);

struct SpmPiece {
  std::string piece;
  std::int32_t type = 1;
};

// <unk> <s> </s>, 256 byte pieces, then the given ones.
std::vector<SpmPiece> spm_pieces(const std::vector<SpmPiece>& more);
std::string spm_gguf(const std::vector<SpmPiece>& pieces);
std::string byte_level_gguf(const std::vector<std::string>& more);

}  // namespace lockstep::engine::test_files
