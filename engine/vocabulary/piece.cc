#include "lockstep/engine/vocabulary/piece.h"

#include <array>

namespace lockstep::engine {
namespace {

constexpr std::uint16_t kNone = 0xFFFF;
constexpr std::size_t kAlphabetEnd = 0x100 + 68;

constexpr bool stands_for_itself(unsigned byte) {
  return (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
}

// Code point -> byte.
constexpr std::array<std::uint16_t, kAlphabetEnd> make_alphabet() {
  std::array<std::uint16_t, kAlphabetEnd> bytes{};
  for (auto& byte : bytes) byte = kNone;
  std::size_t next = 0x100;
  for (unsigned byte = 0; byte < 256; ++byte) {
    bytes[stands_for_itself(byte) ? byte : next++] = static_cast<std::uint16_t>(byte);
  }
  return bytes;
}

constexpr auto kAlphabet = make_alphabet();
static_assert(kAlphabet[kAlphabetEnd - 1] == 0xAD, "the alphabet must end with the soft hyphen");

unsigned byte_at(std::string_view text, std::size_t i) { return static_cast<unsigned char>(text[i]); }

int hex_digit(char c) {
  constexpr std::string_view kDigits = "0123456789abcdefABCDEF";
  const std::size_t at = kDigits.find(c);
  if (at == std::string_view::npos) return -1;
  return static_cast<int>(at < 16 ? at : at - 6);
}

bool is_shaped_as_fallback(std::string_view piece) {
  return piece.size() == 6 && piece.substr(0, 3) == "<0x" && piece[5] == '>';
}

int base64_digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+') return 62;
  return c == '/' ? 63 : -1;
}

// Length of the well-formed character at `i` (Unicode 15.0, table 3-7); 0 where there is none.
std::size_t utf8_length(std::string_view text, std::size_t i) {
  const unsigned lead = byte_at(text, i);
  if (lead < 0x80) return 1;
  if (lead < 0xC2 || lead > 0xF4) return 0;
  const std::size_t length = lead >= 0xF0 ? 4 : (lead >= 0xE0 ? 3 : 2);
  if (length > text.size() - i) return 0;
  const unsigned low = lead == 0xE0 ? 0xA0 : (lead == 0xF0 ? 0x90 : 0x80);
  const unsigned high = lead == 0xED ? 0x9F : (lead == 0xF4 ? 0x8F : 0xBF);
  if (byte_at(text, i + 1) < low || byte_at(text, i + 1) > high) return 0;
  for (std::size_t k = 2; k < length; ++k) {
    if ((byte_at(text, i + k) & 0xC0U) != 0x80) return 0;
  }
  return length;
}

}  // namespace

std::optional<std::string> decode_byte_level(std::string_view piece) {
  std::string bytes;
  for (std::size_t i = 0; i < piece.size();) {
    const std::size_t length = utf8_length(piece, i);
    std::size_t code_point = 0;
    if (length == 1) {
      code_point = byte_at(piece, i);
    } else if (length == 2) {
      code_point = ((byte_at(piece, i) & 0x1FU) << 6U) | (byte_at(piece, i + 1) & 0x3FU);
    } else {
      return std::nullopt;
    }
    if (code_point >= kAlphabetEnd || kAlphabet[code_point] == kNone) return std::nullopt;
    bytes += static_cast<char>(kAlphabet[code_point]);
    i += length;
  }
  return bytes;
}

std::optional<std::uint8_t> decode_byte_fallback(std::string_view piece) {
  if (!is_shaped_as_fallback(piece)) return std::nullopt;
  const int high = hex_digit(piece[3]);
  const int low = hex_digit(piece[4]);
  if (high < 0 || low < 0) return std::nullopt;
  return static_cast<std::uint8_t>(high * 16 + low);
}

bool is_doubtful_byte_fallback(std::string_view piece) {
  return is_shaped_as_fallback(piece) && !decode_byte_fallback(piece) &&
         (hex_digit(piece[3]) >= 0 || piece[3] == '+' || hex_digit(piece[4]) >= 0);
}

std::string replace_all(std::string_view text, std::string_view from, std::string_view to) {
  std::string result;
  for (std::size_t at = 0;;) {
    const std::size_t found = text.find(from, at);
    if (found == std::string_view::npos) return result.append(text.substr(at));
    result.append(text.substr(at, found - at)).append(to);
    at = found + from.size();
  }
}

std::optional<std::string> decode_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::size_t padding = 0;
  while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == '=') ++padding;
  std::string bytes;
  unsigned bits = 0;
  unsigned held = 0;  // number of bits in `bits`
  for (const char c : text.substr(0, text.size() - padding)) {
    const int digit = base64_digit(c);
    if (digit < 0) return std::nullopt;
    bits = (bits << 6U) | static_cast<unsigned>(digit);
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes += static_cast<char>((bits >> held) & 0xFFU);
    bits &= (1U << held) - 1;
  }
  if (bits != 0 || held != 2 * padding) return std::nullopt;
  return bytes;
}

bool is_valid_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = utf8_length(text, i);
    if (length == 0) return false;
    i += length;
  }
  return true;
}

}  // namespace lockstep::engine
