// Class sets and class contents.
#include "lockstep/oracle/pattern/pattern_class.h"

#include <string>
#include <utility>
#include <vector>

#include "lockstep/oracle/unicode/properties.h"

namespace lockstep::oracle {
namespace {

CodePointSet digits() { return CodePointSet({{U'0', U'9'}}); }
CodePointSet words() { return CodePointSet({{U'0', U'9'}, {U'A', U'Z'}, {U'_', U'_'}, {U'a', U'z'}}); }

// WhiteSpace and LineTerminator (sections 12.2 and 12.3): TAB, VT, FF, ZWNBSP, every Space_Separator; LF, CR,
// LS, PS.
CodePointSet spaces() {
  std::vector<CodePointRange> ranges = find_property("Zs")->ranges();
  ranges.insert(ranges.end(), {{0x09, 0x0D}, {0xFEFF, 0xFEFF}, {0x2028, 0x2029}});
  return CodePointSet(std::move(ranges));
}

// \p{...} or \P{...} with the letter already read.
CodePointSet property_escape(PatternReader& reader, std::size_t begin) {
  std::string expression;
  if (reader.eat(U'{')) {
    while (!reader.at_end() && reader.peek() != U'}' && reader.peek() < 0x80) {
      expression.push_back(static_cast<char>(reader.peek()));
      reader.advance();
    }
    if (reader.eat(U'}')) {
      if (auto set = find_property(expression)) return *std::move(set);
    }
  }
  reader.fail(begin, "Not a Unicode property.");
  return {};
}

// One ClassAtom: a character, or the set of a CharacterClassEscape.
struct ClassAtom {
  char32_t character = 0;
  std::optional<CodePointSet> set;
};

ClassAtom class_atom(PatternReader& reader) {
  const std::size_t begin = reader.position();
  const char32_t c = reader.peek();
  if (c == kEnd) {
    reader.fail(begin, "The class has no end.");
    return {};
  }
  reader.advance();
  if (c != U'\\') return {c, std::nullopt};
  if (reader.eat(U'b')) return {0x08, std::nullopt};
  if (auto set = class_escape(reader)) return {0, std::move(set)};
  return {reader.character_escape(true), std::nullopt};
}

void add(std::vector<CodePointRange>& ranges, const ClassAtom& atom) {
  if (!atom.set) {
    ranges.push_back({atom.character, atom.character});
  } else {
    ranges.insert(ranges.end(), atom.set->ranges().begin(), atom.set->ranges().end());
  }
}

}  // namespace

std::optional<CodePointSet> class_escape(PatternReader& reader) {
  const std::size_t begin = reader.position();
  const char32_t letter = reader.peek();
  const char32_t lower = letter >= U'A' && letter <= U'Z' ? letter + 32 : letter;
  CodePointSet set;
  if (lower == U'd' || lower == U's' || lower == U'w') {
    reader.advance();
    set = lower == U'd' ? digits() : lower == U's' ? spaces() : words();
  } else if (lower == U'p' && reader.unicode_mode()) {
    reader.advance();
    set = property_escape(reader, begin);
  } else {
    return std::nullopt;
  }
  return letter == lower ? set : set.complement();
}

CodePointSet character_class(PatternReader& reader) {
  const std::size_t class_begin = reader.position();
  const bool inverted = reader.eat(U'^');
  std::vector<CodePointRange> ranges;
  while (!reader.eat(U']')) {
    if (reader.at_end()) {
      reader.fail(class_begin, "The class has no end.");
      return {};
    }
    const std::size_t begin = reader.position();
    const ClassAtom first = class_atom(reader);
    add(ranges, first);
    if (reader.peek() != U'-' || reader.peek(1) == U']' || reader.peek(1) == kEnd) continue;
    reader.advance();
    const ClassAtom last = class_atom(reader);
    if (first.set || last.set) {
      // Annex B (B.1.2.8.1): the two sets and the hyphen itself.
      if (reader.unicode_mode()) reader.fail(begin, "A class escape cannot bound a range.");
      ranges.push_back({U'-', U'-'});
      add(ranges, last);
    } else if (first.character > last.character) {
      reader.fail(begin, "A range of the class is out of order.");
    } else {
      ranges.push_back({first.character, last.character});
    }
    if (reader.failed()) return {};
  }
  CodePointSet set(std::move(ranges));
  return inverted ? set.complement() : set;
}

CodePointSet dot_set() { return CodePointSet({{0x0A, 0x0A}, {0x0D, 0x0D}, {0x2028, 0x2029}}).complement(); }

bool is_word_character(char32_t c) {
  return is_digit(c) || (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z') || c == U'_';
}

}  // namespace lockstep::oracle
