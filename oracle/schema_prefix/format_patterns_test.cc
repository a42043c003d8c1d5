// The patterns against oracle/format, on strings of each format with small changes, and on all short ones.
#include "lockstep/oracle/schema_prefix/format_patterns.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <random>
#include <vector>

#include "lockstep/oracle/format/format.h"
#include "lockstep/oracle/json_text/utf8.h"

namespace lockstep::oracle {
namespace {

struct Samples {
  const char* format;
  std::vector<const char*> texts;
};

const std::vector<Samples> kSamples = {
    {"date", {"2024-02-29", "1999-12-31", "2000-02-29", "1900-02-28", "2023-04-30", "0000-02-29"}},
    {"time",
     {"12:00:00Z", "23:59:60z", "00:00:60+00:01", "15:59:60-08:00", "12:30:59.25+05:30", "07:59:60.5+08:00"}},
    {"date-time",
     {"2024-06-30T23:59:60Z", "1990-12-31T15:59:60-08:00", "1991-01-01T00:59:60+01:00",
      "2000-02-29t01:02:03.4Z", "1998-07-01T00:00:60+00:01"}},
    {"duration", {"P1Y2M3D", "P1W", "PT1H2M3S", "P4DT5M", "p1mt2s", "PT36H", "P1Y1M"}},
    {"ipv4", {"1.2.3.4", "255.250.199.0", "0.0.0.0"}},
    {"ipv6",
     {"::", "::1", "1::", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8",
      "1::3:4:5:6:7:8", "a:b::1.2.3.4"}},
    {"uuid", {"00000000-0000-0000-0000-000000000000", "2EB8aa08-aa98-11ea-b4aa-73b441d16380"}},
    {"json-pointer", {"", "/a", "/a~0b/~1", "/", "/\u00e9\n"}},
    {"relative-json-pointer", {"0", "10#", "1/a~1b", "0/"}},
    {"uri",
     {"a:b", "http://u:p@h.x:8/p/q?r=s#t", "x://[::1]:80/", "urn:a:b%20c", "y://[v1.a:b]", "a:/b//c",
      "f:///g"}},
    {"uri-reference", {"", "a", "/a/b", "//h/p", "?q", "#f", "./a:b", "http://x", "a/b:c"}},
    {"iri", {"http://\u00e9.x/\u4e2d?\ue000#\u00fc", "a:\U00020000"}},
    {"iri-reference", {"\u00e9/\u4e2d", "?\ue000", "//\u00e9:1", "#\u00e9"}},
    {"uri-template", {"/a/{b}", "{+x,y:3}{#z*}", "x'%41{a.b}", "{?q}\u00e9"}},
    {"hostname", {"a.b", "example.com", "a-b.c1", "xn--nxasmq6b", "1.2", "A"}},
    {"idn-hostname", {"a.b", "\u00e9.fr", "xn--nxasmq6b", "a--b", "\u5b9f\u4f8b"}},
    {"email",
     {"a@b.c", "\"x y\\\"\"@h", "a.b+c@[1.2.3.4]", "a@[IPv6:1:2:3:4:5:6:7:8]", "a@[ipv6:::1]",
      "a@[001.2.03.4]"}},
    {"idn-email", {"a@b.c", "\u00e9@\u00fc.x"}},
    {"regex", {"a b", "a*", "(", "[a-z]+", "\\d"}},
};

struct Tally {
  std::size_t compared = 0, of_format = 0, between = 0;
};

void compare(const std::string& name, const std::string& text, Tally& tally) {
  const FormatPatterns& patterns = *format_patterns(name);
  const auto matches = [&text](const FormatBound& bound) {
    return bound.pattern.search(text).is_yes() &&
           (!bound.longest || count_code_points(text) <= *bound.longest);
  };
  const bool truth = check_format(name, text).is_yes();
  const bool inside = matches(patterns.inside);
  const bool outside = matches(patterns.outside);
  EXPECT_FALSE(inside && !truth) << name << ": " << text;
  EXPECT_FALSE(truth && !outside) << name << ": " << text;
  if (patterns.exact) {
    EXPECT_EQ(inside, outside) << name;
  }
  ++tally.compared;
  tally.of_format += truth ? 1 : 0;
  tally.between += inside != outside ? 1 : 0;
}

TEST(FormatPatterns, HoldWhatTheFormatsHold) {
  std::mt19937_64 random(3);
  std::size_t formats = 0;
  for (const Samples& samples : kSamples) {
    ASSERT_NE(format_patterns(samples.format), nullptr);
    ++formats;
    Tally tally;
    static const std::vector<std::string> kPieces = {
        "0", "1", "2", "3",  "5",  "6", "9",      "a",      "f",  "g",  "x",  "Z",    "T",         "P", "M",
        "-", "+", ":", ".",  "/",  "~", "%",      "%41",    "@",  "[",  "]",  "{",    "}",         "#", "?",
        "*", ",", " ", "\"", "\\", "'", "\u00e9", "\ue000", "\n", "::", "60", "xn--", "\U000E0001"};
    for (std::size_t round = 0; round < 3000; ++round) {
      std::string text = samples.texts[round % samples.texts.size()];
      for (std::size_t changes = random() % 3; changes > 0; --changes) {
        std::size_t at = random() % (text.size() + 1);
        while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) ++at;
        std::size_t end = at;
        if (random() % 3 != 0 && end < text.size()) {
          do ++end;
          while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U);
        }
        text.replace(at, end - at, random() % 4 == 0 ? "" : kPieces[random() % kPieces.size()]);
      }
      compare(samples.format, text, tally);
    }
    std::printf("%-22s %zu compared, %zu of the format, %zu between the bounds\n", samples.format,
                tally.compared, tally.of_format, tally.between);
    EXPECT_GE(tally.of_format, 700U) << samples.format;
    EXPECT_GE(tally.compared, 3000U);
  }
  EXPECT_EQ(formats, 19U);
  EXPECT_EQ(format_patterns("unknown"), nullptr);
}

// RFC 3339 5.7: every local time of a leap second, with every offset of its hour.
TEST(FormatPatterns, LeapSecondsAreTheLastOfADay) {
  Tally tally;
  const auto two = [](int value) { return std::string(value < 10 ? "0" : "") + std::to_string(value); };
  for (int minute = 0; minute < 24 * 60; minute += 7) {
    for (int offset = 0; offset < 24 * 60; offset += 1) {
      if ((minute + offset) % 1440 > 1441 % 1440 && (offset + 1440 - minute) % 1440 > 3 &&
          (minute + offset + 2) % 1440 > 4 && offset % 61 != 0) {
        continue;
      }
      for (const char* sign : {"+", "-"}) {
        const std::string time = two(minute / 60) + ":" + two(minute % 60) + ":60" + sign + two(offset / 60) +
                                 ":" + two(offset % 60);
        compare("time", time, tally);
        for (const char* date : {"2024-06-30", "2024-07-01", "2023-12-31", "2024-01-01", "2024-06-29"}) {
          compare("date-time", std::string(date) + "T" + time, tally);
        }
      }
    }
  }
  std::printf("%zu leap seconds compared, %zu valid\n", tally.compared, tally.of_format);
  EXPECT_GE(tally.compared, 50'000U);
  EXPECT_GE(tally.of_format, 1'000U);
}

}  // namespace
}  // namespace lockstep::oracle
