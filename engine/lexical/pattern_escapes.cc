// What follows a backslash, group names, and character classes (ECMA-262 22.2.1, Annex B.1.2).
#include <algorithm>

#include "lockstep/engine/lexical/code_points.h"
#include "lockstep/engine/lexical/pattern_classes.h"
#include "lockstep/engine/lexical/pattern_parser.h"
#include "lockstep/engine/lexical/unicode_properties.h"

namespace lockstep::engine {
namespace {

bool is_letter(std::uint32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(std::uint32_t c) { return c >= '0' && c <= '9'; }
bool is_octal(std::uint32_t c) { return c >= '0' && c <= '7'; }
bool is_word(std::uint32_t c) { return is_letter(c) || is_digit(c) || c == '_'; }
bool is_lead(std::uint32_t c) { return c >= kFirstSurrogate && c < kFirstLowSurrogate; }
bool is_trail(std::uint32_t c) { return c >= kFirstLowSurrogate && c <= kLastSurrogate; }
std::uint32_t joined(std::uint32_t lead, std::uint32_t trail) {
  return 0x10000 + ((lead - kFirstSurrogate) << 10U) + (trail - kFirstLowSurrogate);
}

std::optional<std::uint32_t> digit_value(std::uint32_t c) {
  if (is_digit(c)) return c - '0';
  const std::uint32_t lower = c | 0x20U;
  if (c < 0x80 && lower >= 'a' && lower <= 'f') return lower - 'a' + 10;
  return std::nullopt;
}

bool is_syntax_character(std::uint32_t c) {
  return c < 0x80 &&
         std::string_view("^$\\.*+?()[]{}|/").find(static_cast<char>(c)) != std::string_view::npos;
}

// 22.2.1 RegExpIdentifierStart and RegExpIdentifierPart.
bool in_name(std::uint32_t c, bool first) {
  static const CodePointSet starts = *unicode_property("ID_Start");
  static const CodePointSet parts = *unicode_property("ID_Continue");
  if (c == '$' || c == '_') return true;
  if (first) return starts.contains(c);
  return c == 0x200C || c == 0x200D || parts.contains(c);
}

}  // namespace

CodePointSet digit_characters() { return CodePointSet({{'0', '9'}}); }
CodePointSet word_characters() { return CodePointSet({{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}}); }

// WhiteSpace and LineTerminator of ECMA-262 section 12.
CodePointSet space_characters() {
  return unicode_property("Zs")->united(CodePointSet({{'\t', '\r'}, {0xFEFF, 0xFEFF}, {0x2028, 0x2029}}));
}

PatternParser::Id PatternParser::atom_escape() {
  take('\\');
  const std::uint32_t c = peek();
  if (c == kEnd) {
    fail("a backslash at the end");
    return 0;
  }
  if (c >= '1' && c <= '9') return decimal_escape();
  if (c == 'k' && (unicode_ || named_groups_)) return named_reference();
  if (std::optional<CodePointSet> set = class_escape()) return set_of(std::move(*set));
  const std::optional<std::uint32_t> symbol = failed() ? std::nullopt : character_escape(false);
  return symbol ? symbol_of(*symbol) : 0;
}

// A reference, or without `u` and without such a group an octal or identity escape.
PatternParser::Id PatternParser::decimal_escape() {
  const std::size_t begin = at_;
  std::uint64_t number = 0;
  for (; at_digit(); ++at_) number = std::min<std::uint64_t>(number * 10 + (peek() - '0'), 1U << 30U);
  if (number <= groups_) {
    syntax_.back_reference = true;
    return add(Kind::sequence);
  }
  if (unicode_) {
    fail("no group has this number", begin);
    return 0;
  }
  at_ = begin;
  return symbol_of(character_escape(false).value_or(0));
}

PatternParser::Id PatternParser::named_reference() {
  take('k');
  const std::size_t at = at_;
  if (!take('<')) fail("a reference by name without a name");
  named_references_.emplace_back(group_name(), at);
  syntax_.back_reference = true;
  return add(Kind::sequence);
}

// \d \D \s \S \w \W and with `u` \p{...} \P{...}; nothing is taken where it is none of them.
std::optional<CodePointSet> PatternParser::class_escape() {
  const std::uint32_t c = peek();
  const std::uint32_t lower = c | 0x20U;
  if (c == kEnd || c >= 0x80) return std::nullopt;
  if (unicode_ && lower == 'p') return property_escape();
  if (lower != 'd' && lower != 's' && lower != 'w') return std::nullopt;
  ++at_;
  CodePointSet set = lower == 'd'   ? digit_characters()
                     : lower == 's' ? space_characters()
                                    : word_characters();
  return c == lower ? std::move(set) : set.complement();
}

std::optional<CodePointSet> PatternParser::property_escape() {
  const std::size_t begin = at_;
  const bool negated = take('P');
  if (!negated) take('p');
  std::string expression;
  if (take('{')) {
    for (; is_word(peek()) || peek() == '='; ++at_) expression += static_cast<char>(peek());
  }
  std::optional<CodePointSet> set;
  if (!expression.empty() && take('}')) set = unicode_property(expression);
  if (!set) {
    fail("no such Unicode property", begin);
    return std::nullopt;
  }
  return negated ? set->complement() : std::move(*set);
}

std::optional<std::uint32_t> PatternParser::hex(std::size_t digits) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < digits; ++i) {
    const std::optional<std::uint32_t> digit = digit_value(peek(i));
    if (!digit) return std::nullopt;
    value = value * 16 + *digit;
  }
  at_ += digits;
  return value;
}

