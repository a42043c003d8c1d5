// URI-Template = *( literals / expression ), RFC 6570 section 2.
#include <algorithm>
#include <cstddef>
#include <vector>

#include "lockstep/oracle/format/text.h"
#include "lockstep/oracle/format/uri.h"

namespace lockstep::oracle {
namespace {

// Section 2.1 with erratum 6937, which adds the apostrophe that the original left out. "%" stands only in
// pct-encoded.
bool is_literal(char32_t c) {
  if (c >= 0x80) return is_ucschar(c) || is_iprivate(c);
  return c > 0x20 && c != 0x7F && !is_one_of(c, U"\"%<>\\^`{|}");
}

// varname = varchar *( ["."] varchar ): a dot stands only between two varchars
bool is_varname(std::u32string_view text) {
  bool after_varchar = false;
  while (!text.empty()) {
    if (starts_with_pct_encoded(text)) {
      text.remove_prefix(3);
      after_varchar = true;
      continue;
    }
    const char32_t c = text.front();
    if (c == U'.' && !after_varchar) return false;
    if (c != U'.' && !is_alpha(c) && !is_digit(c) && c != U'_') return false;
    after_varchar = c != U'.';
    text.remove_prefix(1);
  }
  return after_varchar;
}

// varspec = varname [ modifier-level4 ]; prefix = ":" max-length, a positive integer below 10000
bool is_varspec(std::u32string_view text) {
  if (text.ends_with(U'*')) return is_varname(text.substr(0, text.size() - 1));
  const std::size_t colon = text.find(U':');
  if (colon == std::u32string_view::npos) return is_varname(text);
  const std::u32string_view length = text.substr(colon + 1);
  return is_varname(text.substr(0, colon)) && all_digits(length) && length.size() <= 4 &&
         length.front() != U'0';
}

// What stands between the braces: [ operator ] variable-list. The reserved operators "=,!@|" are in the
// grammar.
bool is_expression(std::u32string_view text) {
  if (!text.empty() && is_one_of(text.front(), U"+#./;?&=,!@|")) text.remove_prefix(1);
  const std::vector<std::u32string_view> variables = split(text, U",");
  return std::all_of(variables.begin(), variables.end(), is_varspec);
}

}  // namespace

bool is_uri_template(std::u32string_view text) {
  while (!text.empty()) {
    if (text.front() == U'{') {
      const std::size_t end = text.find(U'}');
      if (end == std::u32string_view::npos || !is_expression(text.substr(1, end - 1))) return false;
      text.remove_prefix(end + 1);
    } else if (starts_with_pct_encoded(text)) {
      text.remove_prefix(3);
    } else if (is_literal(text.front())) {
      text.remove_prefix(1);
    } else {
      return false;
    }
  }
  return true;
}

}  // namespace lockstep::oracle
