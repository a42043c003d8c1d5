// Host names label by label, then as a whole.
#include "lockstep/oracle/format/hostname.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/oracle/format/idna.h"
#include "lockstep/oracle/format/punycode.h"
#include "lockstep/oracle/format/text.h"

namespace lockstep::oracle {
namespace {

// RFC 1035 sections 2.3.4 and 3.1: 63 octets a label, 255 on the wire, which are 253 as text.
constexpr std::size_t kLongestLabel = 63;
constexpr std::size_t kLongestName = 253;
constexpr std::u32string_view kAcePrefix = U"xn--";

// What a label is to the name around it.
struct Label {
  std::u32string unicode;  // the U-label of an A-label, else the label in lower case
  std::size_t octets = 0;  // length in ASCII form
};

bool is_ascii(std::u32string_view text) {
  return std::all_of(text.begin(), text.end(), [](char32_t c) { return c < 0x80; });
}

// RFC 952 as RFC 1123 section 2.1 relaxes it: the first character may be a digit.
bool is_ldh_label(std::u32string_view text) {
  return !text.empty() && text.size() <= kLongestLabel && text.front() != U'-' && text.back() != U'-' &&
         std::all_of(text.begin(), text.end(),
                     [](char32_t c) { return is_alpha(c) || is_digit(c) || c == U'-'; });
}

// RFC 5891 section 4.4 backwards: the U-label whose A-label this is.
std::optional<Label> read_a_label(const std::u32string& lower) {
  const std::optional<std::u32string> unicode = punycode_decode(lower.substr(kAcePrefix.size()));
  if (!unicode || !is_u_label(*unicode)) return std::nullopt;
  const std::optional<std::u32string> again = punycode_encode(*unicode);
  if (!again || lower != std::u32string(kAcePrefix) + *again) return std::nullopt;
  return Label{*unicode, lower.size()};
}

std::optional<Label> read_u_label(std::u32string_view text) {
  // No U-label of more than 63 code points has an A-label of 63 octets; this bounds the work below.
  if (text.size() > kLongestLabel || !is_u_label(text)) return std::nullopt;
  const std::optional<std::u32string> encoded = punycode_encode(text);
  if (!encoded || kAcePrefix.size() + encoded->size() > kLongestLabel) return std::nullopt;
  return Label{std::u32string(text), kAcePrefix.size() + encoded->size()};
}

struct NameRules {
  std::u32string_view separators;
  bool u_labels;        // may there be any?
  bool check_a_labels;  // is "xn--" looked into?
};

std::optional<Label> read_label(std::u32string_view text, const NameRules& rules) {
  if (!is_ascii(text)) return rules.u_labels ? read_u_label(text) : std::nullopt;
  if (!is_ldh_label(text)) return std::nullopt;
  const std::u32string lower = ascii_lower(text);
  if (rules.check_a_labels && lower.starts_with(kAcePrefix)) return read_a_label(lower);
  return Label{lower, lower.size()};
}

bool is_name(std::u32string_view text, const NameRules& rules) {
  std::vector<std::u32string> labels;
  std::size_t octets = 0;
  for (const std::u32string_view piece : split(text, rules.separators)) {
    std::optional<Label> label = read_label(piece, rules);
    if (!label) return false;
    octets += label->octets + (labels.empty() ? 0 : 1);
    if (octets > kLongestName) return false;
    labels.push_back(std::move(label->unicode));
  }
  // RFC 5893 section 2: the rule applies to all labels of a domain name that has one right-to-left label.
  if (std::none_of(labels.begin(), labels.end(), is_rtl_label)) return true;
  return std::all_of(labels.begin(), labels.end(), satisfies_bidi_rule);
}

}  // namespace

bool is_hostname(std::u32string_view text) { return is_name(text, {U".", false, true}); }
bool is_idn_hostname(std::u32string_view text) { return is_name(text, {U".\u3002\uFF0E\uFF61", true, true}); }
bool is_mail_domain(std::u32string_view text) { return is_name(text, {U".", false, false}); }
bool is_idn_mail_domain(std::u32string_view text) { return is_name(text, {U".", true, false}); }

}  // namespace lockstep::oracle
