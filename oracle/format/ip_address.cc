// IPv4 and IPv6 addresses as text.
#include "lockstep/oracle/format/ip_address.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "lockstep/oracle/format/text.h"

namespace lockstep::oracle {
namespace {

// How an address is read: by RFC 3986 or by RFC 5321.
struct Rules {
  bool leading_zeros;       // in a decimal octet
  std::size_t least_zeros;  // groups that "::" stands for
};
constexpr Rules kUriRules{false, 1};
constexpr Rules kMailRules{true, 2};

bool is_octet(std::u32string_view text, Rules rules) {
  if (!all_digits(text) || text.size() > 3) return false;
  if (!rules.leading_zeros && text.size() > 1 && text.front() == U'0') return false;
  unsigned value = 0;
  for (const char32_t c : text) value = value * 10 + static_cast<unsigned>(c - U'0');
  return value <= 255;
}

bool is_dotted_quad(std::u32string_view text, Rules rules) {
  const std::vector<std::u32string_view> octets = split(text, U".");
  return octets.size() == 4 &&
         std::all_of(octets.begin(), octets.end(), [&](auto octet) { return is_octet(octet, rules); });
}

// 1*4HEXDIG
bool is_group(std::u32string_view text) {
  return !text.empty() && text.size() <= 4 && std::all_of(text.begin(), text.end(), is_hex_digit);
}

// How many 16-bit groups the text between "::" or the ends spells; a dotted quad, which only the very end may
// have, is two of them.
std::optional<std::size_t> count_groups(std::u32string_view text, bool at_end, Rules rules) {
  if (text.empty()) return 0;
  const std::vector<std::u32string_view> groups = split(text, U":");
  std::size_t count = groups.size();
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (is_group(groups[i])) continue;
    if (!at_end || i + 1 != groups.size() || !is_dotted_quad(groups[i], rules)) return std::nullopt;
    ++count;
  }
  return count;
}

bool is_ipv6_by(std::u32string_view text, Rules rules) {
  constexpr std::size_t kGroups = 8;
  const std::size_t gap = text.find(U"::");
  if (gap == std::u32string_view::npos) return count_groups(text, true, rules) == kGroups;
  const std::optional<std::size_t> left = count_groups(text.substr(0, gap), false, rules);
  const std::optional<std::size_t> right = count_groups(text.substr(gap + 2), true, rules);
  return left && right && *left + *right + rules.least_zeros <= kGroups;
}

}  // namespace

bool is_ipv4(std::u32string_view text) { return is_dotted_quad(text, kUriRules); }
bool is_ipv6(std::u32string_view text) { return is_ipv6_by(text, kUriRules); }
bool is_mail_ipv4(std::u32string_view text) { return is_dotted_quad(text, kMailRules); }
bool is_mail_ipv6(std::u32string_view text) { return is_ipv6_by(text, kMailRules); }

}  // namespace lockstep::oracle
