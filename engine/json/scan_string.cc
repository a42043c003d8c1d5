// RFC 8259 section 7 and well-formed UTF-8 (Unicode 15.0, table 3-7).
#include "lockstep/engine/json/scan_string.h"

#include <array>
#include <cstdint>

namespace lockstep::engine::json {
namespace {

enum Class : std::uint8_t { kPlain, kQuote, kBackslash, kControl, kMultiByte };

constexpr std::array<Class, 256> make_classes() {
  std::array<Class, 256> classes{};
  for (std::size_t i = 0; i < 256; ++i) classes[i] = i < 0x20 ? kControl : (i < 0x80 ? kPlain : kMultiByte);
  classes['"'] = kQuote;
  classes['\\'] = kBackslash;
  return classes;
}

constexpr std::array<Class, 256> kClasses = make_classes();

Error error_at(const char* code, const char* message, std::size_t offset) {
  return {code, message, offset, ""};
}

Error truncated(std::size_t offset) {
  return error_at("json_truncated", "the text ends inside a string", offset);
}

unsigned byte_at(std::string_view text, std::size_t i) { return static_cast<unsigned char>(text[i]); }

// Steps over one multi-byte character at `i`.
std::optional<Error> scan_utf8(std::string_view text, std::size_t& i) {
  const unsigned lead = byte_at(text, i);
  const std::size_t length = lead >= 0xF0 ? 4 : (lead >= 0xE0 ? 3 : 2);
  if (lead < 0xC2 || lead > 0xF4) {
    return error_at("json_invalid_utf8", "this byte cannot begin a UTF-8 character", i);
  }
  for (std::size_t k = 1; k < length; ++k) {
    if (i + k >= text.size()) return truncated(text.size());
    unsigned low = 0x80;
    unsigned high = 0xBF;
    if (k == 1 && lead == 0xE0) low = 0xA0;   // overlong
    if (k == 1 && lead == 0xED) high = 0x9F;  // surrogates
    if (k == 1 && lead == 0xF0) low = 0x90;   // overlong
    if (k == 1 && lead == 0xF4) high = 0x8F;  // above U+10FFFF
    const unsigned byte = byte_at(text, i + k);
    if (byte < low || byte > high) {
      return error_at("json_invalid_utf8", "this byte cannot continue the UTF-8 character before it", i + k);
    }
  }
  i += length;
  return std::nullopt;
}

void append_utf8(std::uint32_t c, std::string& out) {
  const auto put = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
  if (c < 0x80) {
    put(c);
  } else if (c < 0x800) {
    put(0xC0U | (c >> 6U));
    put(0x80U | (c & 0x3FU));
  } else if (c < 0x10000) {
    put(0xE0U | (c >> 12U));
    put(0x80U | ((c >> 6U) & 0x3FU));
    put(0x80U | (c & 0x3FU));
  } else {
    put(0xF0U | (c >> 18U));
    put(0x80U | ((c >> 12U) & 0x3FU));
    put(0x80U | ((c >> 6U) & 0x3FU));
    put(0x80U | (c & 0x3FU));
  }
}

// The four digits after "\u"; `i` stands on the first and is moved past the last.
std::optional<Error> scan_hex4(std::string_view text, std::size_t& i, std::uint32_t& value) {
  value = 0;
  for (int k = 0; k < 4; ++k, ++i) {
    if (i >= text.size()) return truncated(text.size());
    const char c = text[i];
    std::uint32_t digit = 0;
    if (c >= '0' && c <= '9') {
      digit = static_cast<std::uint32_t>(c - '0');
    } else if (c >= 'a' && c <= 'f') {
      digit = static_cast<std::uint32_t>(c - 'a') + 10;
    } else if (c >= 'A' && c <= 'F') {
      digit = static_cast<std::uint32_t>(c - 'A') + 10;
    } else {
      return error_at("json_syntax", "\\u needs four hexadecimal digits", i);
    }
    value = value * 16 + digit;
  }
  return std::nullopt;
}

// A "\u" escape whose backslash stood at `start`; `i` stands after the "u".
std::optional<Error> scan_unicode_escape(std::string_view text, std::size_t start, std::size_t& i,
                                         std::string& decoded) {
  std::uint32_t unit = 0;
  if (auto error = scan_hex4(text, i, unit)) return error;
  if (unit >= 0xD800 && unit <= 0xDBFF) {
    const Error lone =
        error_at("json_lone_surrogate", "a high surrogate without a low surrogate after it", start);
    if (i >= text.size() || (text[i] == '\\' && i + 1 >= text.size())) return truncated(text.size());
    if (text[i] != '\\' || text[i + 1] != 'u') return lone;
    i += 2;
    std::uint32_t low = 0;
    if (auto error = scan_hex4(text, i, low)) return error;
    if (low < 0xDC00 || low > 0xDFFF) return lone;
    unit = 0x10000 + ((unit - 0xD800) << 10U) + (low - 0xDC00);
  } else if (unit >= 0xDC00 && unit <= 0xDFFF) {
    return error_at("json_lone_surrogate", "a low surrogate without a high surrogate before it", start);
  }
  append_utf8(unit, decoded);
  return std::nullopt;
}

// `i` stands on the backslash.
std::optional<Error> scan_escape(std::string_view text, std::size_t& i, std::string& decoded) {
  const std::size_t start = i;
  if (i + 1 >= text.size()) return truncated(text.size());
  const char c = text[i + 1];
  i += 2;
  switch (c) {
    case '"':
    case '\\':
    case '/':
      decoded += c;
      return std::nullopt;
    case 'b':
      decoded += '\b';
      return std::nullopt;
    case 'f':
      decoded += '\f';
      return std::nullopt;
    case 'n':
      decoded += '\n';
      return std::nullopt;
    case 'r':
      decoded += '\r';
      return std::nullopt;
    case 't':
      decoded += '\t';
      return std::nullopt;
    case 'u':
      return scan_unicode_escape(text, start, i, decoded);
    default:
      return error_at("json_syntax", "unknown escape after a backslash", start);
  }
}

}  // namespace

std::optional<Error> scan_string(std::string_view text, std::size_t begin, std::string& decoded,
                                 ScannedString& out, Meter* meter) {
  std::size_t i = begin + 1;
  std::size_t run = i;  // begin of what was not yet appended
  out.escaped = false;
  std::size_t passed = begin;
  while (i < text.size()) {
    if (i - passed >= kBytesAtOnce) {
      pass_bytes(meter, i - passed);
      passed = i;
    }
    switch (kClasses[byte_at(text, i)]) {
      case kPlain:
        ++i;
        break;
      case kMultiByte:
        if (auto error = scan_utf8(text, i)) return error;
        break;
      case kBackslash:
        out.escaped = true;
        decoded.append(text.substr(run, i - run));
        if (auto error = scan_escape(text, i, decoded)) return error;
        run = i;
        break;
      case kQuote:
        if (out.escaped) decoded.append(text.substr(run, i - run));
        pass_bytes(meter, i - passed);
        out.end = i + 1;
        return std::nullopt;
      case kControl:
        return error_at("json_syntax", "a control character in a string must be escaped", i);
    }
  }
  return truncated(text.size());
}

}  // namespace lockstep::engine::json
