// Internal: one pass of the grammar over a pattern's symbols, in one of its two modes.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/engine/base/limits.h"
#include "lockstep/engine/lexical/pattern_syntax.h"

namespace lockstep::engine {

// Thread rules: one thread, one use.
class PatternParser {
 public:
  PatternParser(std::string_view text, bool unicode, const Limits& limits, Meter* meter);

  Result<PatternSyntax> parse();

 private:
  using Id = std::uint32_t;
  using Kind = PatternNode::Kind;
  // A part of a class: one symbol, or a set such as \d.
  struct ClassPart {
    std::optional<std::uint32_t> symbol;
    CodePointSet set;
  };

  // Symbols. kEnd beyond the last.
  static constexpr std::uint32_t kEnd = ~std::uint32_t{0};
  std::uint32_t peek(std::size_t ahead = 0) const {
    return at_ + ahead < symbols_.size() ? symbols_[at_ + ahead] : kEnd;
  }
  bool take(char c);
  bool take(std::string_view word);
  bool at_digit(std::size_t ahead = 0) const { return peek(ahead) >= '0' && peek(ahead) <= '9'; }
  // The first fault is kept; every loop ends as soon as there is one.
  void fail(std::string message, std::optional<std::size_t> at = std::nullopt);
  bool failed() const { return error_.has_value(); }

  Id add(PatternNode node);
  Id add(Kind kind, std::vector<Id> children = {});
  Id set_of(CodePointSet set);
  Id symbol_of(std::uint32_t symbol) { return set_of(CodePointSet({{symbol, symbol}})); }

  void count_groups();
  Id disjunction();
  Id alternative();
  std::optional<Id> assertion();
  Id term();
  Id atom();
  Id group();
  Id look(bool ahead, bool negated);
  Id quantified(Id atom);
  bool quantifier(std::uint64_t& least, std::uint64_t& most);
  bool braces(std::uint64_t& least, std::uint64_t& most);

  // After a backslash (pattern_escapes.cc).
  Id atom_escape();
  Id decimal_escape();
  Id named_reference();
  std::optional<CodePointSet> class_escape();
  std::optional<CodePointSet> property_escape();
  std::optional<std::uint32_t> character_escape(bool in_class);
  std::optional<std::uint32_t> zero_or_octal();
  std::optional<std::uint32_t> unicode_escape(bool braces_allowed);
  std::optional<std::uint32_t> hex(std::size_t digits);
  std::string group_name();
  std::uint32_t name_symbol();
  CodePointSet character_class();
  ClassPart class_part();

  const bool unicode_;
  const Limits& limits_;
  Meter* meter_;
  std::vector<std::uint32_t> symbols_;  // code points, or code units without `u`
  std::vector<std::size_t> offsets_;    // of symbols, in bytes; one more for the end
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
  std::uint64_t groups_ = 0;     // all of the pattern's
  bool named_groups_ = false;    // the pattern has some
  std::set<std::string> names_;  // that a group here may not take: it could match beside their groups
  std::set<std::string> all_names_;
  std::vector<std::pair<std::string, std::size_t>> named_references_;
  std::optional<Error> error_;
  PatternSyntax syntax_;
};

}  // namespace lockstep::engine
