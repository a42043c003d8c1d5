// The sets themselves.
#include "lockstep/conformance/generate/pools.h"

namespace lockstep::conformance {

const std::vector<std::string>& pool_names() {
  static const std::vector<std::string> kNames = {"a",    "b", "c",      "foo",         "bar",       "ab",
                                                  "x1",   "",  "\u00e9", "a/b",         "m~n",       "p%q",
                                                  "$ref", "0", "length", "constructor", "__proto__", "type"};
  return kNames;
}

const std::vector<std::string>& awkward_names() {
  static const std::vector<std::string> kNames = {
      "",       "\"",    "\\",      "a\"b",   "\n",     std::string(1, '\0'),
      "\u001f", "/",     "\u007f",  "\u00e9", "A",      "aa",
      "fo",     "food",  "\\u0061", "\u2028", "\u4e2d", "\U0001f600",
      " ",      "\ufeff"};
  return kNames;
}

const std::vector<std::string>& pool_strings() {
  static const std::vector<std::string> kStrings = {
      "a",      "",       "b",      "ab",      "abc",         "foo",          "12",
      "x y",    "A",      "no",     "\u00e9",  "e\u0301",     "\U0001f600",   "\U0001f600\U0001f600",
      "a\nb",   "ab\n",   "\u0663", "0",       "true",        "null",         "2020-02-30",
      "a.b",    "aa",     "aaa",    "foo bar", "\\",          "\"",           "\u2028",
      "\u001f", "\u007f", "\ufeff", "\u00a0",  "longer text", "\u0130\u0131", "\uffff"};
  return kStrings;
}

const std::vector<std::string>& pool_numbers() {
  static const std::vector<std::string> kNumbers = {"0", "1",   "2",   "3",    "5",   "-1",   "10",  "7",
                                                    "4", "1.5", "0.5", "2.5",  "1.0", "-2.5", "100", "0.25",
                                                    "6", "12",  "-3",  "0.75", "20",  "1e2",  "-0",  "3.0"};
  return kNumbers;
}

const std::vector<std::string>& odd_numbers() {
  static const std::vector<std::string> kNumbers = {"9007199254740992",
                                                    "9007199254740993",
                                                    "-9007199254740993",
                                                    "18446744073709551616",
                                                    "123456789012345678901234567890",
                                                    "0.1",
                                                    "0.3",
                                                    "1.1",
                                                    "0.30000000000000000001",
                                                    "1e400",
                                                    "-1e400",
                                                    "1e-400",
                                                    "1e308",
                                                    "1E+2",
                                                    "10e-1",
                                                    "0.0",
                                                    "-0.0",
                                                    "0e9",
                                                    "4.35",
                                                    "1.005",
                                                    "0.00000001",
                                                    "12391239123"};
  return kNumbers;
}

const std::vector<std::string>& pool_divisors() {
  static const std::vector<std::string> kDivisors = {
      "1", "2", "3", "5", "0.5", "0.25", "1.5", "0.1", "0.01", "2.0", "1e1", "7", "1e-8", "9007199254740993"};
  return kDivisors;
}

const std::vector<PatternSample>& pool_patterns() {
  static const std::vector<PatternSample> kPatterns = {
      {"^a", {"a", "ab", "a\nb"}, {"b", "", "\na"}},
      {"b$", {"b", "ab"}, {"a", "b\n", "ba"}},
      {"^[a-z]+$", {"abc", "foo"}, {"A", "", "a1", "a\n"}},
      {"[0-9]{2,3}", {"12", "a123"}, {"1", "a1b2"}},
      {"^(ab|cd)*$", {"", "ab", "abcd"}, {"abc", "a"}},
      {"\\d", {"0", "x1"}, {"a", "\u0663"}},
      {"^\\w+\\s\\w+$", {"x y", "foo bar", "a\u00a0b"}, {"xy", "\u00e9 y"}},
      {"^\\S*$", {"", "ab"}, {"x y", "\ufeff", "\u2028"}},
      {"^.$", {"a", "\u00e9", "\U0001f600"}, {"", "ab", "\n", "\u2028", "e\u0301"}},
      {"^.{2}$", {"ab", "\U0001f600\U0001f600", "e\u0301"}, {"\U0001f600", "a"}},
      {"\\p{L}", {"a", "\u00e9", "\u0130"}, {"1", "\U0001f600"}},
      {"^\\P{Nd}*$", {"", "abc"}, {"\u0663", "12"}},
      {"^[^x]*$", {"", "abc", "\n"}, {"x", "x y"}},
      {"(?=a).b", {"ab"}, {"b", "bb"}},
      {"^(?!no)", {"", "foo"}, {"no", "not"}},
      {"(?<=a)b", {"ab"}, {"b", "bb"}},
      {"(?<!a)b", {"b", "bb"}, {"ab"}},
      {"^(a)(b)?\\1$", {"aa", "aba"}, {"ab", "a"}},
      {"^(?<c>.)\\k<c>$", {"aa", "\U0001f600\U0001f600"}, {"ab", "a"}},
      {"\\u00e9", {"\u00e9"}, {"e", "e\u0301"}},
      {"^\\u{1F600}+$", {"\U0001f600"}, {"\u00e9", ""}},
      {"^$", {""}, {"a", "\n"}},
      {"", {"", "a"}, {}},
      {"\\.", {"a.b", "."}, {"ab"}},
      {"^a{2}$", {"aa"}, {"a", "aaa"}},
      {"^[\\u0041-\\u005A]+$", {"A", "AZ"}, {"a", ""}},
      {"\\bfoo\\b", {"foo", "foo bar"}, {"food", "\u00e9"}},
      {"^\\p{Lu}", {"A", "\u0130"}, {"a", "\u0131"}},
      {"^\\p{Script=Greek}+$", {"\u03b1"}, {"a"}},
      {"^[\\s\\S]{3}$", {"abc", "a\nb"}, {"ab"}},
      {"^(?:x|y)z?$", {"x", "yz"}, {"z", "xy"}},
      {"a.*?b", {"ab", "axxb"}, {"a\nb", "a"}},
      {"^\\x41\\t?$", {"A", "A\t"}, {"a"}},
      {"^[\\w.-]+@[\\w.-]+$", {"a@b", "a.b@c-d"}, {"a@", "@"}},
      {"\\/", {"a/b"}, {"ab"}},
      {"^[^]$", {"a", "\n"}, {"", "ab"}},
      {"^\\cJ$", {"\n"}, {"J"}},
  };
  return kPatterns;
}

const std::vector<PatternSample>& name_patterns() {
  static const std::vector<PatternSample> kPatterns = {
      {"^a", {"a", "ab", "a/b"}, {"b"}},
      {"o", {"foo", "__proto__"}, {"bar"}},
      {"^[a-c]$", {"a", "b", "c"}, {"ab"}},
      {"\\d", {"x1", "0"}, {"a"}},
      {"^$", {""}, {"a"}},
      {"r$", {"bar", "constructor"}, {"foo"}},
      {"^\\p{L}$", {"a", "\u00e9"}, {""}},
      {"", {"a", "", "foo"}, {}},
      {"^(?!f)", {"bar", "a"}, {"foo"}},
  };
  return kPatterns;
}

const std::vector<FormatSample>& pool_formats() {
  static const std::vector<FormatSample> kFormats = {
      {"date", {"2020-02-29"}},
      {"time", {"10:00:00Z"}},
      {"date-time", {"2020-02-29T10:00:00Z"}},
      {"duration", {"P1D"}},
      {"email", {"a@example.com"}},
      {"idn-email", {"a@example.com"}},
      {"hostname", {"example.com"}},
      {"idn-hostname", {"example.com"}},
      {"ipv4", {"127.0.0.1"}},
      {"ipv6", {"::1"}},
      {"uri", {"http://example.com/"}},
      {"uri-reference", {"/a"}},
      {"iri", {"http://example.com/"}},
      {"iri-reference", {"/a"}},
      {"uuid", {"2eb8aa08-aa98-11ea-b4aa-73b441d16380"}},
      {"uri-template", {"/{a}"}},
      {"json-pointer", {"/a"}},
      {"relative-json-pointer", {"0/a"}},
      {"regex", {"^a"}},
      {"no-such-format", {"a"}},
  };
  return kFormats;
}

}  // namespace lockstep::conformance