// After the "u": four digits, a pair of them for a code point above U+FFFF, or digits in braces. Nothing is
// taken where it is none of them.
std::optional<std::uint32_t> PatternParser::unicode_escape(bool braces_allowed) {
  const std::size_t begin = at_;
  if (braces_allowed && take('{')) {
    std::uint32_t value = 0;
    std::size_t digits = 0;
    for (; digit_value(peek()); ++at_, ++digits) {
      value = std::min(value * 16 + *digit_value(peek()), kLastCodePoint + 1);
    }
    if (digits > 0 && value <= kLastCodePoint && take('}')) return value;
    at_ = begin;
    return std::nullopt;
  }
  const std::optional<std::uint32_t> value = hex(4);
  if (!value || !braces_allowed || !is_lead(*value)) return value;
  const std::size_t behind = at_;
  if (take("\\u")) {
    const std::optional<std::uint32_t> trail = hex(4);
    if (trail && is_trail(*trail)) return joined(*value, *trail);
  }
  at_ = behind;
  return value;
}

// \0, and without `u` the legacy octal escapes of Annex B.
std::optional<std::uint32_t> PatternParser::zero_or_octal() {
  if (unicode_) {
    if (!at_digit(1)) {
      ++at_;
      return 0;
    }
    fail("an octal escape");
    return std::nullopt;
  }
  const std::size_t most = peek() <= '3' ? 3 : 2;
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < most && is_octal(peek()); ++i, ++at_) value = value * 8 + (peek() - '0');
  return value;
}

// One symbol. Without `u`, "\c" that begins no control escape is a backslash, and the "c" comes next.
std::optional<std::uint32_t> PatternParser::character_escape(bool in_class) {
  static constexpr std::string_view kControls = "fnrtv";
  static constexpr std::string_view kControlMeanings = "\f\n\r\t\v";
  const std::uint32_t c = peek();
  if (is_octal(c) && (c == '0' || !unicode_)) return zero_or_octal();
  if (c == 'c') {
    const std::uint32_t next = peek(1);
    if (is_letter(next) || (in_class && !unicode_ && is_word(next))) {
      at_ += 2;
      return next % 32;
    }
    if (!unicode_) return '\\';
    fail("an invalid control escape");
    return std::nullopt;
  }
  if (c == kEnd || (c == 'k' && named_groups_)) {
    fail("an invalid escape");
    return std::nullopt;
  }
  if (const auto place = c < 0x80 ? kControls.find(static_cast<char>(c)) : std::string_view::npos;
      place != std::string_view::npos) {
    ++at_;
    return static_cast<unsigned char>(kControlMeanings[place]);
  }
  if (c == 'x' || c == 'u') {
    ++at_;
    const std::optional<std::uint32_t> value = c == 'x' ? hex(2) : unicode_escape(unicode_);
    if (value) return value;
    --at_;
  }
  if (unicode_ && !is_syntax_character(c) && !(in_class && c == '-')) {
    fail("an invalid escape");
    return std::nullopt;
  }
  ++at_;
  return c;
}

// The name and its closing bracket; the opening one is taken.
std::string PatternParser::group_name() {
  std::string name;
  const std::size_t begin = at_;
  while (!failed() && !take('>')) {
    const std::size_t at = at_;
    const std::uint32_t c = name_symbol();
    if (c == kEnd || !in_name(c, name.empty())) {
      fail("an invalid group name", at);
    } else {
      name += utf8_of(c);
    }
  }
  if (name.empty()) fail("an empty group name", begin);
  return name;
}

// Names are of code points in both modes.
std::uint32_t PatternParser::name_symbol() {
  if (take("\\u")) return unicode_escape(true).value_or(kEnd);
  const std::uint32_t c = peek();
  if (c == kEnd) return kEnd;
  ++at_;
  if (!unicode_ && is_lead(c) && is_trail(peek())) return joined(c, symbols_[at_++]);
  return c;
}

CodePointSet PatternParser::character_class() {
  const std::size_t opened = at_;
  take('[');
  const bool negated = take('^');
  std::vector<CodePointSpan> spans;
  const auto add_part = [&](const ClassPart& part) {
    pass(meter_, 1 + part.set.spans().size());
    if (part.symbol) spans.push_back({*part.symbol, *part.symbol});
    spans.insert(spans.end(), part.set.spans().begin(), part.set.spans().end());
  };
  while (!failed() && !take(']')) {
    const std::size_t at = at_;
    if (peek() == kEnd) {
      fail("an unterminated class", opened);
      break;
    }
    const ClassPart low = class_part();
    if (failed() || peek() != '-' || peek(1) == ']' || peek(1) == kEnd) {
      add_part(low);
      continue;
    }
    take('-');
    const ClassPart high = class_part();
    if (low.symbol && high.symbol) {
      if (*low.symbol > *high.symbol) fail("a range out of order in a class", at);
      spans.push_back({*low.symbol, *high.symbol});
    } else if (unicode_) {
      fail("a range from or to a class of characters", at);
    } else {
      add_part(low);
      add_part(high);
      spans.push_back({'-', '-'});
    }
  }
  const CodePointSet set(std::move(spans));
  return negated ? set.complement() : set;
}

PatternParser::ClassPart PatternParser::class_part() {
  const std::uint32_t c = peek();
  if (c != '\\') {
    ++at_;
    return {c, {}};
  }
  ++at_;
  if (take('b')) return {'\b', {}};
  if (std::optional<CodePointSet> set = class_escape()) return {std::nullopt, std::move(*set)};
  return {failed() ? std::nullopt : character_escape(true), {}};
}

}  // namespace lockstep::engine
