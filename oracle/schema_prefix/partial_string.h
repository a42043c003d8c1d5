// A JSON string that may end anywhere: in a character, an escape or a surrogate pair. RFC 8259 section 7, RFC
// 3629, policy.md sections 2 and 4.6. Thread rules: plain values.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/oracle/schema_prefix/oracle_policy.h"

namespace lockstep::oracle {

struct CharRange {
  char32_t first = 0;
  char32_t last = 0;
};

struct PartialString {
  std::string text;             // whole characters so far, decoded, as UTF-8
  bool closed = false;          // the closing quote is there
  std::vector<CharRange> next;  // the character that has begun is one of these; empty: none has begun

  bool has_begun_character() const { return !next.empty(); }
  // Code points so far, the one that has begun included.
  std::size_t length() const;
  // Is `whole` a string that this may become?
  bool may_become(std::string_view whole) const;
};

// Reads from behind the opening quote at text[at] on and moves `at` behind what it read: the closing quote or
// the end of the text. False where no string of the policy begins so.
bool read_partial_string(std::string_view text, std::size_t& at, EscapeRule rule, PartialString& out);

}  // namespace lockstep::oracle
