// ipv4 and ipv6: RFC 2673 section 3.2 as restricted by RFC 3986 (no leading zeros), RFC 4291 section 2.2.
#pragma once

#include <string_view>

namespace lockstep::oracle {

bool is_ipv4(std::u32string_view text);  // four decimal octets 0..255 without leading zeros
bool is_ipv6(std::u32string_view text);  // IPv6address of RFC 3986 appendix A: the three forms of RFC 4291

// The address literals of RFC 5321 section 4.1.3 differ: Snum may have leading zeros, and "::" stands for at
// least two groups of zeros.
bool is_mail_ipv4(std::u32string_view text);
bool is_mail_ipv6(std::u32string_view text);

}  // namespace lockstep::oracle
