// URIs and IRIs. The grammar is read by its separators, which RFC 3986 keeps out of the parts they separate:
// "#" ends all but the fragment, "?" ends the path, "/" ends the authority, ":" ends the scheme, "@" ends the
// userinfo.
#include "lockstep/oracle/format/uri.h"

#include <algorithm>
#include <cstddef>

#include "lockstep/oracle/format/ip_address.h"
#include "lockstep/oracle/format/text.h"

namespace lockstep::oracle {
namespace {

constexpr auto kNone = std::u32string_view::npos;
constexpr std::u32string_view kSubDelims = U"!$&'()*+,;=";

// unreserved, and iunreserved for an IRI
bool is_unreserved(char32_t c, bool iri) {
  return is_alpha(c) || is_digit(c) || is_one_of(c, U"-._~") || (iri && is_ucschar(c));
}

// *( unreserved / pct-encoded / sub-delims / extra )
bool is_made_of(std::u32string_view text, std::u32string_view extra, bool iri, bool with_private = false) {
  while (!text.empty()) {
    if (starts_with_pct_encoded(text)) {
      text.remove_prefix(3);
      continue;
    }
    const char32_t c = text.front();
    if (!is_unreserved(c, iri) && !is_one_of(c, kSubDelims) && !is_one_of(c, extra) &&
        !(with_private && is_iprivate(c))) {
      return false;
    }
    text.remove_prefix(1);
  }
  return true;
}

// scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
bool is_scheme(std::u32string_view text) {
  return !text.empty() && is_alpha(text.front()) && std::all_of(text.begin(), text.end(), [](char32_t c) {
    return is_alpha(c) || is_digit(c) || is_one_of(c, U"+-.");
  });
}

// IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )
bool is_ip_future(std::u32string_view text) {
  if (text.empty() || !is_one_of(text.front(), U"vV")) return false;
  const std::size_t dot = text.find(U'.');
  if (dot == kNone || dot < 2 || dot + 1 == text.size()) return false;
  const std::u32string_view version = text.substr(1, dot - 1);
  const std::u32string_view address = text.substr(dot + 1);
  return std::all_of(version.begin(), version.end(), is_hex_digit) &&
         std::all_of(address.begin(), address.end(), [](char32_t c) {
           return is_unreserved(c, false) || is_one_of(c, kSubDelims) || c == U':';
         });
}

// authority = [ userinfo "@" ] host [ ":" port ]
bool is_authority(std::u32string_view text, bool iri) {
  const std::size_t at = text.find(U'@');
  if (at != kNone) {
    if (!is_made_of(text.substr(0, at), U":", iri)) return false;
    text.remove_prefix(at + 1);
  }
  std::u32string_view port;
  if (!text.empty() && text.front() == U'[') {  // IP-literal
    const std::size_t end = text.find(U']');
    if (end == kNone) return false;
    const std::u32string_view address = text.substr(1, end - 1);
    if (!is_ipv6(address) && !is_ip_future(address)) return false;
    port = text.substr(end + 1);
  } else {  // IPv4address is a special case of reg-name
    const std::size_t colon = std::min(text.find(U':'), text.size());
    if (!is_made_of(text.substr(0, colon), U"", iri)) return false;
    port = text.substr(colon);
  }
  if (port.empty()) return true;
  return port.front() == U':' && std::all_of(port.begin() + 1, port.end(), is_digit);
}

// What follows the scheme, or all of a relative reference, without query and fragment. Any path that is not
// behind an authority must not begin with "//", which is why "//" is always an authority.
bool is_hierarchy(std::u32string_view text, bool iri) {
  if (text.starts_with(U"//")) {
    text.remove_prefix(2);
    const std::size_t slash = std::min(text.find(U'/'), text.size());
    if (!is_authority(text.substr(0, slash), iri)) return false;
    text.remove_prefix(slash);
  }
  return is_made_of(text, U":@/", iri);
}

bool is_reference(std::u32string_view text, bool iri, bool need_scheme) {
  const std::size_t hash = text.find(U'#');
  if (hash != kNone) {
    if (!is_made_of(text.substr(hash + 1), U":@/?", iri)) return false;
    text = text.substr(0, hash);
  }
  const std::size_t question = text.find(U'?');
  if (question != kNone) {
    if (!is_made_of(text.substr(question + 1), U":@/?", iri, iri)) return false;
    text = text.substr(0, question);
  }
  // path-noscheme: a colon in the first segment of a relative reference would make that segment a scheme.
  const std::size_t colon = text.find(U':');
  const bool has_scheme = colon != kNone && colon < text.find(U'/');
  if (has_scheme) return is_scheme(text.substr(0, colon)) && is_hierarchy(text.substr(colon + 1), iri);
  return !need_scheme && is_hierarchy(text, iri);
}

}  // namespace

bool is_ucschar(char32_t c) {
  if (c >= 0x10000 && c <= 0xEFFFD) return (c & 0xFFFFU) <= 0xFFFD && (c < 0xE0000 || c >= 0xE1000);
  return (c >= 0xA0 && c <= 0xD7FF) || (c >= 0xF900 && c <= 0xFDCF) || (c >= 0xFDF0 && c <= 0xFFEF);
}

bool is_iprivate(char32_t c) {
  return (c >= 0xE000 && c <= 0xF8FF) || (c >= 0xF0000 && c <= 0xFFFFD) || (c >= 0x100000 && c <= 0x10FFFD);
}

bool starts_with_pct_encoded(std::u32string_view text) {
  return text.size() >= 3 && text[0] == U'%' && is_hex_digit(text[1]) && is_hex_digit(text[2]);
}

bool is_uri(std::u32string_view text) { return is_reference(text, false, true); }
bool is_uri_reference(std::u32string_view text) { return is_reference(text, false, false); }
bool is_iri(std::u32string_view text) { return is_reference(text, true, true); }
bool is_iri_reference(std::u32string_view text) { return is_reference(text, true, false); }

}  // namespace lockstep::oracle
