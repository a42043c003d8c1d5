// What the formats hold for, by examples of each decision of the norm; second sources answer in bulk in
// conformance/second_source/format.
#include "lockstep/engine/format/format.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "lockstep/engine/lexical/pattern_automaton.h"

namespace lockstep::engine {
namespace {

bool holds(const std::string& name, const std::string& text) {
  const Result<StringFormat> format = string_format(name);
  EXPECT_TRUE(format.ok()) << name;
  return std::all_of(format->all_of.begin(), format->all_of.end(), [&](const Pattern& pattern) {
    PatternAutomaton automaton(pattern, Limits());
    const auto end = automaton.run(text);
    EXPECT_FALSE(automaton.is_missing(end)) << name << " " << text;
    return automaton.accepts(end);
  });
}

struct Examples {
  const char* format;
  std::vector<std::string> valid;
  std::vector<std::string> invalid;
};

const std::vector<Examples>& examples() {
  static const std::string label(63, 'a');
  static const std::string longest =
      label + "." + label + "." + label + "." + std::string(61, 'b');  // 253 octets
  static const std::vector<Examples> kAll = {
      {"date",
       {"2024-02-29", "2000-02-29", "0000-02-29", "0004-02-29", "9999-12-31", "2023-04-30"},
       {"2023-02-29", "1900-02-29", "2024-02-30", "2023-04-31", "2023-00-01", "2023-13-01", "2023-01-00",
        "2023-01-32", "2023-1-01", "12023-01-01", "2023-01-01 ", ""}},
      {"time",
       {"23:59:60Z", "23:59:60.5z", "00:00:60+00:01", "22:59:60-01:00", "23:59:60-00:00", "15:59:60-08:00",
        "01:29:60+01:30", "23:29:60+23:30", "00:30:59.000-23:59"},
       {"23:58:60Z", "22:59:60Z", "23:59:60+01:00", "00:59:60-01:00", "24:00:00Z", "00:60:00Z", "00:00:61Z",
        "00:00:00", "00:00:00.Z", "00:00:00+24:00", "00:00:00+00:60", "00:00:00+0000", "1:00:00Z"}},
      {"date-time",
       {"1990-12-31T23:59:60Z", "1990-06-30t23:59:60z", "1990-12-31T15:59:60-08:00",
        "1991-01-01T00:59:60+01:00", "2024-07-01T12:29:60.1+12:30", "2024-06-30T23:59:60+00:00",
        "2024-02-29T00:00:00.123456789+23:59"},
       {"1990-11-30T23:59:60Z", "1990-12-31T00:59:60+01:00", "1991-01-01T23:59:60+00:00",
        "1991-01-01T15:59:60-08:00", "2024-07-01T12:29:60.1+12:31", "2023-02-29T00:00:00Z",
        "2023-02-28 00:00:00Z", "2023-02-28T00:00:00"}},
      {"duration",
       {"P1Y", "p1y2m3dt4h5m6s", "P2W", "PT1M", "P1MT1M", "P00000D", "P1YT1S"},
       {"P", "PT", "P1Y3D", "PT1H1S", "P1Y2W", "P1.5D", "PT1.5S", "1D", "P1DT", "P1D1Y", "P-1D"}},
      {"email",
       {"a@b", "a.b+c@d-e.f", "\"a b\\\" @c\"@d", "\"\"@d", "a@[127.0.0.1]", "a@[1.2.3.004]", "a@[IPv6:1::4]",
        "a@[ipv6:1:2:3:4:5:6:7:8]", "a@[IPv6:::1.2.3.4]", "a@xn--0", "a@" + longest,
        std::string(400, 'x') + "@y"},
       {"a",
        "@b",
        "a@",
        ".a@b",
        "a.@b",
        "a..b@c",
        "a@-b",
        "a@b-",
        "a@b.",
        "a b@c",
        "a@[256.0.0.1]",
        "a@[1.2.3]",
        "a@[IPv6:1:2:3:4:5:6:7::]",
        "a@[IPv6:1:2:3:4:5::1.2.3.4]",
        "a@[x:y]",
        "\"a\"b@c",
        "\"\n\"@c",
        "\xC3\xA9@b",
        "a@\xC3\xA9",
        "a@" + longest + "b",
        "a@a" + label}},
      {"ipv4",
       {"0.0.0.0", "255.255.255.255", "1.20.199.249"},
       {"256.0.0.1", "01.2.3.4", "1.2.3", "1.2.3.4.5", "1.2.3.4 ", "1..2.3", "1.2.3.+4"}},
      {"ipv6",
       {"::", "::1", "1::", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "1::3:4:5:6:7:8",
        "::ffff:1.2.3.4", "1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5::1.2.3.4", "ABCD::ef01"},
       {"", ":", ":::", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", "12345::", "::g", "fe80::1%eth0",
        "1:2:3:4:5:6:7:1.2.3.4", "::01.2.3.4", "1:2:3:4:5:6:7:8::", "::1.2.3.4:5"}},
      {"uri",
       {"a:", "http://a:80/b?c#d", "a://@:/", "a://[::1]:8", "a://[v1.x:y]", "mailto:a@b", "a:/b//c",
        "urn:%41", "a:?/?", "A+-.1:"},
       {"", "a", "//a", "1a:", "a:%4", "a:\\", "a: ", "a:#b#c", "a://[::1", "a://[1.2.3.4]", "a://x:y@z:w",
        "a://[v.x]", "a:\xC3\xA9", "a:[", "a://b^c", "a://[::1%25x]"}},
      {"uri-reference",
       {"", "a", "//a", "/", "?", "#", "./a:b", "a/b:c", "a:b", "a@b", "http://x"},
       {":a", "1a:b", "a b", "\\", "//[", "##", "%", "\xC3\xA9", "a^"}},
      {"iri",
       {"a:\xC3\xA9", "a://\xC3\xA9.b/\xC3\xA9?\xEE\x80\x80#\xC3\xA9", "a:\xF0\x90\x80\x80", "http://a"},
       {"", "\xC3\xA9", "\xC3\xA9:a", "a:\xEE\x80\x80", "a:#\xEE\x80\x80", "a:\xC2\x80", "a:\xEF\xB7\x90",
        "a:\xF0\x9F\xBF\xBE", "a: "}},
      {"iri-reference",
       {"", "\xC3\xA9", "?\xEE\x80\x80", "//\xC3\xA9@\xC3\xA9:1", "a:b"},
       {"\xC3\xA9:b", "\xEE\x80\x80", "\\", "#\xEE\x80\x80", ":"}},
      {"uuid",
       {"00000000-0000-0000-0000-000000000000", "2EB8AA08-aa98-11EA-b4aa-73B441D16380"},
       {"2eb8aa08-aa98-11ea-b4aa-73b441d1638", "2eb8aa08-aa98-11ea-b4aa73b441d16380",
        "2eb8aa08aa9811eab4aa73b441d16380", "g0000000-0000-0000-0000-000000000000",
        "{00000000-0000-0000-0000-000000000000}"}},
      {"uri-template",
       {"", "a{b}c", "{+a,b*}", "{?x:3,y}", "{a.b}", "{=a}", "{|a}", "{,a}", "{a:9999}", "'%41", "\xC3\xA9",
        "\xEE\x80\x80", "{%41_}", "a~b"},
       {"{",         "}",      "{}",   "{a",   "{a}}",       "{a..b}",      "{.}", "{a:0}",
        "{a:10000}", "{a:1*}", "{a,}", "{-a}", "%4",         "a b",         "\"",  "<",
        "^",         "`",      "|",    "\\",   "{\xC3\xA9}", "\xEF\xBF\xBE"}},
      {"json-pointer",
       {"", "/", "//", "/a~0b/~1", "/\xC3\xA9\n\"", "/ "},
       {"a", "#", "#/a", "/~", "/~2", "/a~", "~0"}},
      {"relative-json-pointer",
       {"0", "1", "10", "0#", "12/a~1", "0/"},
       {"", "#", "01", "-1", "+1", "0##", "0#/a", "1a", "/a", "0+1/a", "0/~"}},
  };
  return kAll;
}

TEST(StringFormat, HoldsForWhatTheNormSays) {
  std::size_t compared = 0;
  for (const Examples& one : examples()) {
    for (const std::string& text : one.valid)
      EXPECT_TRUE(holds(one.format, text)) << one.format << " " << text;
    for (const std::string& text : one.invalid)
      EXPECT_FALSE(holds(one.format, text)) << one.format << " " << text;
    EXPECT_GE(std::min(one.valid.size(), one.invalid.size()), 2U) << one.format;
    compared += one.valid.size() + one.invalid.size();
  }
  EXPECT_GE(compared, 240U);
}

// RFC 3339 section 5.7 by arithmetic: all clocks and offsets of a second 60.
TEST(StringFormat, ASecondSixtyIsTheLastOfADayOfUtc) {
  const Result<StringFormat> format = string_format("time");
  ASSERT_TRUE(format.ok());
  std::vector<std::unique_ptr<PatternAutomaton>> automata;
  for (const Pattern& pattern : format->all_of)
    automata.push_back(std::make_unique<PatternAutomaton>(pattern, Limits()));
  const auto two = [](int n) { return (n < 10 ? "0" : "") + std::to_string(n); };
  const auto clock = [&](int minutes) { return two(minutes / 60) + ":" + two(minutes % 60); };
  std::size_t valid = 0;
  std::size_t compared = 0;
  for (int local = 0; local < 1440; ++local) {
    for (int offset = 0; offset < 1440; offset += (local * 7 + offset) % 13 == 0 ? 1 : 3) {
      for (const int sign : {1, -1}) {
        const std::string text = clock(local) + ":60" + (sign > 0 ? "+" : "-") + clock(offset);
        const bool expected = (local - sign * offset + 1440) % 1440 == 1439;
        const bool got = std::all_of(automata.begin(), automata.end(),
                                     [&](const auto& automaton) { return automaton->matches(text); });
        ASSERT_EQ(got, expected) << text;
        valid += got ? 1U : 0U;
        ++compared;
      }
    }
  }
  EXPECT_GE(compared, 1'000'000U);
  EXPECT_GE(valid, 700U);
}

TEST(StringFormat, TheRestIsRefusedByName) {
  std::size_t enforced = 0;
  for (const char* name : {"date-time", "date", "time", "duration", "email", "idn-email", "hostname",
                           "idn-hostname", "ipv4", "ipv6", "uri", "uri-reference", "iri", "iri-reference",
                           "uuid", "uri-template", "json-pointer", "relative-json-pointer", "regex"}) {
    EXPECT_TRUE(is_listed_format(name)) << name;
    const Result<StringFormat> format = string_format(name);
    if (format.ok()) {
      ++enforced;
      EXPECT_EQ(format->name, name);
      EXPECT_EQ(std::count_if(examples().begin(), examples().end(),
                              [&](const Examples& one) { return one.format == std::string_view(name); }),
                1)
          << name;
    } else {
      EXPECT_EQ(format.error().code, "unsupported_keyword");
      EXPECT_NE(format.error().message.find(name), std::string::npos);
    }
  }
  EXPECT_EQ(enforced, examples().size());
  EXPECT_FALSE(is_listed_format("colour"));
  EXPECT_FALSE(is_listed_format("Date"));
}

}  // namespace
}  // namespace lockstep::engine
