// The table of formats.
#include "lockstep/oracle/format/format.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "lockstep/oracle/format/date_time.h"
#include "lockstep/oracle/format/email.h"
#include "lockstep/oracle/format/hostname.h"
#include "lockstep/oracle/format/identifier.h"
#include "lockstep/oracle/format/ip_address.h"
#include "lockstep/oracle/format/text.h"
#include "lockstep/oracle/format/uri.h"
#include "lockstep/oracle/pattern/pattern.h"

namespace lockstep::oracle {
namespace {

struct Format {
  std::string_view name;
  bool (*holds)(std::u32string_view);
};

// In the order of JSON Schema Validation 2020-12 sections 7.3.1 to 7.3.7; `regex` (7.3.8) needs bytes and
// stands below.
constexpr std::array<Format, 18> kFormats = {{
    {"date-time", is_date_time},
    {"date", is_date},
    {"time", is_time},
    {"duration", is_duration},
    {"email", is_email},
    {"idn-email", is_idn_email},
    {"hostname", is_hostname},
    {"idn-hostname", is_idn_hostname},
    {"ipv4", is_ipv4},
    {"ipv6", is_ipv6},
    {"uri", is_uri},
    {"uri-reference", is_uri_reference},
    {"iri", is_iri},
    {"iri-reference", is_iri_reference},
    {"uuid", is_uuid},
    {"uri-template", is_uri_template},
    {"json-pointer", is_json_pointer},
    {"relative-json-pointer", is_relative_json_pointer},
}};
constexpr std::string_view kRegex = "regex";

const Format* find_format(std::string_view name) {
  const auto at =
      std::find_if(kFormats.begin(), kFormats.end(), [&](const Format& f) { return f.name == name; });
  return at != kFormats.end() ? &*at : nullptr;
}

}  // namespace

bool is_known_format(std::string_view name) { return name == kRegex || find_format(name) != nullptr; }

Answer check_format(std::string_view name, std::string_view value) {
  if (name ==
      kRegex) {  // ECMA-262 with the `u` flag: what Annex B adds without it is no regular expression here
    const Outcome<Pattern> pattern = Pattern::compile(value);
    return Answer::of(pattern.ok() && !pattern.value().without_u());
  }
  const Format* format = find_format(name);
  if (format == nullptr) return Answer::yes();
  const std::optional<std::u32string> text = decode_utf8(value);
  return Answer::of(text && format->holds(*text));
}

}  // namespace lockstep::oracle
