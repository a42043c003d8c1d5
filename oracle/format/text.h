// Small tools for reading a string next to its ABNF: character classes of RFC 5234 appendix B.1, UTF-8,
// splitting.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::oracle {

// ALPHA, DIGIT and HEXDIG; ABNF literals are case-insensitive, so HEXDIG has both cases.
bool is_alpha(char32_t c);
bool is_digit(char32_t c);
bool is_hex_digit(char32_t c);

// Is c one of the characters of `set`?
bool is_one_of(char32_t c, std::u32string_view set);

// ASCII letters in lower case, everything else as it is.
std::u32string ascii_lower(std::u32string_view text);

// The code points of well-formed UTF-8 (RFC 3629); nullopt for anything else.
std::optional<std::u32string> decode_utf8(std::string_view bytes);

// "a,,b" at "," gives {"a", "", "b"}; the pieces view `text`. Never empty.
std::vector<std::u32string_view> split(std::u32string_view text, std::u32string_view separators);

// Not empty and DIGIT only.
bool all_digits(std::u32string_view text);

}  // namespace lockstep::oracle
