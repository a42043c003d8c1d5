// Identifiers with a plain grammar.
#include "lockstep/oracle/format/identifier.h"

#include <cstddef>

#include "lockstep/oracle/format/text.h"

namespace lockstep::oracle {

// UUID = time-low "-" time-mid "-" time-high-and-version "-" clock-seq-and-reserved clock-seq-low "-" node,
// which is hexOctets in groups of 4, 2, 2, 2 and 6. Any version and variant: the grammar does not read them.
bool is_uuid(std::u32string_view text) {
  constexpr std::u32string_view kShape = U"xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
  if (text.size() != kShape.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (kShape[i] == U'-' ? text[i] != U'-' : !is_hex_digit(text[i])) return false;
  }
  return true;
}

// json-pointer = *( "/" reference-token ), where "~" occurs only as "~0" and "~1"
bool is_json_pointer(std::u32string_view text) {
  if (text.empty()) return true;
  if (text.front() != U'/') return false;
  for (std::size_t at = text.find(U'~'); at != std::u32string_view::npos; at = text.find(U'~', at + 1)) {
    if (at + 1 == text.size() || !is_one_of(text[at + 1], U"01")) return false;
  }
  return true;
}

// non-negative-integer followed by "#" or by a json-pointer. The later draft's index manipulation ("0+1") is
// not in the draft that JSON Schema cites.
bool is_relative_json_pointer(std::u32string_view text) {
  std::size_t digits = 0;
  while (digits < text.size() && is_digit(text[digits])) ++digits;
  if (digits == 0 || (digits > 1 && text.front() == U'0')) return false;
  const std::u32string_view rest = text.substr(digits);
  return rest == U"#" || is_json_pointer(rest);
}

}  // namespace lockstep::oracle
