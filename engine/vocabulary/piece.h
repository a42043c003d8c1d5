// How tokenizers write bytes as printable pieces, and back.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep::engine {

// The byte-level alphabet of GPT-2 (function bytes_to_unicode of its encoder.py): the bytes 0x21-0x7E,
// 0xA1-0xAC and 0xAE-0xFF stand for themselves as code points, the other 68 in ascending order for U+0100,
// U+0101, ... Nothing where a character of the piece is outside that alphabet, or the piece is not UTF-8.
std::optional<std::string> decode_byte_level(std::string_view piece);

// "<0x0A>" -> 10: exactly six characters, two hexadecimal digits of either case.
std::optional<std::uint8_t> decode_byte_fallback(std::string_view piece);

// Looks like a fallback to a lenient reader, but is not one: "<0x+A>". Its meaning differs between
// tokenizers.
bool is_doubtful_byte_fallback(std::string_view piece);

// Every occurrence from left to right, without overlap. `from` must not be empty.
std::string replace_all(std::string_view text, std::string_view from, std::string_view to);

// U+2581, which SentencePiece writes for a space.
inline constexpr std::string_view kMetaspace = "\xE2\x96\x81";

// RFC 4648 section 4 with padding, and with zero bits after the last byte. Nothing where the text is anything
// else.
std::optional<std::string> decode_base64(std::string_view text);

bool is_valid_utf8(std::string_view text);

}  // namespace lockstep::engine
