// hostname and idn-hostname: RFC 1123 section 2.1, RFC 5890 section 2.3.2.3; and the domains of mail
// addresses.
#pragma once

#include <string_view>

namespace lockstep::oracle {

// Labels of letters, digits and inner hyphens, 1 to 63 octets, joined by ".", at most 253 octets, no trailing
// dot. A label that begins with "xn--" must be an A-label: the lower-case Punycode of a valid U-label (RFC
// 5891 section 4.4).
bool is_hostname(std::u32string_view text);

// The same with U-labels too, whose lengths count as A-labels. The four full stops of RFC 3490 section 3.1
// separate.
bool is_idn_hostname(std::u32string_view text);

// Domain of RFC 5321 section 4.1.2, with the lengths of RFC 1035 section 2.3.4; IDNA is not looked at.
bool is_mail_domain(std::u32string_view text);

// Domain as RFC 6531 section 3.3 extends it: sub-domain =/ U-label. Only "." separates.
bool is_idn_mail_domain(std::u32string_view text);

}  // namespace lockstep::oracle
