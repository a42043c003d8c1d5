#include "lockstep/engine/format/format.h"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>

#include "lockstep/engine/base/check.h"
#include "lockstep/engine/format/grammar.h"

namespace lockstep::engine {
namespace {

struct Listed {
  std::string_view name;
  grammar::Grammar (*grammar)() = nullptr;
  const char* refused = nullptr;  // why there is none
};

constexpr const char* kNeedsIdna =
    "whether a label is valid depends on its Punycode, which is not enforced (RFC 5891 section 4.4)";

constexpr std::array<Listed, 19> kFormats = {{
    {"date", grammar::date},
    {"date-time", grammar::date_time},
    {"duration", grammar::duration},
    {"email", grammar::email},
    {"hostname", nullptr, kNeedsIdna},
    {"idn-email", nullptr, kNeedsIdna},
    {"idn-hostname", nullptr, kNeedsIdna},
    {"ipv4", grammar::ipv4},
    {"ipv6", grammar::ipv6},
    {"iri", grammar::iri},
    {"iri-reference", grammar::iri_reference},
    {"json-pointer", grammar::json_pointer},
    {"regex", nullptr, "regular expressions nest their groups, which is beyond finite automata"},
    {"relative-json-pointer", grammar::relative_json_pointer},
    {"time", grammar::time},
    {"uri", grammar::uri},
    {"uri-reference", grammar::uri_reference},
    {"uri-template", grammar::uri_template},
    {"uuid", grammar::uuid},
}};

const Listed* listed(std::string_view name) {
  const auto found =
      std::find_if(kFormats.begin(), kFormats.end(), [&](const Listed& one) { return one.name == name; });
  return found == kFormats.end() ? nullptr : &*found;
}

StringFormat compiled(const Listed& one) {
  StringFormat format;
  format.name = one.name;
  for (const std::string& source : one.grammar()) {
    Result<Pattern> pattern = Pattern::compile(source, Limits());
    LOCKSTEP_CHECK(pattern.ok() && !pattern->without_u());
    format.all_of.push_back(std::move(pattern).value());
  }
  return format;
}

}  // namespace

bool is_listed_format(std::string_view name) { return listed(name) != nullptr; }

Result<StringFormat> string_format(std::string_view name) {
  const Listed* one = listed(name);
  LOCKSTEP_CHECK(one != nullptr);
  if (one->grammar == nullptr) {
    return Error{"unsupported_keyword",
                 "the format " + std::string(name) + " is not enforced: " + one->refused, std::nullopt, ""};
  }
  static std::mutex lock;
  static std::map<std::string_view, StringFormat> made;
  const std::lock_guard guard(lock);
  const auto known = made.find(one->name);
  if (known != made.end()) return known->second;
  return made.emplace(one->name, compiled(*one)).first->second;
}

}  // namespace lockstep::engine
