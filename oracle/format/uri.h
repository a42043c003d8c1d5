// uri, uri-reference, iri, iri-reference and uri-template: RFC 3986 appendix A, RFC 3987 section 2.2, RFC
// 6570 section 2.
#pragma once

#include <string_view>

namespace lockstep::oracle {

bool is_uri(std::u32string_view text);            // URI: with a scheme, a fragment may follow
bool is_uri_reference(std::u32string_view text);  // URI-reference
bool is_iri(std::u32string_view text);            // IRI
bool is_iri_reference(std::u32string_view text);  // IRI-reference
bool is_uri_template(std::u32string_view text);   // URI-Template, of any level

// RFC 3987 section 2.2; planes 1 to 14 end before their two noncharacters, plane 14 begins at U+E1000.
bool is_ucschar(char32_t c);
bool is_iprivate(char32_t c);

// Does a pct-encoded triplet ("%" HEXDIG HEXDIG) stand at the front?
bool starts_with_pct_encoded(std::u32string_view text);

}  // namespace lockstep::oracle
