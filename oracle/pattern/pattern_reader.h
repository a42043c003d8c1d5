// A cursor over a pattern's source, and the lexical grammar that terms and classes share: CharacterEscape,
// digits,
// \u escapes, group names (ECMA-262 sections 22.2.1 and B.1.2). Errors are recorded once, at the first place;
// the cursor then stands at the end, so that every loop over the source stops.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/oracle/answer.h"

namespace lockstep::oracle {

inline constexpr char32_t kEnd = 0xFFFFFFFF;  // what peek() answers behind the last character

// The source as the parser sees it: code points with the u flag, UTF-16 code units without.
struct SourceText {
  std::vector<char32_t> characters;
  std::vector<std::size_t> offsets;  // byte offset of each character, and the length of the source
};

// nullopt where the source is not UTF-8; `bad_offset` then says where.
std::optional<SourceText> decode_source(std::string_view source, bool unicode_mode, std::size_t& bad_offset);

class PatternReader {
 public:
  PatternReader(const SourceText& text, bool unicode_mode);

  bool unicode_mode() const { return unicode_mode_; }
  // Annex B: without the u flag \k is a back-reference only in a pattern that has a group name.
  bool has_group_names() const { return has_group_names_; }
  std::uint32_t group_count() const { return group_count_; }  // CountLeftCapturingParensWithin(Pattern)

  bool at_end() const { return position_ >= text_.characters.size(); }
  std::size_t position() const { return position_; }
  void rewind(std::size_t position) { position_ = position; }
  char32_t peek(std::size_t ahead = 0) const;
  void advance(std::size_t count = 1) { position_ += count; }
  bool eat(char32_t character);

  void fail(std::size_t position, std::string message);
  bool failed() const { return error_.has_value(); }
  const Error& error() const { return *error_; }

  // DecimalDigits with superfluous zeros removed ("0" becomes ""); nullopt where no digit stands here.
  std::optional<std::string> decimal_digits();
  // CharacterEscape or, in a class, ClassEscape, except for \b, \B, \d and its like, \p, \k and
  // back-references. The backslash was read.
  char32_t character_escape(bool in_class);
  // GroupName behind its "<", up to and with ">". Empty after a failure.
  std::u32string group_name();

 private:
  void count_groups();
  std::optional<char32_t> hex_digits(std::size_t count);
  std::optional<char32_t> unicode_escape(bool unicode_mode);
  std::optional<char32_t> name_character();
  char32_t control_escape(bool in_class);
  char32_t digit_escape();
  char32_t hexadecimal_escape(char32_t letter);

  const SourceText& text_;
  bool unicode_mode_;
  bool has_group_names_ = false;
  std::uint32_t group_count_ = 0;
  std::size_t position_ = 0;
  std::optional<Error> error_;
};

inline bool is_digit(char32_t c) { return c >= U'0' && c <= U'9'; }

}  // namespace lockstep::oracle
