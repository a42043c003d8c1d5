#include "lockstep/oracle/schema_prefix/partial_string.h"

#include <algorithm>
#include <array>

#include "lockstep/oracle/json_text/utf8.h"

namespace lockstep::oracle {
namespace {

constexpr char32_t kHighFirst = 0xD800;
constexpr char32_t kLowFirst = 0xDC00;
constexpr char32_t kLowLast = 0xDFFF;

void add_overlap(std::vector<CharRange>& out, CharRange range, char32_t first, char32_t last) {
  const CharRange overlap{std::max(range.first, first), std::min(range.last, last)};
  if (overlap.first <= overlap.last) out.push_back(overlap);
}

// 4.6 `minimal`: written \u00xx.
bool is_long_control(char32_t c) { return c < 0x20 && c != 8 && c != 9 && c != 10 && c != 12 && c != 13; }

// The characters whose escape begins with a first unit in the range.
std::vector<CharRange> characters_of_units(CharRange units, EscapeRule rule) {
  std::vector<CharRange> out;
  if (rule == EscapeRule::minimal) {
    for (char32_t c = units.first; c <= units.last && c < 0x20; ++c) {
      if (is_long_control(c)) out.push_back({c, c});
    }
    return out;
  }
  add_overlap(out, units, 0, kHighFirst - 1);
  add_overlap(out, units, kLowLast + 1, 0xFFFF);
  std::vector<CharRange> high;
  add_overlap(high, units, kHighFirst, kLowFirst - 1);
  for (const CharRange& range : high) {
    out.push_back({0x10000 + ((range.first - kHighFirst) << 10U),
                   0x10000 + ((range.last - kHighFirst) << 10U) + 0x3FF});
  }
  return out;
}

int hex_value(char c, EscapeRule rule) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F' && rule == EscapeRule::json) return c - 'A' + 10;
  return -1;
}

// Up to four hexadecimal digits at text[at]: the units that begin so. `whole`: all four are there.
bool read_unit(std::string_view text, std::size_t& at, EscapeRule rule, CharRange& units, bool& whole) {
  units = {0, 0};
  std::size_t digits = 0;
  for (; digits < 4 && at < text.size(); ++digits, ++at) {
    const int value = hex_value(text[at], rule);
    if (value < 0) return false;
    units.first = units.first * 16 + static_cast<char32_t>(value);
  }
  whole = digits == 4;
  const auto missing = static_cast<unsigned>(4 * (4 - digits));
  units.first <<= missing;
  units.last = units.first + (char32_t{1} << missing) - 1;
  return true;
}

// Behind a high surrogate: \u and a low one.
bool read_low_surrogate(std::string_view text, std::size_t& at, char32_t high, PartialString& out) {
  const char32_t base = 0x10000 + ((high - kHighFirst) << 10U);
  CharRange low{kLowFirst, kLowLast};
  for (const char expected : {'\\', 'u'}) {
    if (at == text.size()) {
      out.next = {{base, base + 0x3FF}};
      return true;
    }
    if (text[at++] != expected) return false;
  }
  CharRange units;
  bool whole = false;
  if (!read_unit(text, at, EscapeRule::json, units, whole)) return false;
  low = {std::max(units.first, kLowFirst), std::min(units.last, kLowLast)};
  if (low.first > low.last) return false;
  if (whole) {
    append_utf8(base + (low.first - kLowFirst), out.text);
  } else {
    out.next = {{base + (low.first - kLowFirst), base + (low.last - kLowFirst)}};
  }
  return true;
}

bool read_unicode_escape(std::string_view text, std::size_t& at, EscapeRule rule, PartialString& out) {
  CharRange units;
  bool whole = false;
  if (!read_unit(text, at, rule, units, whole)) return false;
  std::vector<CharRange> characters = characters_of_units(units, rule);
  if (characters.empty()) return false;
  if (!whole) {
    out.next = std::move(characters);
    return true;
  }
  if (units.first >= kHighFirst && units.first < kLowFirst)
    return read_low_surrogate(text, at, units.first, out);
  append_utf8(units.first, out.text);
  return true;
}

// From behind the backslash on.
bool read_escape(std::string_view text, std::size_t& at, EscapeRule rule, PartialString& out) {
  static constexpr std::string_view kLetters = "\"\\bfnrt/";
  static constexpr std::string_view kMeanings = "\"\\\b\f\n\r\t/";
  if (at == text.size()) {
    if (rule == EscapeRule::json) {
      out.next = {{0, kHighFirst - 1}, {kLowLast + 1, 0x10FFFF}};
    } else {
      out.next = {{0, 0x1F}, {'"', '"'}, {'\\', '\\'}};
    }
    return true;
  }
  const char c = text[at++];
  if (c == 'u') return read_unicode_escape(text, at, rule, out);
  const std::size_t which = kLetters.find(c);
  if (which == std::string_view::npos || (c == '/' && rule == EscapeRule::minimal)) return false;
  out.text.push_back(kMeanings[which]);
  return true;
}

// The characters that the bytes from text[at] to the end begin, which read_utf8 found right so far.
CharRange characters_of_bytes(std::string_view bytes) {
  const auto lead = static_cast<unsigned char>(bytes.front());
  const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  char32_t first = lead & (0x7FU >> length);
  for (const char c : bytes.substr(1)) first = (first << 6U) | (static_cast<unsigned char>(c) & 0x3FU);
  const auto missing = static_cast<unsigned>(6 * (length - bytes.size()));
  first <<= missing;
  char32_t last = first + (char32_t{1} << missing) - 1;
  // RFC 3629: shortest form, no surrogates, nothing above U+10FFFF.
  const std::array<char32_t, 5> least = {0, 0, 0x80, 0x800, 0x10000};
  first = std::max(first, least.at(length));
  if (first < kHighFirst && last >= kHighFirst && last <= kLowLast) last = kHighFirst - 1;
  return {first, std::min(last, char32_t{0x10FFFF})};
}

}  // namespace

std::size_t PartialString::length() const {
  return count_code_points(text) + (has_begun_character() ? 1 : 0);
}

bool PartialString::may_become(std::string_view whole) const {
  if (closed) return whole == text;
  if (!whole.starts_with(text)) return false;
  if (!has_begun_character()) return true;
  if (whole.size() == text.size()) return false;
  const char32_t c = read_utf8(whole, text.size()).code_point;
  return std::any_of(next.begin(), next.end(),
                     [c](const CharRange& range) { return range.first <= c && c <= range.last; });
}

bool read_partial_string(std::string_view text, std::size_t& at, EscapeRule rule, PartialString& out) {
  while (at < text.size()) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte == '"') {
      ++at;
      out.closed = true;
      return true;
    }
    if (byte < 0x20) return false;
    if (byte == '\\') {
      ++at;
      if (!read_escape(text, at, rule, out)) return false;
      if (out.has_begun_character()) return true;  // the text ended in it
      continue;
    }
    const Utf8Read read = read_utf8(text, at);
    if (read.status == Utf8Status::ill_formed) return false;
    if (read.status == Utf8Status::truncated) {
      out.next = {characters_of_bytes(text.substr(at))};
      at = text.size();
      return true;
    }
    out.text.append(text.substr(at, read.length));
    at += read.length;
  }
  return true;
}

}  // namespace lockstep::oracle
