// What a validator sees whose numbers are IEEE 754 binary64: the same text with every number rounded, written
// exactly.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/oracle/json_text/json_text.h"

namespace lockstep::conformance {

// The exact decimal value of the binary64 nearest to a JSON number, as a JSON number; nullopt beyond the
// finite range.
std::optional<std::string> rounded_number(std::string_view number);

struct Rounded {
  std::string text;
  bool changed = false;   // some number is not exactly a binary64
  bool overflow = false;  // some number is beyond the finite range; it is left as it is
};

// Which numbers to round, by their text.
using NumberFilter = bool (*)(std::string_view number);
bool is_any_number(std::string_view number);
bool is_plain_fraction(std::string_view number);  // no exponent, a fraction, at most 17 significant digits

// nullopt when the text is not JSON for the oracle's reader.
std::optional<Rounded> round_numbers(std::string_view text, NumberFilter filter = is_any_number);

// Every number of a tree, in source order; with `member`, only those that are the value of a member of this
// name.
void collect_numbers(const oracle::JsonValue& value, std::string_view member,
                     std::vector<std::string>& numbers);

}  // namespace lockstep::conformance
