// email and idn-email: the Mailbox rule of RFC 5321 section 4.1.2, and the same as RFC 6531 section 3.3
// extends it.
#pragma once

#include <string_view>

namespace lockstep::oracle {

bool is_email(std::u32string_view text);
bool is_idn_email(std::u32string_view text);

}  // namespace lockstep::oracle
