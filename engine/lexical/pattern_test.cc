#include "lockstep/engine/lexical/pattern.h"

#include <gtest/gtest.h>

#include "lockstep/engine/lexical/pattern_automaton.h"

namespace lockstep::engine {
namespace {

struct Row {
  const char* pattern;
  std::vector<const char*> matched;
  std::vector<const char*> unmatched;
};

void expect(const Row& row, bool without_u) {
  const Result<Pattern> pattern = Pattern::compile(row.pattern, Limits());
  ASSERT_TRUE(pattern.ok()) << row.pattern << ": " << pattern.error().message;
  EXPECT_EQ(pattern->without_u(), without_u) << row.pattern;
  PatternAutomaton automaton(*pattern, Limits());
  for (const char* text : row.matched) EXPECT_TRUE(automaton.matches(text)) << row.pattern << " on " << text;
  for (const char* text : row.unmatched)
    EXPECT_FALSE(automaton.matches(text)) << row.pattern << " on " << text;
  EXPECT_FALSE(automaton.overrun());
}

TEST(Pattern, MeansWhatEcma262Says) {
  const std::vector<Row> rows = {
      {"", {"", "a"}, {}},
      {"b", {"b", "abc"}, {"", "ac"}},
      {"^a", {"ab"}, {"ba", ""}},
      {"a$", {"ba"}, {"ab", ""}},
      {"^$", {""}, {"a", "\n"}},
      {"$^", {""}, {"a"}},
      {"a^b|c$d", {}, {"ab", "a^b", "cd"}},
      {"^(?:a|^b)+$", {"a", "ba", "baa"}, {"ab", "bb", ""}},
      {"^.$", {"x", "\xF0\x9F\x98\x80", "\t"}, {"", "\n", "\r", "\xE2\x80\xA8", "\xE2\x80\xA9", "ab"}},
      {"^[^]$", {"\n", "a"}, {"", "ab"}},
      {"[]", {}, {"", "a"}},
      {"^\\d\\D\\w\\W\\s\\S$",
       {"1a_- x"},
       {"aa_- x",
        "\xD9\xA1"
        "a_- x"}},
      {"^\\s{6}$",
       {"\t\n\v\f\r ", "\xC2\xA0\xEF\xBB\xBF\xE2\x80\xA8\xE2\x80\xA9\xE3\x80\x80 "},
       {"     \xE2\x80\x8B"}},
      {"^\\p{Lu}\\P{Lu}\\p{Script=Greek}$",
       {"Aa\xCE\xB1", "\xC3\x89x\xCE\xA9"},
       {"aa\xCE\xB1", "AA\xCE\xB1"}},
      {"^\\u{1F600}\\uD83D\\uDE00\\u0061\\x62\\cA\\0\\/$", {}, {""}},
      {"^\\u{1F600}\\uD83D\\uDE00\\u0061\\x62\\cA\\/$",
       {"\xF0\x9F\x98\x80\xF0\x9F\x98\x80"
        "ab\x01/"},
       {"ab"}},
      {"^[a\\-c]+$", {"a-c"}, {"b", ""}},
      {"^[a-c\\d\\p{Lu}]+$", {"b7Z"}, {"-", "d"}},
      {"^[^a-c\\d]+$", {"xyz-"}, {"a", "x1"}},
      {"^[\\b]$", {"\b"}, {"b"}},
      {"^a{2,3}$", {"aa", "aaa"}, {"a", "aaaa"}},
      {"^a{2,}?b??$", {"aa", "aaaab"}, {"ab"}},
      {"^(?:a?){3}$", {"", "a", "aaa"}, {"aaaa"}},
      {"^(?:a|b*)*c$", {"c", "aabbac"}, {"ad"}},
      {"^(?<year>\\d{4})-(?<month>\\d\\d)$", {"2026-11"}, {"2026-1"}},
      {"(?<x>a)|(?<x>b)", {"a", "b"}, {"c"}},
      {"\\bfoo\\b", {"foo", "a foo.", "-foo"}, {"food", "xfoo", "foo_"}},
      {"\\Boo", {"foo"}, {"oo", " oo"}},
      {"^\\b$|^\\Bx", {}, {"", "x"}},
      {"^\\B$", {""}, {"x"}},
      {"^(?=.*[a-z])(?=.*\\d)(?!.*\\s).{4,}$", {"abc1", "1abcd"}, {"abcd", "12345", "ab 1", "a1"}},
      {"^(?!(?!ab)).*$", {"ab", "abc"}, {"a", "ba"}},
      {"^(?:(?!--).)*$", {"a-b", "-"}, {"a--b"}},
      {"(?<=a)b", {"ab", "xab"}, {"b", "cb"}},
      {"(?<!a)b", {"b", "cb"}, {"ab"}},
      {"(?<=^|,)x(?=,|$)", {"x", "a,x", "x,b"}, {"ax", "xb", "a,xb"}},
      {"(?<=(?<!a)b)c", {"bc", "xbc"}, {"abc"}},
      {"(?<=a(?=b+c).*)d", {"abbcd", "abcxd"}, {"abbd", "bcd"}},
      {"(?=(?<=a)b)b(?!c)", {"abd", "ab"}, {"abc", "b"}},
      {"^(?:(?=.*b)a)*b$", {"b", "aab"}, {"a", ""}},
      {"^(?:a(?=$|b)|b)*$", {"", "ba", "abab"}, {"aab"}},
      {"(?<=\\b\\w{3})-", {"abc-", " abc-"}, {"abcd-", "ab-"}},
  };
  for (const Row& row : rows) expect(row, false);
  EXPECT_GE(rows.size(), 40U);
}

TEST(Pattern, WhereOnlyTheFormWithoutUIsValidSymbolsAreCodeUnits) {
  const std::vector<Row> rows = {
      {"^\\-$", {"-"}, {"\\-"}},
      {"^]{}$", {"]{}"}, {}},
      {"^a{,2}$", {"a{,2}"}, {"aa"}},
      {"^\\1$", {"\x01"}, {"1"}},
      {"^\\8$", {"8"}, {}},
      {"^\\377\\400$",
       {"\xC3\xBF\x20"
        "0"},
       {}},
      {"^\\c$", {"\\c"}, {}},
      {"^[\\c_\\c]$", {"\x1F", "\\", "c"}, {"_"}},
      {"^[\\w-a]$", {"b", "-"}, {"."}},
      {"\\-|^\\p{L}$", {"p{L}"}, {"a"}},
      {"\\-|^\\u{3}$", {"uuu"}, {"\x03"}},
      {"^(?=a)*b$", {"b"}, {"ab"}},
      {"^(?=a){2}a$", {"a"}, {"b"}},
      {"\\-|^.$", {"a", "-"}, {"\xF0\x9F\x98\x80", "ab"}},
      {"\\-|^..$", {"\xF0\x9F\x98\x80", "ab"}, {"a"}},
      {"\\-|^[\xF0\x9F\x98\x80]{2}$", {"\xF0\x9F\x98\x80"}, {"a"}},
      {"\\-|^\xF0\x9F\x98\x80+$", {"\xF0\x9F\x98\x80"}, {"\xF0\x9F\x98\x80\xF0\x9F\x98\x80"}},
      {"\\-|^\\ud83d", {"\xF0\x9F\x98\x80"}, {"a"}},
      {"\\-|(?<!^)\\ude00", {"\xF0\x9F\x98\x80"}, {"a"}},
  };
  for (const Row& row : rows) expect(row, true);
}

struct Fault {
  const char* pattern;
  const char* code;
  std::optional<std::size_t> offset;
};

TEST(Pattern, FaultsHaveACodeAndAPlace) {
  const std::vector<Fault> faults = {
      {"a(", "pattern_syntax", 1},
      {"a)", "pattern_syntax", 1},
      {"*a", "pattern_syntax", 0},
      {"a**", "pattern_syntax", 2},
      {"[b-a]", "pattern_syntax", 1},
      {"[a", "pattern_syntax", 0},
      {"\\", "pattern_syntax", 1},
      {"a{2,1}", "pattern_syntax", 1},
      {"(?a)", "pattern_syntax", 2},
      {"(?i:a)", "pattern_syntax", 2},
      {"^*", "pattern_syntax", 1},
      {"(?<=a)*", "pattern_syntax", 6},
      {"\xC3\xA9(?<1>a)", "pattern_syntax", 5},
      {"(?<a>x)(?<a>y)", "pattern_syntax", 10},
      {"(?<a>x)\\k<b>", "pattern_syntax", 9},
      {"\\1(a)", "back_reference", {}},
      {"(?<n>a)\\k<n>", "back_reference", {}},
      {"a{1000000}", "limit_pattern_steps", {}},
      {"(?:a{1,300}){1,300}", "limit_pattern_steps", {}},
      {"(?=a{5000})", "limit_pattern_look_steps", {}},
  };
  for (const Fault& fault : faults) {
    const Result<Pattern> pattern = Pattern::compile(fault.pattern, Limits());
    ASSERT_FALSE(pattern.ok()) << fault.pattern;
    EXPECT_EQ(pattern.error().code, fault.code) << fault.pattern;
    EXPECT_EQ(pattern.error().offset, fault.offset) << fault.pattern;
  }
  const std::string deep = std::string(600, '(') + std::string(600, ')');
  EXPECT_EQ(Pattern::compile(deep, Limits()).error().code, "limit_pattern_depth");
  EXPECT_TRUE(Pattern::compile("(?:|a){1000000}", Limits()).error().code == "limit_pattern_steps");
  EXPECT_TRUE(Pattern::compile("(?:|a){1000000,}", Limits()).ok());
  EXPECT_TRUE(Pattern::compile("(?=a){99999999999999999999}(?:^){5,}", Limits()).ok());
}

TEST(Pattern, WideLookAheadsFitOnTheStack) {
  std::string alternatives;
  for (char first = 'a'; first <= 'z'; ++first) {
    for (char second = 'a'; second <= 'z'; ++second) {
      alternatives += (alternatives.empty() ? "" : "|") + std::string{first, second, 'x'};
    }
  }
  PatternAutomaton automaton(*Pattern::compile("^(?!(?:" + alternatives + ")$)(?=.{3}).*$", Limits()),
                             Limits());
  EXPECT_FALSE(automaton.matches("qrx"));
  EXPECT_TRUE(automaton.matches("qry"));
  EXPECT_TRUE(automaton.matches("qrxx"));
  EXPECT_FALSE(automaton.matches("qr"));
  EXPECT_FALSE(automaton.overrun());
}

TEST(Pattern, AnAutomatonThatOutgrowsItsLimitSaysSo) {
  Limits limits;
  limits.pattern_states = 100;
  PatternAutomaton automaton(*Pattern::compile("^[ab]*a[ab]{20}$", limits), limits);
  std::string text;
  for (unsigned i = 0, x = 1; i < 400; ++i, x = x * 1103515245U + 12345U)
    text += (x >> 16U) % 2 == 0 ? "a" : "b";
  EXPECT_FALSE(automaton.matches(text));
  EXPECT_TRUE(automaton.overrun());
  Limits work;
  work.compile_operations = 1'000'000;
  PatternAutomaton slow(*Pattern::compile("^(?:a?){20000}b$", work), work);
  EXPECT_FALSE(slow.matches(std::string(1000, 'a') + "b"));
  EXPECT_TRUE(slow.overrun());
}

}  // namespace
}  // namespace lockstep::engine
