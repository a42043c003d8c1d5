// email: RFC 5321 section 4.1.2, Mailbox.
#include "lockstep/engine/format/grammar.h"

namespace lockstep::engine::grammar {
namespace {

// Section 4.1.3: an octet is one to three digits.
std::string ipv4_literal() {
  const std::string snum = either({"[0-9]{1,2}", "[01][0-9][0-9]", "2[0-4][0-9]", "25[0-5]"});
  return snum + group("\\." + snum) + "{3}";
}

// Section 4.1.3: "::" stands for two groups or more, so that at most six are written beside it, or four
// beside it and an IPv4 address.
std::string ipv6_literal() {
  const std::string hex = kHex + "{1,4}";
  std::string forms = hex + group(":" + hex) + "{7}|" + group(hex + ":") + "{6}" + ipv4_literal();
  for (unsigned before = 0; before <= 6; ++before) {
    const std::string head =
        before == 0 ? "" : hex + group(":" + hex) + "{" + std::to_string(before - 1) + "}";
    const std::string tail = before == 6 ? "" : optional(hex + times(":" + hex, 0, 5 - before));
    forms += "|" + head + "::" + tail;
    if (before <= 4) forms += "|" + head + "::" + times(hex + ":", 0, 4 - before) + ipv4_literal();
  }
  return "[Ii][Pp][Vv]6:" + group(forms);
}

}  // namespace

Grammar email() {
  const std::string atom = "[A-Za-z0-9!#$%&'*+\\-/=?^_`{|}~]+";                  // RFC 5322 section 3.2.3
  const std::string quoted = "\"(?:[ !#-\\[\\]-~]|\\\\[ -~])*\"";                // qtextSMTP, quoted-pairSMTP
  const std::string local = either({atom + group("\\." + atom) + "*", quoted});  // Dot-string, Quoted-string
  // sub-domain, of at most 63 octets (section 4.5.3.1.2 by way of RFC 1035 section 2.3.4).
  const std::string label = "[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?";
  const std::string domain = label + group("\\." + label) + "*";
  const std::string literal = "\\[" + either({ipv4_literal(), ipv6_literal()}) + "\\]";
  // No domain has an "@", so that what follows the last one is the domain: at most 253 octets.
  return {whole(local + "@" + either({domain, literal})), "@[^@]{1,253}$"};
}

}  // namespace lockstep::engine::grammar
