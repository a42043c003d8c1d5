#include "lockstep/engine/vocabulary/test_files.h"

#include <cstdio>

namespace lockstep::engine::test_files {

std::string base64(std::string_view bytes) {
  static const char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    unsigned long group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = group * 256 + (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0UL);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += i + k <= bytes.size() ? kDigits[(group >> (18 - 6 * k)) & 63UL] : '=';
    }
  }
  return text;
}

std::vector<std::pair<std::uint32_t, std::string>> all_bytes(const std::vector<std::string>& more) {
  std::vector<std::pair<std::uint32_t, std::string>> tokens;
  for (std::uint32_t byte = 0; byte < 256; ++byte)
    tokens.emplace_back(byte, std::string(1, static_cast<char>(byte)));
  for (const std::string& bytes : more) tokens.emplace_back(static_cast<std::uint32_t>(tokens.size()), bytes);
  return tokens;
}

std::string tiktoken(const std::vector<std::pair<std::uint32_t, std::string>>& tokens) {
  std::string text;
  for (const auto& [id, bytes] : tokens) text += base64(bytes) + " " + std::to_string(id) + "\n";
  return text;
}

std::string byte_level(unsigned char byte) {
  const auto plain = [](unsigned b) { return (b > 32 && b < 127) || (b > 160 && b < 173) || b > 173; };
  unsigned code_point = byte;
  if (!plain(byte)) {
    code_point = 256;
    for (unsigned b = 0; b < byte; ++b) code_point += plain(b) ? 0 : 1;
  }
  if (code_point < 128) return std::string(1, static_cast<char>(code_point));
  return {static_cast<char>(0xC0 + code_point / 64), static_cast<char>(0x80 + code_point % 64)};
}

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (c == '\n') {
      result += "\\n";
    } else {
      result += c;
    }
  }
  return result + "\"";
}

std::string byte_level_vocab() {
  std::string text;
  for (unsigned byte = 0; byte < 256; ++byte) {
    text += (byte == 0 ? "" : ",") + quoted(byte_level(static_cast<unsigned char>(byte))) + ":" +
            std::to_string(byte);
  }
  return text;
}

std::string byte_level_json(const std::string& vocab, const std::string& added) {
  return R"({"added_tokens":[)" + added +
         R"(],"decoder":{"type":"ByteLevel"},"model":{"type":"BPE","vocab":{)" + vocab + R"(},"merges":[]}})";
}

const char* const kGemmaDecoder =
    R"({"type":"Sequence","decoders":[{"type":"Replace","pattern":{"String":"▁"},"content":" "},{"type":"ByteFallback"},{"type":"Fuse"}]})";

namespace {

std::string fallback_piece(unsigned byte) {
  char text[8];
  std::snprintf(text, sizeof text, "<0x%02X>", byte);
  return text;
}

}  // namespace

std::string fallback_json(const std::vector<std::string>& pieces, const std::string& added,
                          const std::string& decoder) {
  std::string vocab = R"("<unk>":0,"<s>":1,"</s>":2)";
  std::uint32_t id = 3;
  for (unsigned byte = 0; byte < 256; ++byte)
    vocab += "," + quoted(fallback_piece(byte)) + ":" + std::to_string(id++);
  for (const std::string& piece : pieces) vocab += "," + quoted(piece) + ":" + std::to_string(id++);
  const std::string specials =
      R"({"id":1,"content":"<s>","special":true},{"id":2,"content":"</s>","special":true})";
  return R"({"added_tokens":[)" + specials + (added.empty() ? "" : ",") + added + R"(],"decoder":)" +
         decoder + R"(,"model":{"type":"BPE","unk_token":"<unk>","vocab":{)" + vocab + R"(},"merges":[]}})";
}

std::string u32_bytes(std::uint32_t value) {
  std::string bytes;
  for (int i = 0; i < 4; ++i, value /= 256) bytes += static_cast<char>(value % 256);
  return bytes;
}

std::string u64_bytes(std::uint64_t value) {
  std::string bytes;
  for (int i = 0; i < 8; ++i, value /= 256) bytes += static_cast<char>(value % 256);
  return bytes;
}

GgufWriter& GgufWriter::raw(std::string_view key, std::uint32_t type, std::string_view payload) {
  body_ += u64_bytes(key.size()) + std::string(key) + u32_bytes(type) + std::string(payload);
  ++count_;
  return *this;
}

GgufWriter& GgufWriter::text(std::string_view key, std::string_view value) {
  return raw(key, 8, u64_bytes(value.size()) + std::string(value));
}

GgufWriter& GgufWriter::u32(std::string_view key, std::uint32_t value) {
  return raw(key, 4, u32_bytes(value));
}

GgufWriter& GgufWriter::texts(std::string_view key, const std::vector<std::string>& values) {
  std::string payload = u32_bytes(8) + u64_bytes(values.size());
  for (const std::string& value : values) payload += u64_bytes(value.size()) + value;
  return raw(key, 9, payload);
}

GgufWriter& GgufWriter::i32s(std::string_view key, const std::vector<std::int32_t>& values) {
  std::string payload = u32_bytes(5) + u64_bytes(values.size());
  for (const std::int32_t value : values) payload += u32_bytes(static_cast<std::uint32_t>(value));
  return raw(key, 9, payload);
}

std::string GgufWriter::finish(std::uint32_t version) const {
  return "GGUF" + u32_bytes(version) + u64_bytes(0) + u64_bytes(count_) + body_;
}

std::vector<SpmPiece> spm_pieces(const std::vector<SpmPiece>& more) {
  std::vector<SpmPiece> pieces = {{"<unk>", 2}, {"<s>", 3}, {"</s>", 3}};
  for (unsigned byte = 0; byte < 256; ++byte) pieces.push_back({fallback_piece(byte), 6});
  pieces.insert(pieces.end(), more.begin(), more.end());
  return pieces;
}

std::string spm_gguf(const std::vector<SpmPiece>& pieces) {
  std::vector<std::string> texts;
  std::vector<std::int32_t> types;
  for (const SpmPiece& piece : pieces) {
    texts.push_back(piece.piece);
    types.push_back(piece.type);
  }
  return GgufWriter()
      .text("general.architecture", "llama")
      .text("tokenizer.ggml.model", "llama")
      .texts("tokenizer.ggml.tokens", texts)
      .i32s("tokenizer.ggml.token_type", types)
      .u32("tokenizer.ggml.eos_token_id", 2)
      .finish();
}

std::string byte_level_gguf(const std::vector<std::string>& more) {
  std::vector<std::string> texts;
  for (unsigned byte = 0; byte < 256; ++byte) texts.push_back(byte_level(static_cast<unsigned char>(byte)));
  texts.insert(texts.end(), more.begin(), more.end());
  return GgufWriter().text("tokenizer.ggml.model", "gpt2").texts("tokenizer.ggml.tokens", texts).finish();
}

}  // namespace lockstep::engine::test_files
