// Pattern by tables: what each construct matches, which grammar a source takes, where an error stands, what
// hostile patterns and subjects cost.
#include "lockstep/oracle/pattern/pattern.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::oracle {
namespace {

using namespace std::string_literals;  // NOLINT(google-build-using-namespace): "\0"s

struct MatchCase {
  std::string pattern;
  std::string subject;
  bool matches;
};

void expect_matches(const std::vector<MatchCase>& cases, bool without_u) {
  ASSERT_GT(cases.size(), 0U);
  for (const MatchCase& c : cases) {
    const auto pattern = Pattern::compile(c.pattern);
    ASSERT_TRUE(pattern.ok()) << c.pattern << ": " << pattern.error().message;
    EXPECT_EQ(pattern.value().without_u(), without_u) << c.pattern;
    const Answer answer = pattern.value().search(c.subject);
    EXPECT_EQ(answer.truth, c.matches ? Truth::yes : Truth::no)
        << c.pattern << " on " << c.subject << answer.reason;
  }
}

TEST(PatternMatch, DisjunctionsGroupsAndAnchors) {
  expect_matches({{"", "", true},
                  {"", "x", true},
                  {"a|b", "xbx", true},
                  {"a|b", "c", false},
                  {"|a", "", true},
                  {"^(?:a|ab)$", "ab", true},
                  {"^(a|ab)(c|bcd)$", "abcd", true},
                  {"^a", "ba", false},
                  {"a$", "ab", false},
                  {"^a$", "a\n", false},
                  {"a^b|$c", "abc", false},
                  {"^^$$", "", true}},
                 false);
}

TEST(PatternMatch, QuantifiersGreedyLazyAndTheEmptyCheck) {
  expect_matches({{"^a*$", "aaa", true},
                  {"^a+$", "", false},
                  {"^a?b$", "b", true},
                  {"^a{2}$", "aaa", false},
                  {"^a{2,}$", "aaaa", true},
                  {"^a{1,2}$", "aaa", false},
                  {"^a{0}$", "a", false},
                  {"^a*?b$", "aab", true},
                  {"^a+?a$", "a", false},
                  {"^a??a$", "a", true},
                  {"^a{2,3}?a$", "aaaa", true},
                  {"^(a*)*$", "aab", false},
                  {"^(?:a?)*?b$", "aab", true},
                  {"^(?:){2147483648}$", "", true},
                  {"^(?:a|){99999999999999999999}$", "aa", true},
                  {"^a{2147483648}$", "aa", false},
                  {"^a{2,99999999999999999999}$", "aa", true},
                  {"^(?:|a){2}$", "aa", true},
                  // The round that matched nothing is refused once min is reached: 22.2.2.3.1 step 2.b.
                  {"^(a?)*?\\1b$", "ab", false},
                  {"^(a?)*?\\1b$", "aab", true},
                  {"(z)((a+)?(b+)?(c))*\\3$", "zaacbbbcac", false}},
                 false);
}

TEST(PatternMatch, CapturesAreResetInEachRound) {
  expect_matches({{"^(?:(a)|b)*\\1$", "ab", true},   // the second round forgets what the first captured
                  {"^(?:(a)|b)*\\1$", "ba", false},  // "a" captured, so another is needed
                  {"^(?:(a)|b)*\\1$", "baa", true},
                  {"^(a)?\\1b$", "b", true}},
                 false);
}

TEST(PatternMatch, BackReferencesByNumberAndName) {
  expect_matches({{"^(a|b)\\1$", "aa", true},
                  {"^(a|b)\\1$", "ab", false},
                  {"^\\1(a)$", "a", true},
                  {"^(?<x>a|b)\\k<x>$", "bb", true},
                  {"^\\k<x>(?<x>a)$", "a", true},
                  {"^(?<\xF0\x9D\x92\x9C>a)\\k<\\u{1D49C}>$", "aa", true},
                  {"^(?<$>a)\\k<$>$", "aa", true},
                  {"^(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)\\10$", "abcdefghijj", true},
                  {"^(?:(?<y>a)|(?<y>b))\\k<y>$", "bb", true},
                  {"^(?:(?<y>a)|(?<y>b))\\k<y>$", "ba", false},
                  {"^(\xF0\x9F\x98\x80)\\1$", "\xF0\x9F\x98\x80\xF0\x9F\x98\x80", true}},
                 false);
}

TEST(PatternMatch, LookaheadsAndLookbehinds) {
  expect_matches(
      {{"^(?=a)a$", "a", true},
       {"^(?=ab)a$", "a", false},
       {"^(?!a).$", "b", true},
       {"^(?!a).$", "a", false},
       {"(?<=a)b", "ab", true},
       {"(?<=a)b", "bb", false},
       {"(?<!a)b", "ab", false},
       {"(?<!a)b", "b", true},
       {"^(?=(a+))\\1b", "aab", true},
       {"(?=(a+))a*b\\1", "baaabac", true},
       {"^(?=(a+))\\1a", "aaa", false},  // no way back into a lookahead
       {"(?<=(\\d+)(\\d+))$", "1053", true},
       {"^.*(?<=^(\\d+)(\\d+))=\\1$", "1053=1", true},  // right to left: the second group is greedy
       {"^.*(?<=^(\\d+)(\\d+))=\\1$", "1053=105", false},
       {"(?<=\\1(a))b", "aab", true},  // right to left: the group comes first
       {"(?<=\\1(a))b", "ab", false},
       {"(?<=(a)\\1)b", "ab", true},  // not yet captured: matches the empty text
       {"(?<!(a)b)c\\1", "c", true},  // captures of a negative one stay undefined
       {"^(?!(a))\\1b", "b", true},
       {"^(?!(a)b)\\1b", "ab", false},
       {"^(?!(a)b)\\1ac", "ac", true},
       {"(?<=a(?=b))b", "ab", true},
       {"^(?=.*[0-9])(?=.*[a-z])\\w{3,}$", "ab1", true},
       {"^(?=.*[0-9])(?=.*[a-z])\\w{3,}$", "abc", false},
       // A body that matched from an earlier start is no failure for a later one.
       {"(?=.*b)(?=.*c)a$", "aabca", false},
       {"(?:x|(?=.*b))ab", "aab", true}},
      false);
}

TEST(PatternMatch, ClassesAndClassEscapes) {
  expect_matches({{"^[abc]$", "b", true},
                  {"^[^abc]$", "b", false},
                  {"^[]$", "", false},
                  {"[]", "a", false},
                  {"^[^]$", "\n", true},
                  {"^[a-c-e]+$", "b-e", true},
                  {"^[-a]+$", "-a", true},
                  {"^[a-]+$", "-a", true},
                  {"^[+--]+$", "+,-", true},
                  {"^[\\b]$", "\b", true},
                  {"^[\\-\\]\\^]+$", "-]^", true},
                  {"^[\\d_]+$", "1_", true},
                  {"^[^\\D]$", "7", true},
                  {"^\\d$", "\xD9\xA3", false},  // an Arabic digit
                  {"^\\D$", "\xD9\xA3", true},
                  {"^\\w+$", "aZ_9", true},
                  {"^\\w$", "\xC3\xA9", false},
                  {"^\\W$", "\xC3\xA9", true},
                  {"^\\s+$", " \t\n\v\f\r\xC2\xA0\xEF\xBB\xBF\xE2\x80\xA8\xE2\x80\xA9\xE3\x80\x80", true},
                  {"^\\s$", "\xC2\x85", false},      // NEL
                  {"^\\s$", "\xE1\xA0\x8E", false},  // U+180E
                  {"^\\S$", "\xC2\x85", true},
                  {"^.$", "\n", false},
                  {"^.$", "\xE2\x80\xA8", false},
                  {"^.$", "\xC2\x85", true},
                  {"^.$", "\xF0\x9F\x98\x80", true},
                  {"^[\xF0\x9F\x98\x80-\xF0\x9F\x98\x82]$", "\xF0\x9F\x98\x81", true},
                  {"^\\p{Lu}\\P{Lu}$", "Aa", true},
                  {"^\\p{Script=Greek}+$", "\xCE\xB1\xCE\xB2", true},
                  {"^[\\p{L}\\p{Nd}]+$", "a\xD9\xA3", true},
                  {"^[^\\p{L}]$", "a", false},
                  {"a\\b", "a b", true},
                  {"a\\b", "ab", false},
                  {"a\\B", "ab", true},
                  {"\\B", "", true},
                  {"\\b", "", false}},
                 false);
}

TEST(PatternMatch, CharacterEscapes) {
  expect_matches({{"^\\f\\n\\r\\t\\v$", "\f\n\r\t\v", true},
                  {"^\\cA\\cz$", "\x01\x1A", true},
                  {"^\\0$", "\0"s, true},
                  {"^\\x41\\u0042$", "AB", true},
                  {"^\\u{1F600}$", "\xF0\x9F\x98\x80", true},
                  {"^\\u{0000000041}$", "A", true},
                  {"^\\uD83D\\uDE00$", "\xF0\x9F\x98\x80", true},
                  {"^\\uD83D", "\xF0\x9F\x98\x80", false},
                  {"^\\^\\$\\\\\\.\\*\\+\\?\\(\\)\\[\\]\\{\\}\\|\\/$", "^$\\.*+?()[]{}|/", true}},
                 false);
}

TEST(PatternMatch, WithoutUOverCodeUnitsByAnnexB) {
  expect_matches(
      {{"^\\a\\-$", "a-", true},
       {"^\\-..$", "-\xF0\x9F\x98\x80", true},  // two code units
       {"^\\-.$", "-\xF0\x9F\x98\x80", false},
       {"^\\-\\uD83D", "-\xF0\x9F\x98\x80", true},
       {"^\\-\xF0\x9F\x98\x80+$", "-\xF0\x9F\x98\x80\xF0\x9F\x98\x80", false},  // repeats the trail only
       {"^]}{$", "]}{", true},
       {"^a{,2}$", "a{,2}", true},
       {"^a{1$", "a{1", true},
       {"^x{a}$", "x{a}", true},
       {"^\\101\\7\\377\\400$",
        "A\x07\xC3\xBF\x20"
        "0",
        true},
       {"^\\8\\9$", "89", true},
       {"^\\08$", "\0"s + "8", true},
       {"^[\\8\\101]+$", "8A", true},
       {"^(a)\\2$", "a\x02", true},
       {"^\\c$", "\\c", true},
       {"^\\c1$", "\\c1", true},
       {"^[\\c]+$", "\\c", true},
       {"^[\\c1\\c_]+$", "\x11\x1F", true},
       {"^[\\c*]+$", "\\c*", true},
       {"^\\k<a>$", "k<a>", true},
       {"^\\p{Nope}$", "p{Nope}", true},
       {"^\\xg\\u{2}$", "xguu", true},
       {"^[\\d-z]+$", "1-z", true},
       {"^[a-\\d]+$", "a-1", true},
       {"^(?=a)*a$", "a", true},
       {"^(?!a){0}a$", "a", true},
       {"^\\-(?<x>a)\\k<x>$", "-aa", true}},
      true);
}

struct ErrorCase {
  std::string pattern;
  std::size_t offset;
};

TEST(PatternCompile, ErrorsInBothGrammarsWithTheirOffset) {
  const std::vector<ErrorCase> cases = {{"(", 0},
                                        {"a)", 1},
                                        {"(?", 0},
                                        {"(?a)", 0},
                                        {"(?i:a)", 0},
                                        {"(?-i:a)", 0},
                                        {"*", 0},
                                        {"a**", 2},
                                        {"a|?", 2},
                                        {"^+", 1},
                                        {"\\b?", 2},
                                        {"{1}", 0},
                                        {"a{1}{2}", 4},
                                        {"a{2,1}", 1},
                                        {"[", 1},
                                        {"[a", 1},
                                        {"[z-a]", 1},
                                        {"\\", 1},
                                        {"[\\", 2},
                                        {"(?<=a)*", 6},
                                        {"(?<!a)?", 6},
                                        {"(?<a", 3},
                                        {"(?<1>a)", 3},
                                        {"(?<>a)", 3},
                                        {"(?<a>)(?<a>)", 6},
                                        {"(?<a>)\\k", 6},
                                        {"(?<a>)\\k<b>", 6},
                                        {"(?<a>)[\\k]", 8},
                                        {"(?<a>(?<a>))", 0},
                                        {"a{10,9}", 1},
                                        {"(?<a>)(?:b|(?<a>))", 6},
                                        {"a{18446744073709551617,18446744073709551616}", 1},
                                        {"\xC3\xA9(", 2},
                                        {"\xF0\x9F\x98\x80*)", 5},
                                        {"a\xFF", 1},
                                        {"\xC3", 0},
                                        {"\xED\xA0\x80", 0}};
  for (const ErrorCase& c : cases) {
    const auto pattern = Pattern::compile(c.pattern);
    ASSERT_FALSE(pattern.ok()) << c.pattern;
    EXPECT_EQ(pattern.error().code, "bad_pattern") << c.pattern;
    EXPECT_EQ(pattern.error().offset, c.offset) << c.pattern << ": " << pattern.error().message;
    EXPECT_FALSE(pattern.error().message.empty());
  }
}

TEST(PatternCompile, WhatOnlyTheGrammarWithoutUAdmits) {
  const std::vector<std::string> sources = {"\\a",
                                            "\\-",
                                            "\\_",
                                            "{",
                                            "}",
                                            "]",
                                            "a{",
                                            "a{,1}",
                                            "a{1,",
                                            "\\1",
                                            "\\01",
                                            "(a)\\2",
                                            "\\x1",
                                            "\\u12",
                                            "\\u{}",
                                            "\\u{110000}",
                                            "\\c1",
                                            "[\\c_]",
                                            "[\\d-z]",
                                            "[a-\\w]",
                                            "(?=a)*",
                                            "(?!a){1}",
                                            "\\p",
                                            "\\p{lu}",
                                            "\\p{ Lu}",
                                            "\\p{gc=lu}",
                                            "\\P{Any",
                                            "\\p{Block=Basic_Latin}",
                                            "\\p{RGI_Emoji}",
                                            "\\k",
                                            "\\k<a>",
                                            "[\\B]",
                                            "[\\1]",
                                            "\\p{Script=Todhri}",
                                            "\\p{Hyphen}",
                                            "\\u{ 1}",
                                            "\\8"};
  for (const std::string& source : sources) {
    const auto pattern = Pattern::compile(source);
    ASSERT_TRUE(pattern.ok()) << source << ": " << pattern.error().message;
    EXPECT_TRUE(pattern.value().without_u()) << source;
  }
}

TEST(PatternCompile, TheSameNameInDifferentAlternatives) {
  for (const std::string& source :
       {"(?<a>x)|(?<a>y)"s, "(?:(?<a>x)|(?<a>y))(?<b>z)"s, "(?<b>(?<a>x)|(?:(?<a>y)|(?<a>z)))"s}) {
    const auto pattern = Pattern::compile(source);
    ASSERT_TRUE(pattern.ok()) << source;
    EXPECT_FALSE(pattern.value().without_u());
  }
  for (const std::string& source : {"(?:(?<a>x)|b)(?<a>y)"s, "(?:(?<a>x)|(?<a>y))(?<a>z)"s}) {
    EXPECT_FALSE(Pattern::compile(source).ok()) << source;
  }
}

struct BigCase {
  std::string pattern;
  std::string subject;
  Truth truth;
};

// Each would need exponential time, or a C++ stack as deep as the subject, in a plain recursive matcher.
TEST(PatternCost, LongSubjectsAndCatastrophicPatterns) {
  const std::string many(100'000, 'a');
  const std::vector<BigCase> cases = {{"^[a-z]*$", many, Truth::yes},
                                      {"^[a-z]*$", many + "1", Truth::no},
                                      {"(a|b)*c", many, Truth::no},
                                      {"^(((a)|b)*)*$", many, Truth::yes},
                                      {"^(?:(?:(?:a)))*?$", many, Truth::yes},
                                      {"^a{0,100000}$", many, Truth::yes},
                                      {"^a{0,99999}$", many, Truth::no},
                                      {"^[a-z]{1,1000}$", many, Truth::no},
                                      {"^(?:a{1,1000}){1,1000}$", many, Truth::yes},
                                      {"^(a+)+$", std::string(30, 'a') + "b", Truth::no},
                                      {"^(a|a)*$", std::string(1000, 'a') + "b", Truth::no},
                                      {"^(a*)*b$", std::string(1000, 'a'), Truth::no},
                                      {"^(a?){1000}a{1000}$", std::string(1000, 'a'), Truth::yes},
                                      {"(x+x+)+y", std::string(1000, 'x'), Truth::no},
                                      {"(?=(?:a*)*b)", std::string(100, 'a'), Truth::no},
                                      {"(?<=b(?:a*)*)c", std::string(100, 'a'), Truth::no}};
  for (const BigCase& c : cases) {
    const auto pattern = Pattern::compile(c.pattern);
    ASSERT_TRUE(pattern.ok()) << c.pattern;
    const Answer answer = pattern.value().search(c.subject);
    EXPECT_EQ(answer.truth, c.truth) << c.pattern << " " << answer.reason;
  }
}

TEST(PatternCost, ABudgetThatEndsIsUnknown) {
  const auto pattern = Pattern::compile("^(a+)+\\1$");
  ASSERT_TRUE(pattern.ok());
  const Answer answer = pattern.value().search(std::string(60, 'a') + "b", 100'000);
  EXPECT_EQ(answer.truth, Truth::unknown);
  EXPECT_EQ(answer.reason, "pattern_budget: 100000 steps");
  EXPECT_TRUE(Pattern::compile("a").value().search("xxa", 5).is_unknown());
  EXPECT_TRUE(Pattern::compile("a").value().search("xxa", 50).is_yes());
}

TEST(PatternCost, TooManyOpenRecordsAreUnknown) {
  const auto pattern = Pattern::compile("^[a-z]*$");
  ASSERT_TRUE(pattern.ok());
  const Answer answer = pattern.value().search(std::string(3'000'000, 'a'), 1'000'000'000);
  EXPECT_EQ(answer.truth, Truth::unknown);
  EXPECT_EQ(answer.reason, "pattern_memory: 4000000 records");
}

TEST(PatternCost, DeepNestingNeedsNoStack) {
  const std::size_t depth = 200'000;
  std::string source;
  for (std::size_t index = 0; index < depth; ++index) source += index % 2 == 0 ? "(?:" : "(?=";
  source += "a";
  source += std::string(depth, ')');
  const auto pattern = Pattern::compile(source);
  ASSERT_TRUE(pattern.ok());
  EXPECT_TRUE(pattern.value().search("a").is_yes());
  EXPECT_TRUE(pattern.value().search("b").is_no());
  EXPECT_FALSE(Pattern::compile(std::string(depth, '(')).ok());
}

TEST(PatternSubject, OtherThanUtf8IsUnknown) {
  const auto pattern = Pattern::compile("a");
  ASSERT_TRUE(pattern.ok());
  EXPECT_EQ(pattern.value().search("ab\xFF").reason, "pattern_subject: not UTF-8 at byte 2");
}

}  // namespace
}  // namespace lockstep::oracle
