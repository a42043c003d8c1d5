// URI references: RFC 3986 sections 3 (syntax), 5.2 (resolution) and 6.2.2 (syntax-based normalisation).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lockstep::oracle {

// The five components of RFC 3986 section 3, still percent-encoded; absent and empty are different things.
// Thread rules: a plain value.
struct Uri {
  std::optional<std::string> scheme;
  std::optional<std::string> authority;
  std::string path;
  std::optional<std::string> query;
  std::optional<std::string> fragment;
};

// nullopt where the text is no URI reference (section 4.1). Characters are checked in every component but the
// fragment: a fragment is taken as written, see has_fragment_faults.
std::optional<Uri> parse_uri(std::string_view text);

// True when the fragment holds a character that section 3.5 does not allow, as in "#/$defs/my type".
bool has_fragment_faults(const Uri& uri);

// Section 5.2.2, strict. The base has a scheme; its fragment does not matter.
Uri resolve_uri(const Uri& base, const Uri& reference);

// The URI without its fragment in the normal form of section 6.2.2: scheme and host in lower case, needless
// percent encodings removed, the others in upper case, no dot segments. Two URIs name one resource iff these
// are equal.
std::string identity_of(const Uri& uri);

// Section 2.1; nullopt where a percent sign is not followed by two hexadecimal digits.
std::optional<std::string> percent_decode(std::string_view text);

}  // namespace lockstep::oracle
