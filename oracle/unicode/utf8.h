// UTF-8 to code points, strict (RFC 3629): no overlong form, no surrogate, nothing above U+10FFFF.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace lockstep::oracle {

// The code point that begins at `offset`, which then moves behind it; nullopt, and `offset` unchanged, where
// no well-formed sequence begins. Requires offset < text.size().
std::optional<char32_t> next_code_point(std::string_view text, std::size_t& offset);

}  // namespace lockstep::oracle
