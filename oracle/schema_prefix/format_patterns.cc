#include "lockstep/oracle/schema_prefix/format_patterns.h"

#include <cstdlib>
#include <map>

namespace lockstep::oracle {
namespace {

std::string any_of(const std::string& alternatives) { return "(?:" + alternatives + ")"; }

// RFC 3339 5.6, with the days of each month (5.7, appendix C).
const std::string kLeapYear = "(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)";
const std::string kDate =
    "(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|"
    "02-(?:0[1-9]|1[0-9]|2[0-8]))|" +
    kLeapYear + "-02-29)";
const std::string kFraction = "(?:\\.[0-9]+)?";
const std::string kTime =
    "(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]" + kFraction + "(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])";

std::string two_digits(int value) { return std::string(value < 10 ? "0" : "") + std::to_string(value); }
std::string clock(int minutes) { return two_digits(minutes / 60) + ":" + two_digits(minutes % 60); }

// Second 60 is 23:59:60 of UTC. East of it the local day is the next one, but for +00:00; west, the same.
// By hour, as the tree of a pattern is read from its root.
std::string leap_seconds(bool next_day) {
  constexpr int kDay = 24 * 60;
  std::string hours;
  for (int hour = 0; hour < 24; ++hour) {
    std::string minutes;
    for (int minute = 0; minute < 60; ++minute) {
      const int local = 60 * hour + minute;
      const bool utc = local == kDay - 1;
      if (utc && next_day) continue;
      const std::string offset = utc        ? "(?:[Zz]|[+-]00:00)"
                                 : next_day ? "\\+" + clock(local + 1)
                                            : "-" + clock(kDay - 1 - local);
      minutes += (minutes.empty() ? "" : "|") + two_digits(minute) + ":60" + kFraction + offset;
    }
    hours += (hours.empty() ? "" : "|") + two_digits(hour) + ":" + any_of(minutes);
  }
  return any_of(hours);
}

std::string date_time() {
  return any_of(kDate + "[Tt]" + kTime + "|[0-9]{4}-(?:06-30|12-31)[Tt]" + leap_seconds(false) +
                "|[0-9]{4}-(?:07-01|01-01)[Tt]" + leap_seconds(true));
}

// RFC 3339 appendix A: units nest without gaps.
std::string duration() {
  const auto run = [](const std::string& a, const std::string& b, const std::string& c) {
    const auto unit = [](const std::string& letters) { return "[0-9]+[" + letters + "]"; };
    return any_of(unit(a) + any_of(unit(b) + any_of(unit(c)) + "?") + "?|" + unit(b) + any_of(unit(c)) +
                  "?|" + unit(c));
  };
  const std::string date = run("Yy", "Mm", "Dd");
  const std::string time = "[Tt]" + run("Hh", "Mm", "Ss");
  return "[Pp]" + any_of("[0-9]+[Ww]|" + date + any_of(time) + "?|" + time);
}

const std::string kOctet = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
const std::string kIpv4 = kOctet + "(?:\\." + kOctet + "){3}";

// RFC 3986 3.2.2, which writes RFC 4291 2.2 down.
std::string ipv6() {
  const std::string group = "[0-9A-Fa-f]{1,4}";
  const std::string last = any_of(group + ":" + group + "|" + kIpv4);
  std::string out = "(?:" + group + ":){6}" + last;
  const auto before = [&group](int most) {
    return most < 0 ? std::string() : "(?:(?:" + group + ":){0," + std::to_string(most) + "}" + group + ")?";
  };
  for (int behind = 5; behind >= 0; --behind) {
    const std::string some = behind == 0 ? "" : "(?:" + group + ":){" + std::to_string(behind) + "}";
    out += "|" + before(4 - behind) + "::" + some + last;
  }
  out += "|" + before(5) + "::" + group + "|" + before(6) + "::";
  return any_of(out);
}

// RFC 3986 appendix A; `more` are the characters that RFC 3987 2.2 adds, and `in_query` those of the query.
std::string reference(const std::string& more, const std::string& in_query, bool relative) {
  const std::string plain = "A-Za-z0-9._~!$&'()*+,;=" + more;
  const auto made_of = [](const std::string& characters) {
    return "(?:[" + characters + "-]|%[0-9A-Fa-f]{2})*";
  };
  const std::string future = "[vV][0-9A-Fa-f]+\\.[A-Za-z0-9._~!$&'()*+,;=:-]+";
  const std::string authority = any_of(made_of(plain + ":") + "@") + "?" +
                                any_of("\\[" + any_of(ipv6() + "|" + future) + "\\]|" + made_of(plain)) +
                                "(?::[0-9]*)?";
  const std::string path = made_of(plain + ":@/");
  const std::string hosted = "//" + authority + any_of("/" + path) + "?";
  std::string out = "[A-Za-z][A-Za-z0-9+.-]*:" + any_of(hosted + "|(?!//)" + path);
  if (relative) out += "|" + hosted + "|(?!//)" + made_of(plain + "@") + any_of("/" + path) + "?";
  return any_of(out) + any_of("\\?" + made_of(plain + ":@/?" + in_query)) + "?" +
         any_of("#" + made_of(plain + ":@/?")) + "?";
}

const std::string kUcschar =
    "\\u{A0}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFEF}\\u{10000}-\\u{1FFFD}\\u{20000}-\\u{2FFFD}"
    "\\u{30000}-\\u{3FFFD}\\u{40000}-\\u{4FFFD}\\u{50000}-\\u{5FFFD}\\u{60000}-\\u{6FFFD}\\u{70000}-\\u{"
    "7FFFD}"
    "\\u{80000}-\\u{8FFFD}\\u{90000}-\\u{9FFFD}\\u{A0000}-\\u{AFFFD}\\u{B0000}-\\u{BFFFD}\\u{C0000}-\\u{"
    "CFFFD}"
    "\\u{D0000}-\\u{DFFFD}\\u{E1000}-\\u{EFFFD}";
const std::string kIprivate = "\\u{E000}-\\u{F8FF}\\u{F0000}-\\u{FFFFD}\\u{100000}-\\u{10FFFD}";

// RFC 6570 2 with erratum 6937.
std::string uri_template() {
  const std::string literal =
      "[!#$&'()*+,./0-9:;=?@A-Z\\[\\]_a-z~" + kUcschar + kIprivate + "-]|%[0-9A-Fa-f]{2}";
  const std::string character = "(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})";
  const std::string variable = character + "(?:\\.?" + character + ")*(?::[1-9][0-9]{0,3}|\\*)?";
  return any_of(literal + "|\\{[+#./;?&=,!@|]?" + variable + "(?:," + variable + ")*\\}") + "*";
}

// RFC 1123 2.1. `begins` is what no label begins with.
std::string labels(const std::string& begins) {
  const std::string label = begins + "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
  return label + "(?:\\." + label + ")*";
}

// RFC 5321 4.1.2.
const std::string kAtom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const std::string kLocal = any_of(kAtom + "(?:\\." + kAtom + ")*|\"(?:[ !#-\\[\\]-~]|\\\\[ -~])*\"");
const std::string kMailOctet = "(?:25[0-5]|2[0-4][0-9]|[01]?[0-9]{1,2})";
const std::string kMailIpv4 = "\\[" + kMailOctet + "(?:\\." + kMailOctet + "){3}\\]";

std::string email_inside() {
  const std::string full = "\\[[Ii][Pp][Vv]6:[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4}){7}\\]";
  return kLocal + "@" + any_of(labels("") + "|" + kMailIpv4 + "|" + full);
}
std::string email_outside() {
  return kLocal + "@" + any_of(labels("") + "|" + kMailIpv4 + "|\\[[Ii][Pp][Vv]6:[0-9A-Fa-f:.]*\\]");
}

FormatBound bound(const std::string& body, std::optional<std::size_t> longest) {
  const std::string source = "^" + any_of(body) + "$";
  const Outcome<Pattern> pattern = Pattern::compile(source);
  if (!pattern || pattern.value().without_u()) std::abort();  // a test compiles them all
  return {"format " + source, pattern.value(), longest};
}

FormatPatterns exact(const std::string& body, std::optional<std::size_t> longest = std::nullopt) {
  return {bound(body, longest), bound(body, longest), true};
}

constexpr std::size_t kLongestName = 253;

std::map<std::string, FormatPatterns, std::less<>> make_all() {
  const std::string pointer = "(?:/(?:[^/~]|~[01])*)*";
  const std::string anything = "[^]*";
  std::map<std::string, FormatPatterns, std::less<>> all;
  all.emplace("date", exact(kDate));
  all.emplace("time", exact(any_of(kTime + "|" + leap_seconds(false) + "|" + leap_seconds(true))));
  all.emplace("date-time", exact(date_time()));
  all.emplace("duration", exact(duration()));
  all.emplace("ipv4", exact(kIpv4));
  all.emplace("ipv6", exact(ipv6()));
  all.emplace("uuid", exact("[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"));
  all.emplace("json-pointer", exact(pointer));
  all.emplace("relative-json-pointer", exact("(?:0|[1-9][0-9]*)(?:#|" + pointer + ")"));
  all.emplace("uri", exact(reference("", "", false)));
  all.emplace("uri-reference", exact(reference("", "", true)));
  all.emplace("iri", exact(reference(kUcschar, kIprivate, false)));
  all.emplace("iri-reference", exact(reference(kUcschar, kIprivate, true)));
  all.emplace("uri-template", exact(uri_template()));
  const std::string no_ace = "(?![Xx][Nn]--)";
  all.emplace("hostname",
              FormatPatterns{bound(labels(no_ace), kLongestName), bound(labels(""), kLongestName), false});
  all.emplace("idn-hostname",
              FormatPatterns{bound(labels(no_ace), kLongestName), bound(anything, std::nullopt), false});
  all.emplace("email", FormatPatterns{bound(email_inside(), kLongestName),
                                      bound(email_outside(), std::nullopt), false});
  all.emplace("idn-email",
              FormatPatterns{bound(email_inside(), kLongestName), bound("[^]*@[^]+", std::nullopt), false});
  all.emplace("regex",
              FormatPatterns{bound("[0-9A-Za-z .,_-]*", std::nullopt), bound(anything, std::nullopt), false});
  return all;
}

}  // namespace

const FormatPatterns* format_patterns(std::string_view name) {
  static const std::map<std::string, FormatPatterns, std::less<>> kAll = make_all();
  const auto found = kAll.find(name);
  return found == kAll.end() ? nullptr : &found->second;
}

}  // namespace lockstep::oracle
