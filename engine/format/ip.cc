// ipv4: RFC 2673 section 3.2 (dotted-quad), no leading zeros. ipv6: RFC 4291 section 2.2, whose forms are
// those of RFC 3986 section 3.2.2: "::" stands for one group or more.
#include "lockstep/engine/format/grammar.h"

namespace lockstep::engine::grammar {

std::string ipv4_address() {
  const std::string octet = either({"[0-9]", "[1-9][0-9]", "1[0-9][0-9]", "2[0-4][0-9]", "25[0-5]"});
  return octet + group("\\." + octet) + "{3}";
}

std::string ipv6_address() {
  const std::string h16 = kHex + "{1,4}";
  const std::string ls32 = either({h16 + ":" + h16, ipv4_address()});
  std::string forms = group(h16 + ":") + "{6}" + ls32;
  // [ *n( h16 ":" ) h16 ] "::" and what remains.
  for (unsigned n = 0; n <= 7; ++n) {
    const std::string before = n == 0 ? "" : optional(times(h16 + ":", 0, n - 1) + h16);
    std::string after;
    if (n <= 5) after = group(h16 + ":") + "{" + std::to_string(5 - n) + "}" + ls32;
    if (n == 6) after = h16;
    forms += "|" + before + "::" + after;
  }
  return group(forms);
}

Grammar ipv4() { return {whole(ipv4_address())}; }

Grammar ipv6() { return {whole(ipv6_address())}; }

}  // namespace lockstep::engine::grammar
