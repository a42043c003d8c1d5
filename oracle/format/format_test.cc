// What README.md decides where a document leaves a choice, and the edges of every grammar.
#include "lockstep/oracle/format/format.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace lockstep::oracle {
namespace {

struct Case {
  const char* format;
  std::string text;
  bool valid;
};

std::string repeat(const std::string& text, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) out += text;
  return out;
}

void expect_all(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    const Answer answer = check_format(c.format, c.text);
    EXPECT_FALSE(answer.is_unknown()) << c.format << " " << c.text;
    EXPECT_EQ(answer.is_yes(), c.valid) << c.format << " " << c.text;
  }
}

TEST(Format, UnknownNamesAreAnnotations) {
  EXPECT_FALSE(is_known_format("color"));
  EXPECT_FALSE(is_known_format("Date"));
  EXPECT_TRUE(check_format("color", "anything").is_yes());
}

TEST(Format, IllFormedUtf8HasNoFormat) {
  expect_all({{"json-pointer", "/\x80", false},
              {"json-pointer", "/\xC0\xAF", false},
              {"json-pointer", "/\xED\xA0\x80", false},
              {"json-pointer", "/\xF4\x90\x80\x80", false},
              {"json-pointer", "/\xF4\x8F\xBF\xBF", true}});
}

TEST(Format, DatesAreProlepticGregorian) {
  expect_all({{"date", "0000-02-29", true},
              {"date", "1500-02-29", false},
              {"date", "1582-10-10", true},
              {"date", "2000-00-01", false},
              {"date", "2000-01-00", false},
              {"date", "12000-01-01", false},
              {"date", "-001-01-01", false},
              {"date", "2000-01-01 ", false}});
}

TEST(Format, TimesNeedAnOffsetAndWholeFractions) {
  expect_all({{"time", "00:00:00-00:00", true},
              {"time", "00:00:00." + repeat("0", 200) + "Z", true},
              {"time", "00:00:00.Z", false},
              {"time", "00:00:00,5Z", false},
              {"time", "00:00Z", false},
              {"time", "00:00:00+0100", false},
              {"time", "00:00:00+01", false},
              {"date-time", "2000-01-01 00:00:00Z", false}});
}

TEST(Format, LeapSecondsEndJuneOrDecemberInUtc) {
  expect_all({{"date-time", "2024-06-30T23:59:60Z", true},
              {"date-time", "2023-12-31T23:59:60.5z", true},
              {"date-time", "2024-06-29T23:59:60Z", false},
              {"date-time", "2024-03-31T23:59:60Z", false},
              {"date-time", "2024-07-01T00:59:60+01:00", true},
              {"date-time", "2024-01-01T00:00:60+00:01", true},
              {"date-time", "2024-06-29T23:58:60-24:00", false},
              {"date-time", "2024-06-30T00:00:60-23:59", true},
              {"date-time", "2024-06-29T00:00:60-23:59", false},
              {"date-time", "2024-12-30T23:58:60-23:59", false},
              {"time", "23:59:60.999Z", true}});
}

TEST(Format, DurationsNestWithoutGaps) {
  expect_all({{"duration", "P1Y2M3DT4H5M6S", true},
              {"duration", "P1Y3D", false},
              {"duration", "PT1H1S", false},
              {"duration", "P1M1D", true},
              {"duration", "P1YT1S", true},
              {"duration", "P1W1D", false},
              {"duration", "p1dt2h", true},
              {"duration", "P0.5D", false},
              {"duration", "P-1D", false},
              {"duration", "P1DT", false},
              {"duration", "P" + repeat("9", 400) + "Y", true}});
}

TEST(Format, MailboxesByTheirRule) {
  expect_all({{"email", "a@b", true},
              {"email", "a@b.", false},
              {"email", "@b", false},
              {"email", "a@", false},
              {"email", "a@b@c", false},
              {"email", "\"a\\\"b\"@c", true},
              {"email", "\"a\"b@c", false},
              {"email", "\"\"@c", true},
              {"email", "\"a@c", false},
              {"email", "\"a\\\x7F\"@c", false},
              {"email", repeat("a", 300) + "@b", true},
              {"email", "a@" + repeat("b", 63), true},
              {"email", "a@" + repeat("b", 64), false},
              {"email", "a@[127.0.0.001]", true},
              {"email", "a@[IPv6:1::8]", true},
              {"email", "a@[ipv6:1:2:3:4:5:6:7::]", false},
              {"email", "a@[1::8]", false},
              {"email", "a@[tag:x]", false},
              {"email", "a@xn--x", true},
              {"email", "\xC3\xA9@b", false},
              {"idn-email", "\xC3\xA9@b", true},
              {"idn-email", "\"\xC3\xA9 \"@b", true},
              {"idn-email", "a@\xC3\xA9.b", true},
              {"idn-email", "a@\xC3\x89.b", false},
              {"idn-email",
               "a@b\xE3\x80\x82"
               "c",
               false}});
}

