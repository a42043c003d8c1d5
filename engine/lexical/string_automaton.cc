#include "lockstep/engine/lexical/string_automaton.h"

#include <algorithm>
#include <array>

#include "lockstep/engine/base/check.h"
#include "lockstep/engine/lexical/code_points.h"

namespace lockstep::engine {
namespace {

// Phases. In kText no code point is unfinished. In the others `first` and `last` bound what it can become; in
// kUnit they bound a UTF-16 code unit, of which a high surrogate still needs its partner.
constexpr std::uint8_t kText = 0;
constexpr std::uint8_t kUtf8 = 0;  // + continuation bytes to come, 1 to 3
constexpr std::uint8_t kBackslash = 4;
constexpr std::uint8_t kUnit = 4;  // + hexadecimal digits to come, 1 to 4: phases 5 to 8
constexpr std::uint8_t kHigh = 9;  // after a high surrogate
constexpr std::uint8_t kHighBackslash = 10;
constexpr std::uint8_t kLow = 10;  // + hexadecimal digits to come, 1 to 4: phases 11 to 14

bool is_utf8(std::uint8_t phase) { return phase > kUtf8 && phase <= kUtf8 + 3; }
bool is_unit(std::uint8_t phase) { return phase > kUnit && phase <= kUnit + 4; }
bool is_low(std::uint8_t phase) { return phase > kLow && phase <= kLow + 4; }

struct Range {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

// Controls that Escapes::minimal spells as \u00xx: those without a short form.
constexpr std::array<Range, 3> kLongControls = {{{0x00, 0x07}, {0x0B, 0x0B}, {0x0E, 0x1F}}};
constexpr std::uint32_t kFirstHighLess = 0x10000;

// The code points that an escape with a code unit in `unit` can stand for, as at most three ranges.
std::array<Range, 3> code_points_of(Range unit, Escapes escapes) {
  std::array<Range, 3> out = {{{1, 0}, {1, 0}, {1, 0}}};  // empty
  if (escapes == Escapes::minimal) {
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = {std::max(unit.first, kLongControls[i].first), std::min(unit.last, kLongControls[i].last)};
    }
    return out;
  }
  out[0] = unit;  // surrogates are left out by whoever reads the range
  const std::uint32_t high_first = std::max(unit.first, kFirstSurrogate);
  const std::uint32_t high_last = std::min(unit.last, kFirstLowSurrogate - 1);
  if (high_first <= high_last) {
    out[1] = {kFirstHighLess + ((high_first - kFirstSurrogate) << 10U),
              kFirstHighLess + ((high_last - kFirstSurrogate) << 10U) + 0x3FF};
  }
  return out;
}

// The code points that the state's unfinished one can become.
std::array<Range, 3> candidates(const StringState& state, Escapes escapes) {
  if (is_unit(state.phase)) return code_points_of({state.first, state.last}, escapes);
  if (state.phase == kBackslash && escapes == Escapes::minimal) {
    return {{{0x00, 0x1F}, {'"', '"'}, {'\\', '\\'}}};
  }
  return {{{state.first, state.last}, {1, 0}, {1, 0}}};
}

// `digits` hexadecimal digits of `value`, the last ones.
std::string hex(std::uint32_t value, unsigned digits) {
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (unsigned i = digits; i > 0; --i) out += kDigits[value >> (4 * (i - 1)) & 0xFU];
  return out;
}

std::uint32_t high_of(std::uint32_t astral) { return kFirstSurrogate + ((astral - kFirstHighLess) >> 10U); }
std::uint32_t low_of(std::uint32_t astral) { return kFirstLowSurrogate + (astral & 0x3FFU); }

// What is still to be written of `code_point` in this state's phase.
std::string rest_of(const StringState& state, std::uint32_t code_point) {
  if (is_utf8(state.phase))
    return utf8_of(code_point).substr(utf8_of(code_point).size() - (state.phase - kUtf8));
  const bool astral = code_point >= kFirstHighLess;
  if (state.phase == kBackslash) {
    const std::string spelling = json_spelling(utf8_of(code_point));
    if (spelling[0] == '\\') return spelling.substr(1);
    return astral ? "u" + hex(high_of(code_point), 4) + "\\u" + hex(low_of(code_point), 4)
                  : "u" + hex(code_point, 4);
  }
  if (is_unit(state.phase)) {
    const auto digits = static_cast<unsigned>(state.phase - kUnit);
    return astral ? hex(high_of(code_point), digits) + "\\u" + hex(low_of(code_point), 4)
                  : hex(code_point, digits);
  }
  if (state.phase == kHigh) return "\\u" + hex(low_of(code_point), 4);
  if (state.phase == kHighBackslash) return "u" + hex(low_of(code_point), 4);
  return hex(low_of(code_point), static_cast<unsigned>(state.phase - kLow));
}

std::optional<std::uint32_t> hex_digit(std::uint8_t byte, Escapes escapes) {
  if (byte >= '0' && byte <= '9') return byte - std::uint32_t{'0'};
  if (byte >= 'a' && byte <= 'f') return byte - std::uint32_t{'a'} + 10;
  if (byte >= 'A' && byte <= 'F' && escapes == Escapes::json) return byte - std::uint32_t{'A'} + 10;
  return std::nullopt;
}

// The part of `range` whose digit number `place` (counted from the end, in units of `bits`) is `digit`; all
// numbers of the range agree on the digits before it. Empty: first > last.
Range with_digit(Range range, unsigned place, unsigned bits, std::uint32_t digit) {
  const std::uint32_t prefix = range.first >> (bits * (place + 1)) << (bits * (place + 1));
  const std::uint32_t base = prefix | digit << (bits * place);
  return {std::max(range.first, base), std::min(range.last, base + ((1U << (bits * place)) - 1))};
}

StringLanguage::Interval entries_of(const StringState& state) { return {state.low, state.high}; }

}  // namespace

std::optional<StringState> StringAutomaton::start() const {
  StringState state;
  state.text = language_.start();
  state.high = language_.whole().high;
  return live(state);
}

std::optional<StringState> StringAutomaton::live(const StringState& state) const {
  if (state.phase == kText) {
    if (language_.can_finish(state.text, entries_of(state), state.matched)) return state;
    return std::nullopt;
  }
  for (const Range& range : candidates(state, escapes_)) {
    if (range.first <= range.last &&
        language_.can_finish_through(state.text, entries_of(state), state.matched, range.first, range.last)) {
      return state;
    }
  }
  return std::nullopt;
}

std::optional<StringState> StringAutomaton::completed(const StringState& state,
                                                      std::uint32_t code_point) const {
  StringState next;
  next.text = language_.after(state.text, code_point);
  const auto entries = language_.narrow(entries_of(state), state.matched, code_point, code_point);
  if (!entries.empty()) {
    next.low = entries.low;
    next.high = entries.high;
    next.matched = state.matched + static_cast<std::uint32_t>(utf8_of(code_point).size());
  }
  return live(next);
}

std::optional<StringState> StringAutomaton::step(const StringState& state, std::uint8_t byte) const {
  if (state.phase == kText || is_utf8(state.phase)) return step_plain(state, byte);
  if (is_unit(state.phase) || is_low(state.phase)) return step_hex(state, byte);
  return step_escape(state, byte);
}

std::optional<StringState> StringAutomaton::step_plain(const StringState& state, std::uint8_t byte) const {
  StringState next = state;
  if (is_utf8(state.phase)) {
    if ((byte & 0xC0U) != 0x80U) return std::nullopt;
    const auto left = static_cast<unsigned>(state.phase - kUtf8 - 1);
    const Range range = with_digit({state.first, state.last}, left, 6, byte & 0x3FU);
    if (range.first > range.last) return std::nullopt;
    if (left == 0) return completed(state, range.first);
    next.phase = static_cast<std::uint8_t>(kUtf8 + left);
    next.first = range.first;
    next.last = range.last;
    return live(next);
  }
  if (!bare_ && (byte < 0x20 || byte == '"')) return std::nullopt;
  if (!bare_ && byte == '\\') {
    next.phase = kBackslash;
    next.last = kLastCodePoint;
    return live(next);
  }
  if (byte < 0x80) {
    // Away from the table, which is where most bytes of most strings are.
    if (state.low < state.high || !language_.has_patterns()) return completed(state, byte);
    next.text = language_.after(state.text, byte);
    return language_.can_finish(next.text, {}, 0) ? std::optional(next) : std::nullopt;
  }
  // RFC 3629 section 4: no overlong form, no surrogate, nothing above U+10FFFF.
  if (byte < 0xC2 || byte > 0xF4) return std::nullopt;
  const unsigned more = byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3;
  const std::uint32_t base = (byte & (0x3FU >> more)) << (6 * more);
  next.phase = static_cast<std::uint8_t>(kUtf8 + more);
  next.first = std::max(base, more == 1 ? 0x80U : more == 2 ? 0x800U : kFirstHighLess);
  next.last = std::min(base + ((1U << (6 * more)) - 1), kLastCodePoint);
  if (byte == 0xED) next.last = kFirstSurrogate - 1;
  return live(next);
}

std::optional<StringState> StringAutomaton::step_escape(const StringState& state, std::uint8_t byte) const {
  StringState next = state;
  if (state.phase == kHigh) {
    next.phase = kHighBackslash;
    return byte == '\\' ? live(next) : std::nullopt;
  }
  if (byte == 'u') {
    next.phase = state.phase == kHighBackslash ? kLow + 4 : kUnit + 4;
    if (state.phase == kBackslash) {
      next.first = 0;
      next.last = 0xFFFF;
    }
    return live(next);
  }
  if (state.phase == kHighBackslash) return std::nullopt;
  static constexpr std::string_view kLetters = "\"\\/bfnrt";
  static constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
  const std::size_t place = kLetters.find(static_cast<char>(byte));
  if (place == std::string_view::npos || (byte == '/' && escapes_ == Escapes::minimal)) return std::nullopt;
  return completed(state, static_cast<unsigned char>(kMeanings[place]));
}

std::optional<StringState> StringAutomaton::step_hex(const StringState& state, std::uint8_t byte) const {
  const std::optional<std::uint32_t> digit = hex_digit(byte, escapes_);
  if (!digit) return std::nullopt;
  StringState next = state;
  next.phase = static_cast<std::uint8_t>(state.phase - 1);
  if (is_low(state.phase)) {
    const auto left = static_cast<unsigned>(state.phase - kLow - 1);
    const Range low = with_digit({low_of(state.first), low_of(state.last)}, left, 4, *digit);
    if (low.first > low.last) return std::nullopt;
    const std::uint32_t base = state.first & ~0x3FFU;
    if (left == 0) return completed(state, base | (low.first & 0x3FFU));
    next.first = base | (low.first & 0x3FFU);
    next.last = base | (low.last & 0x3FFU);
    return live(next);
  }
  const auto left = static_cast<unsigned>(state.phase - kUnit - 1);
  const Range unit = with_digit({state.first, state.last}, left, 4, *digit);
  if (unit.first > unit.last) return std::nullopt;
  next.first = unit.first;
  next.last = unit.last;
  if (left > 0) return live(next);
  const std::array<Range, 3> points = code_points_of(unit, escapes_);
  if (points[1].first <= points[1].last && points[1].first >= kFirstHighLess) {
    next.phase = kHigh;
    next.first = points[1].first;
    next.last = points[1].last;
    return live(next);
  }
  const bool low_surrogate = unit.first >= kFirstLowSurrogate && unit.first <= kLastSurrogate;
  const bool spelled_so =
      std::any_of(points.begin(), points.end(), [](const Range& r) { return r.first <= r.last; });
  return low_surrogate || !spelled_so ? std::nullopt : completed(state, unit.first);
}

bool StringAutomaton::can_close(const StringState& state) const {
  if (state.phase != kText) return false;
  const auto entries = entries_of(state);
  if (language_.holds_shared_text(entries, state.matched)) return language_.table()[state.low].allowed;
  return language_.allows(state.text);
}

// A code point that can come next: best one that leaves the table behind, since from there only the length
// matters.
std::optional<std::uint32_t> StringAutomaton::choose(const StringState& state) const {
  const auto entries = entries_of(state);
  const auto ranges = state.phase == kText
                          ? std::array<Range, 3>{{{'a', 'z'}, {'0', '9'}, {0, kLastCodePoint}}}
                          : candidates(state, escapes_);
  if (language_.has_patterns()) {
    for (const Range& range :
         state.phase == kText ? std::array<Range, 3>{{{0, kLastCodePoint}, {1, 0}, {1, 0}}} : ranges) {
      if (range.first > range.last) continue;
      if (const auto c = language_.toward(state.text, entries, state.matched, range.first, range.last))
        return c;
    }
  } else if (language_.next_length(state.text.length + 1) != kNoLimit) {
    for (const Range& range : ranges) {
      std::uint32_t tries = entries.size() + 1;
      for (std::uint32_t c = range.first; c <= range.last && tries > 0; ++c) {
        pass(language_.meter());
        if (c >= kFirstSurrogate && c <= kLastSurrogate) continue;
        if (language_.narrow(entries, state.matched, c, c).empty()) return c;
        --tries;
      }
    }
  }
  for (const Range& range : ranges) {
    auto rest = language_.narrow(entries, state.matched, range.first, range.last);
    while (range.first <= range.last && !rest.empty()) {
      pass(language_.meter(), 4);
      const std::uint32_t c = code_point_at(language_.table()[rest.low].text, state.matched).value;
      if (completed(state, c)) return c;
      rest.low = language_.narrow(rest, state.matched, c, c).high;
    }
  }
  return std::nullopt;
}

std::string StringAutomaton::spelled(std::string_view decoded) const {
  return bare_ ? std::string(decoded) : json_spelling(decoded);
}

std::string StringAutomaton::finish(const StringState& state) const {
  std::string out;
  StringState at = state;
  while (!can_close(at)) {
    language_.charge();  // a schema's number says how long the shortest string is
    const std::uint64_t padded =
        language_.has_patterns() ? kNoLimit : language_.next_length(at.text.length + 1);
    if (at.phase == kText && language_.allowed_in(entries_of(at)) > 0) {
      std::uint32_t entry = at.low;
      for (; !language_.table()[entry].allowed; ++entry) pass(language_.meter());
      const std::string_view rest = std::string_view(language_.table()[entry].text).substr(at.matched);
      if (padded == kNoLimit || rest.size() <= padded - at.text.length) return out + spelled(rest);
    }
    const std::optional<std::uint32_t> next = choose(at);
    LOCKSTEP_CHECK(next.has_value());
    out += at.phase == kText ? spelled(utf8_of(*next)) : rest_of(at, *next);
    at = completed(at, *next).value();
  }
  return out;
}

}  // namespace lockstep::engine
