// Internal: the grammars, as regular expressions of ECMA-262 with the `u` flag, written from the ABNF of
// their documents rule by rule. Of several, all match.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

namespace lockstep::engine::grammar {

using Grammar = std::vector<std::string>;

inline std::string group(const std::string& rule) { return "(?:" + rule + ")"; }
inline std::string optional(const std::string& rule) { return group(rule) + "?"; }
inline std::string whole(const std::string& rule) { return "^" + group(rule) + "$"; }
inline std::string either(std::initializer_list<std::string> rules) {
  std::string all;
  for (const std::string& rule : rules) all += (all.empty() ? "" : "|") + rule;
  return group(all);
}
// At least `least` times, at most `most` times.
inline std::string times(const std::string& rule, unsigned least, unsigned most) {
  return group(rule) + "{" + std::to_string(least) + "," + std::to_string(most) + "}";
}

// RFC 5234 appendix B.1.
inline const std::string kHex = "[0-9A-Fa-f]";
// RFC 3986 section 2.1.
inline const std::string kPercentEncoded = "%" + kHex + kHex;
// RFC 3987 section 2.2: what may stand in brackets.
inline const std::string kUcschar =
    "\\u{A0}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFEF}\\u{10000}-\\u{1FFFD}\\u{20000}-\\u{2FFFD}"
    "\\u{30000}-\\u{3FFFD}\\u{40000}-\\u{4FFFD}\\u{50000}-\\u{5FFFD}\\u{60000}-\\u{6FFFD}\\u{70000}-\\u{"
    "7FFFD}"
    "\\u{80000}-\\u{8FFFD}\\u{90000}-\\u{9FFFD}\\u{A0000}-\\u{AFFFD}\\u{B0000}-\\u{BFFFD}\\u{C0000}-\\u{"
    "CFFFD}"
    "\\u{D0000}-\\u{DFFFD}\\u{E1000}-\\u{EFFFD}";
inline const std::string kIprivate = "\\u{E000}-\\u{F8FF}\\u{F0000}-\\u{FFFFD}\\u{100000}-\\u{10FFFD}";

std::string ipv4_address();  // without leading zeros
std::string ipv6_address();  // RFC 3986 section 3.2.2 (IPv6address)

Grammar date();
Grammar time();
Grammar date_time();
Grammar duration();
Grammar email();
Grammar ipv4();
Grammar ipv6();
Grammar uri();
Grammar uri_reference();
Grammar iri();
Grammar iri_reference();
Grammar uri_template();
Grammar uuid();
Grammar json_pointer();
Grammar relative_json_pointer();

}  // namespace lockstep::engine::grammar
