// Code points and their UTF-8 (RFC 3629), for texts that are known to be well formed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace lockstep::engine {

inline constexpr std::uint32_t kLastCodePoint = 0x10FFFF;
inline constexpr std::uint32_t kFirstSurrogate = 0xD800;
inline constexpr std::uint32_t kFirstLowSurrogate = 0xDC00;
inline constexpr std::uint32_t kLastSurrogate = 0xDFFF;
inline constexpr std::uint64_t kScalarValues = 0x110000 - 0x800;  // code points that are no surrogates

struct CodePointAt {
  std::uint32_t value = 0;
  std::size_t size = 0;  // bytes
};

// The code point whose first byte stands at `at`.
CodePointAt code_point_at(std::string_view text, std::size_t at);
std::uint64_t count_code_points(std::string_view text);
std::string utf8_of(std::uint32_t code_point);

// What a string spells: `body` is what stands between the quotes of a valid JSON string.
std::string decoded_body(std::string_view body);

// The shortest JSON spelling of decoded text, quotes left out; valid under every policy of escapes.
std::string json_spelling(std::string_view decoded);

}  // namespace lockstep::engine
