// Mailbox = Local-part "@" ( Domain / address-literal ), RFC 5321 section 4.1.2.
#include "lockstep/oracle/format/email.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "lockstep/oracle/format/hostname.h"
#include "lockstep/oracle/format/ip_address.h"
#include "lockstep/oracle/format/text.h"

namespace lockstep::oracle {
namespace {

// atext of RFC 5322 section 3.2.3; RFC 6531 adds UTF8-non-ascii.
bool is_atext(char32_t c, bool international) {
  if (c >= 0x80) return international;
  return is_alpha(c) || is_digit(c) || is_one_of(c, U"!#$%&'*+-/=?^_`{|}~");
}

// Dot-string = Atom *("." Atom)
bool is_dot_string(std::u32string_view text, bool international) {
  const std::vector<std::u32string_view> atoms = split(text, U".");
  return std::all_of(atoms.begin(), atoms.end(), [&](std::u32string_view atom) {
    return !atom.empty() &&
           std::all_of(atom.begin(), atom.end(), [&](char32_t c) { return is_atext(c, international); });
  });
}

// Where the Quoted-string at the front ends, behind its closing quote; 0 when there is none.
std::size_t quoted_string_end(std::u32string_view text, bool international) {
  if (text.empty() || text.front() != U'"') return 0;
  for (std::size_t at = 1; at < text.size(); ++at) {
    const char32_t c = text[at];
    if (c == U'"') return at + 1;
    if (c == U'\\') {  // quoted-pairSMTP = %d92 %d32-126
      ++at;
      if (at == text.size() || text[at] < 32 || text[at] > 126) return 0;
    } else if (c < 32 || c == 127 || (c > 127 && !international)) {  // qtextSMTP
      return 0;
    }
  }
  return 0;
}

// address-literal. "IPv6" is the one registered tag of a General-address-literal.
bool is_address_literal(std::u32string_view text) {
  if (text.size() < 2 || text.front() != U'[' || text.back() != U']') return false;
  text = text.substr(1, text.size() - 2);
  constexpr std::u32string_view kTag = U"ipv6:";
  if (ascii_lower(text.substr(0, kTag.size())) == kTag) return is_mail_ipv6(text.substr(kTag.size()));
  return is_mail_ipv4(text);
}

bool is_mailbox(std::u32string_view text, bool international) {
  std::size_t at = quoted_string_end(text, international);
  if (at == 0) {
    at = text.find(U'@');
    if (at == std::u32string_view::npos || !is_dot_string(text.substr(0, at), international)) return false;
  }
  if (at >= text.size() || text[at] != U'@') return false;
  const std::u32string_view domain = text.substr(at + 1);
  if (is_address_literal(domain)) return true;
  return international ? is_idn_mail_domain(domain) : is_mail_domain(domain);
}

}  // namespace

bool is_email(std::u32string_view text) { return is_mailbox(text, false); }
bool is_idn_email(std::u32string_view text) { return is_mailbox(text, true); }

}  // namespace lockstep::oracle
