// Implementation of text.h: ABNF core classes, UTF-8 and splitting.
#include "lockstep/oracle/format/text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace lockstep::oracle {

bool is_alpha(char32_t c) { return (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z'); }

bool is_digit(char32_t c) { return c >= U'0' && c <= U'9'; }

bool is_hex_digit(char32_t c) { return is_digit(c) || (c >= U'a' && c <= U'f') || (c >= U'A' && c <= U'F'); }

bool is_one_of(char32_t c, std::u32string_view set) { return set.find(c) != std::u32string_view::npos; }

std::u32string ascii_lower(std::u32string_view text) {
  std::u32string lower(text);
  for (char32_t& c : lower) {
    if (c >= U'A' && c <= U'Z') c += U'a' - U'A';
  }
  return lower;
}

std::optional<std::u32string> decode_utf8(std::string_view bytes) {
  std::u32string out;
  std::size_t at = 0;
  while (at < bytes.size()) {
    const auto lead = static_cast<unsigned char>(bytes[at]);
    std::size_t length = 1;
    char32_t value = lead;
    if (lead >= 0xF0) {
      length = 4;
      value = lead & 0x07U;
    } else if (lead >= 0xE0) {
      length = 3;
      value = lead & 0x0FU;
    } else if (lead >= 0xC0) {
      length = 2;
      value = lead & 0x1FU;
    }
    if (lead > 0xF7 || (lead >= 0x80 && lead < 0xC0) || at + length > bytes.size()) return std::nullopt;
    for (std::size_t i = 1; i < length; ++i) {
      const auto next = static_cast<unsigned char>(bytes[at + i]);
      if ((next & 0xC0U) != 0x80U) return std::nullopt;
      value = (value << 6U) | (next & 0x3FU);
    }
    // The shortest form only, no surrogates, nothing above U+10FFFF.
    constexpr std::array<char32_t, 5> kSmallest = {0, 0, 0x80, 0x800, 0x10000};
    if (value < kSmallest[length] || (value >= 0xD800 && value <= 0xDFFF) || value > 0x10FFFF) {
      return std::nullopt;
    }
    out.push_back(value);
    at += length;
  }
  return out;
}

std::vector<std::u32string_view> split(std::u32string_view text, std::u32string_view separators) {
  std::vector<std::u32string_view> pieces;
  while (true) {
    const std::size_t at = text.find_first_of(separators);
    pieces.push_back(text.substr(0, at));
    if (at == std::u32string_view::npos) return pieces;
    text.remove_prefix(at + 1);
  }
}

bool all_digits(std::u32string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

}  // namespace lockstep::oracle
