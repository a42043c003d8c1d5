#include "lockstep/oracle/json_text/json_string.h"

#include "lockstep/oracle/json_text/utf8.h"

namespace lockstep::oracle {
namespace {

using Failure = std::optional<Error>;

Failure truncated(std::string_view text) {
  return Error{"truncated", "The text ends within a string.", text.size(), ""};
}

Failure lone_surrogate(std::size_t at) {
  return Error{"lone_surrogate", "A \\u escape of a surrogate needs its partner (RFC 8259 section 7).", at,
               ""};
}

// The value of a hexadecimal digit, or nothing.
std::optional<unsigned> hex_digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a') + 10U;
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A') + 10U;
  return std::nullopt;
}

// What the four digits of an escape may spell: any code unit but a low surrogate, or only a low surrogate.
enum class Half { first, second };

// Reads 4HEXDIG. The first two digits decide whether a code unit is a low surrogate (DC to DF), so that the
// fault of a wrong half lies at the first or at the second of them.
Failure read_code_unit(std::string_view text, std::size_t& at, Half half, unsigned& unit) {
  unit = 0;
  for (int i = 0; i < 4; ++i) {
    if (at >= text.size()) return truncated(text);
    const std::optional<unsigned> digit = hex_digit(text[at]);
    if (!digit) return Error{"bad_escape", "\\u needs four hexadecimal digits (RFC 8259 section 7).", at, ""};
    unit = unit * 16 + *digit;
    if (half == Half::second && i == 0 && unit != 0xD) return lone_surrogate(at);
    if (half == Half::second && i == 1 && unit < 0xDC) return lone_surrogate(at);
    if (half == Half::first && i == 1 && unit >= 0xDC && unit <= 0xDF) return lone_surrogate(at);
    ++at;
  }
  return std::nullopt;
}

// `at` is behind "\u". A character outside the basic plane is a pair of escapes, high surrogate first.
Failure read_unicode_escape(std::string_view text, std::size_t& at, std::string& decoded) {
  unsigned unit = 0;
  if (Failure failure = read_code_unit(text, at, Half::first, unit)) return failure;
  if (unit < 0xD800 || unit > 0xDBFF) {
    append_utf8(static_cast<char32_t>(unit), decoded);
    return std::nullopt;
  }
  for (const char expected : {'\\', 'u'}) {
    if (at >= text.size()) return truncated(text);
    if (text[at] != expected) return lone_surrogate(at);
    ++at;
  }
  unsigned low = 0;
  if (Failure failure = read_code_unit(text, at, Half::second, low)) return failure;
  append_utf8(static_cast<char32_t>(0x10000U + ((unit - 0xD800U) << 10U) + (low - 0xDC00U)), decoded);
  return std::nullopt;
}

// `at` is behind the backslash.
Failure read_escape(std::string_view text, std::size_t& at, std::string& decoded) {
  if (at >= text.size()) return truncated(text);
  const char letter = text[at];
  if (letter == 'u') return read_unicode_escape(text, ++at, decoded);
  constexpr std::string_view kLetters = "\"\\/bfnrt";
  constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
  const std::size_t index = kLetters.find(letter);
  if (index == std::string_view::npos) {
    return Error{"bad_escape", "No escape has this letter (RFC 8259 section 7).", at, ""};
  }
  decoded.push_back(kMeanings[index]);
  ++at;
  return std::nullopt;
}

// unescaped = %x20-21 / %x23-5B / %x5D-10FFFF
Failure read_unescaped(std::string_view text, std::size_t& at, std::string& decoded) {
  if (static_cast<unsigned char>(text[at]) < 0x20) {
    return Error{"control_character", "A control character in a string must be escaped (RFC 8259 section 7).",
                 at, ""};
  }
  const Utf8Read read = read_utf8(text, at);
  if (read.status == Utf8Status::truncated) return truncated(text);
  if (read.status == Utf8Status::ill_formed) {
    return Error{"invalid_utf8", "The text is not well-formed UTF-8 (RFC 3629 section 4).", at + read.length,
                 ""};
  }
  decoded.append(text.substr(at, read.length));
  at += read.length;
  return std::nullopt;
}

}  // namespace

std::optional<Error> read_string(std::string_view text, std::size_t& at, std::string& decoded) {
  ++at;
  while (at < text.size()) {
    Failure failure;
    if (text[at] == '"') {
      ++at;
      return std::nullopt;
    }
    if (text[at] == '\\') {
      failure = read_escape(text, ++at, decoded);
    } else {
      failure = read_unescaped(text, at, decoded);
    }
    if (failure) return failure;
  }
  return truncated(text);
}

}  // namespace lockstep::oracle
