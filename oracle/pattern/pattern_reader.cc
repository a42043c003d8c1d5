// Escapes and names, one function for each production.
#include "lockstep/oracle/pattern/pattern_reader.h"

#include <utility>

#include "lockstep/oracle/unicode/properties.h"
#include "lockstep/oracle/unicode/utf8.h"

namespace lockstep::oracle {
namespace {

bool is_lead(char32_t unit) { return unit >= 0xD800 && unit <= 0xDBFF; }
bool is_trail(char32_t unit) { return unit >= 0xDC00 && unit <= 0xDFFF; }
bool is_octal(char32_t c) { return c >= U'0' && c <= U'7'; }
bool is_letter(char32_t c) { return (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z'); }
char32_t join(char32_t lead, char32_t trail) { return 0x10000 + ((lead - 0xD800) << 10U) + (trail - 0xDC00); }

std::optional<unsigned> hex_value(char32_t c) {
  if (is_digit(c)) return c - U'0';
  if (c >= U'a' && c <= U'f') return c - U'a' + 10;
  if (c >= U'A' && c <= U'F') return c - U'A' + 10;
  return std::nullopt;
}

bool is_syntax_character(char32_t c) {
  return c < 0x80 && std::string_view("^$\\.*+?()[]{}|").find(static_cast<char>(c)) != std::string_view::npos;
}

bool may_start_name(char32_t c) {
  static const CodePointSet id_start = *find_property("ID_Start");
  return c == U'$' || c == U'_' || id_start.contains(c);
}

bool may_continue_name(char32_t c) {
  static const CodePointSet id_continue = *find_property("ID_Continue");
  return c == U'$' || c == 0x200C || c == 0x200D || id_continue.contains(c);
}

}  // namespace

std::optional<SourceText> decode_source(std::string_view source, bool unicode_mode, std::size_t& bad_offset) {
  SourceText text;
  std::size_t offset = 0;
  while (offset < source.size()) {
    const std::size_t begin = offset;
    const auto code_point = next_code_point(source, offset);
    if (!code_point) {
      bad_offset = begin;
      return std::nullopt;
    }
    if (*code_point > 0xFFFF && !unicode_mode) {
      text.characters.push_back(0xD800 + ((*code_point - 0x10000) >> 10U));
      text.characters.push_back(0xDC00 + ((*code_point - 0x10000) & 0x3FFU));
      text.offsets.push_back(begin);
    } else {
      text.characters.push_back(*code_point);
    }
    text.offsets.push_back(begin);
  }
  text.offsets.push_back(source.size());
  return text;
}

PatternReader::PatternReader(const SourceText& text, bool unicode_mode)
    : text_(text), unicode_mode_(unicode_mode) {
  count_groups();
}

// "(" counts unless it is escaped, stands in a class, or begins with "(?" other than a group name's "(?<".
void PatternReader::count_groups() {
  bool in_class = false;
  for (; !at_end(); advance()) {
    const char32_t c = peek();
    if (c == U'\\') {
      if (position_ + 1 < text_.characters.size()) advance();
    } else if (in_class) {
      in_class = c != U']';
    } else if (c == U'[') {
      in_class = true;
    } else if (c == U'(') {
      const bool named = peek(1) == U'?' && peek(2) == U'<' && peek(3) != U'=' && peek(3) != U'!';
      has_group_names_ = has_group_names_ || named;
      if (named || peek(1) != U'?') ++group_count_;
    }
  }
  position_ = 0;
}

char32_t PatternReader::peek(std::size_t ahead) const {
  const std::size_t index = position_ + ahead;
  return index < text_.characters.size() ? text_.characters[index] : kEnd;
}

bool PatternReader::eat(char32_t character) {
  if (peek() != character) return false;
  advance();
  return true;
}

void PatternReader::fail(std::size_t position, std::string message) {
  if (!error_) error_ = Error{"bad_pattern", std::move(message), text_.offsets[position], {}};
  position_ = text_.characters.size();
}

std::optional<std::string> PatternReader::decimal_digits() {
  if (!is_digit(peek())) return std::nullopt;
  std::string digits;
  for (; is_digit(peek()); advance()) {
    if (!digits.empty() || peek() != U'0') digits.push_back(static_cast<char>(peek()));
  }
  return digits;
}

std::optional<char32_t> PatternReader::hex_digits(std::size_t count) {
  char32_t value = 0;
  for (std::size_t index = 0; index < count; ++index) {
    const auto digit = hex_value(peek(index));
    if (!digit) return std::nullopt;
    value = value * 16 + *digit;
  }
  advance(count);
  return value;
}

// RegExpUnicodeEscapeSequence behind its "u"; the cursor stays where there is none.
std::optional<char32_t> PatternReader::unicode_escape(bool unicode_mode) {
  const std::size_t begin = position_;
  if (!unicode_mode) return hex_digits(4);
  if (eat(U'{')) {
    char32_t value = 0;
    std::size_t digits = 0;
    for (auto digit = hex_value(peek()); digit && value <= kLastCodePoint; digit = hex_value(peek())) {
      value = value * 16 + *digit;
      ++digits;
      advance();
    }
    if (digits > 0 && value <= kLastCodePoint && eat(U'}')) return value;
    position_ = begin;
    return std::nullopt;
  }
  const auto first = hex_digits(4);
  if (!first || !is_lead(*first) || peek() != U'\\' || peek(1) != U'u') return first;
  const std::size_t behind_lead = position_;
  advance(2);
  const auto second = hex_digits(4);
  if (second && is_trail(*second)) return join(*first, *second);
  position_ = behind_lead;
  return first;
}

char32_t PatternReader::character_escape(bool in_class) {
  const std::size_t begin = position_;
  const char32_t c = peek();
  if (c == kEnd) {
    fail(begin, "A backslash ends the pattern.");
    return 0;
  }
  if (c == U'c') return control_escape(in_class);
  if (is_digit(c)) return digit_escape();
  advance();
  switch (c) {
    case U'f':
      return 0x0C;
    case U'n':
      return 0x0A;
    case U'r':
      return 0x0D;
    case U't':
      return 0x09;
    case U'v':
      return 0x0B;
    case U'x':
    case U'u':
      return hexadecimal_escape(c);
    default:
      break;
  }
  // IdentityEscape
  const bool allowed = unicode_mode_ ? is_syntax_character(c) || c == U'/' || (in_class && c == U'-')
                                     : c != U'k' || !has_group_names_;
  if (!allowed) fail(begin, "This character has no escape.");
  return c;
}

// \c and a letter. Annex B: in a class also a digit or "_"; else the backslash stands for itself.
char32_t PatternReader::control_escape(bool in_class) {
  const char32_t letter = peek(1);
  if (is_letter(letter) || (in_class && !unicode_mode_ && (is_digit(letter) || letter == U'_'))) {
    advance(2);
    return letter % 32;
  }
  if (unicode_mode_) fail(position_, "\\c needs a letter.");
  return U'\\';
}

// \0, or Annex B's LegacyOctalEscapeSequence: at most three digits, at most 0377; \8 and \9 are identity
// escapes.
char32_t PatternReader::digit_escape() {
  const char32_t first = peek();
  if (unicode_mode_) {
    if (first != U'0' || is_digit(peek(1))) fail(position_, "A decimal escape that is no group and not \\0.");
    advance();
    return 0;
  }
  advance();
  if (!is_octal(first)) return first;
  char32_t value = first - U'0';
  for (int count = 1; count < 3 && is_octal(peek()) && value * 8 + (peek() - U'0') <= 0377;
       ++count, advance()) {
    value = value * 8 + (peek() - U'0');
  }
  return value;
}

// \xHH or a \u escape; Annex B: the letter itself where the digits are missing.
char32_t PatternReader::hexadecimal_escape(char32_t letter) {
  const auto value = letter == U'x' ? hex_digits(2) : unicode_escape(unicode_mode_);
  if (value) return *value;
  if (unicode_mode_) fail(position_ - 1, "A \\x or \\u escape without its digits.");
  return letter;
}

// RegExpIdentifierStart or -Part: in both modes a code point, written as such or as a \u escape of the u
// form.
std::optional<char32_t> PatternReader::name_character() {
  const char32_t c = peek();
  if (c == kEnd) return std::nullopt;
  advance();
  if (c == U'\\') return eat(U'u') ? unicode_escape(true) : std::nullopt;
  if (!unicode_mode_ && is_lead(c) && is_trail(peek())) {
    const char32_t trail = peek();
    advance();
    return join(c, trail);
  }
  return c;
}

std::u32string PatternReader::group_name() {
  const std::size_t begin = position_;
  std::u32string name;
  while (name.empty() || !eat(U'>')) {
    const auto c = name_character();
    if (!c || !(name.empty() ? may_start_name(*c) : may_continue_name(*c))) {
      fail(begin, "Not a group name.");
      return {};
    }
    name.push_back(*c);
  }
  return name;
}

}  // namespace lockstep::oracle
