// RFC 3629 section 4, by the length of the sequence and the smallest value it may spell.
#include "lockstep/oracle/unicode/utf8.h"

namespace lockstep::oracle {

std::optional<char32_t> next_code_point(std::string_view text, std::size_t& offset) {
  const auto byte = [&](std::size_t index) { return static_cast<unsigned char>(text[offset + index]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) {
    ++offset;
    return lead;
  }
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC0 || lead >= 0xF8 || text.size() - offset < length) return std::nullopt;
  char32_t value = lead & (0x7FU >> length);
  for (std::size_t index = 1; index < length; ++index) {
    if ((byte(index) & 0xC0U) != 0x80U) return std::nullopt;
    value = (value << 6U) | (byte(index) & 0x3FU);
  }
  const char32_t smallest = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000;
  if (value < smallest || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) return std::nullopt;
  offset += length;
  return value;
}

}  // namespace lockstep::oracle