TEST(Format, HostnamesAndTheirLengths) {
  const std::string label = repeat("a", 63);
  const std::string name = label + "." + label + "." + label + ".";
  expect_all({{"hostname", "a.", false},
              {"hostname", "a..b", false},
              {"hostname", "ab--cd", true},
              {"hostname", "1.2.3.4", true},
              {"hostname", "xn--", false},
              {"hostname", "xn--a", false},
              {"hostname", "xn--a-ecp.ru", false},
              {"hostname", "XN--BCHER-KVA", true},
              {"hostname",
               "b\xC3\xBC"
               "cher",
               false},
              {"hostname", name + repeat("b", 61), true},
              {"hostname", name + repeat("b", 62), false},
              {"idn-hostname",
               "b\xC3\xBC"
               "cher",
               true},
              {"idn-hostname",
               "B\xC3\xBC"
               "cher",
               false},
              {"idn-hostname",
               "bu\xCC\x88"
               "cher",
               false},
              {"idn-hostname", "ab--\xC3\xBC", false},
              {"idn-hostname", "ab--cd", true},
              {"idn-hostname", "\xD7\x90.a", true},
              {"idn-hostname", "\xD7\x90.1a", false},
              {"idn-hostname", "1a", true}});
}

TEST(Format, AddressesInUris) {
  expect_all({{"ipv6", "1:2:3:4:5:6:7::", true},
              {"ipv6", "1:2:3:4:5:6:7:8::", false},
              {"ipv6", "1.2.3.4::", false},
              {"ipv6", "", false},
              {"ipv4", "1.2.3.4.", false},
              {"uri", "http://[::1]:", true},
              {"uri", "http://[::1]x", false},
              {"uri", "http://[fe80::1%25en0]/", false},
              {"uri", "http://[v1.~:]/", true},
              {"uri", "http://[v.a]/", false},
              {"uri", "a:", true},
              {"uri", "a:///b//c", true},
              {"uri", "http://a@b@c", false},
              {"uri-reference", "", true},
              {"uri-reference", "a/b:c", true},
              {"uri-reference", "1a:b", false},
              {"uri-reference", "//", true},
              {"uri", "a:%4", false},
              {"iri", "a:\xEE\x80\x80", false},
              {"iri", "a:?\xEE\x80\x80", true},
              {"iri", "a:#\xEE\x80\x80", false}});
}

TEST(Format, TemplatesPointersAndIdentifiers) {
  expect_all({{"uri-template", "{a,b*,c:9999}", true},
              {"uri-template", "{a:10000}", false},
              {"uri-template", "{a:0}", false},
              {"uri-template", "{}", false},
              {"uri-template", "{+a.b}", true},
              {"uri-template", "{a..b}", false},
              {"uri-template", "{a.}", false},
              {"uri-template", "{=a}", true},
              {"uri-template", "{a*:1}", false},
              {"uri-template", "}", false},
              {"uri-template", "'%41%", false},
              {"uri-template", "'", true},
              {"uuid", "{00000000-0000-0000-0000-000000000000}", false},
              {"relative-json-pointer", "0+1/a", false},
              {"relative-json-pointer", "00", false},
              {"relative-json-pointer", "1a", false}});
}

TEST(Format, RegularExpressionsNeedTheUnicodeFlag) {
  expect_all({{"regex", "^\\p{Lu}[a-z]*(?<n>x)\\k<n>$", true},
              {"regex", "", true},
              {"regex", "\\a", false},
              {"regex", "a{", false},
              {"regex", "^\\S(|(.|\\n)*\\S)\\Z", false},
              {"regex", "(", false}});
}

TEST(Format, LongInputIsJudgedInBoundedStack) {
  const std::string deep = repeat("a.", 200000);
  for (const char* format : {"hostname", "idn-hostname", "email", "idn-email", "uri", "iri", "uri-template",
                             "ipv6", "duration", "json-pointer", "date-time"}) {
    EXPECT_FALSE(check_format(format, deep).is_unknown()) << format;
    EXPECT_FALSE(check_format(format, repeat("\xC3\xBC", 200000)).is_unknown()) << format;
  }
}

}  // namespace
}  // namespace lockstep::oracle
