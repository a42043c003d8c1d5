// Punycode, RFC 3492 with the parameters of section 5: what stands behind "xn--" in an A-label.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lockstep::oracle {

// Section 6.2. The basic code points keep their case. nullopt: not an encoding (bad digit, overflow, a basic
// code point spelled as an extended one, a code point that is no scalar value). At most 1000 characters are
// decoded, far more than any label has; longer input gives nullopt.
std::optional<std::u32string> punycode_decode(std::u32string_view text);

// Section 6.3, digits in lower case. nullopt: overflow, or more than 1000 characters.
std::optional<std::u32string> punycode_encode(std::u32string_view text);

}  // namespace lockstep::oracle
