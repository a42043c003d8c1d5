#include "lockstep/engine/lexical/code_points.h"

namespace lockstep::engine {
namespace {

std::uint32_t byte_at(std::string_view text, std::size_t at) { return static_cast<unsigned char>(text[at]); }

void append_byte(std::string& out, std::uint32_t byte) { out += static_cast<char>(byte); }

}  // namespace

CodePointAt code_point_at(std::string_view text, std::size_t at) {
  const std::uint32_t lead = byte_at(text, at);
  if (lead < 0x80) return {lead, 1};
  const std::size_t size = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  std::uint32_t value = lead & (0xFFU >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) value = value << 6U | (byte_at(text, at + i) & 0x3FU);
  return {value, size};
}

std::uint64_t count_code_points(std::string_view text) {
  std::uint64_t count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  return count;
}

std::string utf8_of(std::uint32_t code_point) {
  std::string out;
  if (code_point < 0x80) {
    append_byte(out, code_point);
    return out;
  }
  const unsigned size = code_point < 0x800 ? 2 : code_point < 0x10000 ? 3 : 4;
  append_byte(out, (0xF00U >> size & 0xFFU) | code_point >> (6 * (size - 1)));
  for (unsigned i = size - 1; i > 0; --i) append_byte(out, 0x80U | (code_point >> (6 * (i - 1)) & 0x3FU));
  return out;
}

std::string decoded_body(std::string_view body) {
  static constexpr std::string_view kLetters = "bfnrt";
  static constexpr std::string_view kMeanings = "\b\f\n\r\t";
  const auto unit_at = [body](std::size_t at) {
    std::uint32_t unit = 0;
    for (std::size_t i = at; i < at + 4; ++i) {
      const char c = body[i];
      unit = unit * 16 + static_cast<std::uint32_t>(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
    }
    return unit;
  };
  std::string out;
  for (std::size_t at = 0; at < body.size();) {
    if (body[at] != '\\') {
      out += body[at++];
      continue;
    }
    const char letter = body[at + 1];
    at += 2;
    if (letter != 'u') {
      const std::size_t place = kLetters.find(letter);
      out += place == std::string_view::npos ? letter : kMeanings[place];
      continue;
    }
    std::uint32_t code_point = unit_at(at);
    at += 4;
    if (code_point >= kFirstSurrogate && code_point < kFirstLowSurrogate) {
      code_point = 0x10000 + ((code_point - kFirstSurrogate) << 10U) + (unit_at(at + 2) - kFirstLowSurrogate);
      at += 6;
    }
    out += utf8_of(code_point);
  }
  return out;
}

std::string json_spelling(std::string_view decoded) {
  static constexpr std::string_view kShort = "\b\t\n\f\r\"\\";
  static constexpr std::string_view kLetters = "btnfr\"\\";
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (const char c : decoded) {
    const auto byte = static_cast<unsigned char>(c);
    if (const std::size_t i = kShort.find(c); i != std::string_view::npos) {
      out += '\\';
      out += kLetters[i];
    } else if (byte < 0x20) {
      out += "\\u00";
      out += kDigits[byte >> 4U];
      out += kDigits[byte & 0xFU];
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace lockstep::engine
