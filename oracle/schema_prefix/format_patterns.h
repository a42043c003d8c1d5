// The formats of conformance/spec/policy.md 4.7 and 5 as patterns, for prefixes of strings: what begins a
// string of the format, and what begins none. oracle/format judges whole strings; a test holds the two
// together.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "lockstep/oracle/pattern/pattern.h"

namespace lockstep::oracle {

// Strings that match the pattern and have at most so many characters.
struct FormatBound {
  std::string source;
  Pattern pattern;
  std::optional<std::size_t> longest;
};

// Every string inside is of the format, and every string of the format is `outside`. Where `exact`, the two
// are one; else host names in Punycode, mail addresses with IPv6 literals, internationalised names and
// regular expressions stand between them.
struct FormatPatterns {
  FormatBound inside;
  FormatBound outside;
  bool exact = false;
};

// nullptr for a name that check_format does not assert. Compiled once, then shared; any thread may ask.
const FormatPatterns* format_patterns(std::string_view name);

}  // namespace lockstep::oracle
