// UTF-8 as RFC 3629 section 4 defines it: shortest form only, no surrogates, nothing above U+10FFFF.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace lockstep::oracle {

enum class Utf8Status : std::uint8_t { ok, truncated, ill_formed };

struct Utf8Read {
  Utf8Status status = Utf8Status::ill_formed;
  char32_t code_point = 0;  // for ok
  std::size_t length =
      0;  // bytes that were right: the whole sequence for ok, else those before the fault or the end
};

// Reads the sequence that begins at text[at]; at < text.size().
Utf8Read read_utf8(std::string_view text, std::size_t at);

// Appends the sequence of a scalar value (not a surrogate, at most U+10FFFF).
void append_utf8(char32_t code_point, std::string& out);

// Number of code points of well-formed UTF-8: the length of a string in JSON Schema (RFC 8259 characters).
std::size_t count_code_points(std::string_view text);

}  // namespace lockstep::oracle
