// The machine against the matcher: every string of a few characters, many patterns, hand-made and random.
#include "lockstep/oracle/pattern/pattern_states.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <random>
#include <string>

namespace lockstep::oracle {
namespace {

struct Character {
  char32_t code_point;
  const char* utf8;
};
constexpr Character kCharacters[] = {{U'a', "a"}, {U'b', "b"},      {U'1', "1"},
                                     {U' ', " "}, {0xE9, "\u00e9"}, {0x1F600, "\U0001F600"}};

struct Tally {
  std::size_t patterns = 0, refused = 0, compared = 0, matched = 0;
};

class Comparison {
 public:
  Comparison(const Pattern& pattern, PatternStates& states, std::string source, Tally& tally)
      : pattern_(pattern), states_(states), source_(std::move(source)), tally_(tally) {}

  void all(const std::string& text, PatternStates::State state, std::size_t more) {
    const std::optional<bool> accepts = states_.accepts(state);
    ASSERT_TRUE(accepts) << source_ << " gave up behind " << text;
    const bool expected = pattern_.search(text).is_yes();
    if (states_.is_exact()) {
      ASSERT_EQ(*accepts, expected) << source_ << " on '" << text << "'";
    } else {
      ASSERT_TRUE(*accepts || !expected) << source_ << " on '" << text << "'";
    }
    ++tally_.compared;
    tally_.matched += expected ? 1 : 0;
    if (more == 0) return;
    for (const Character& c : kCharacters) {
      const auto next = states_.step(state, states_.class_of(c.code_point));
      ASSERT_TRUE(next) << source_ << " gave up behind " << text;
      all(text + c.utf8, *next, more - 1);
      if (::testing::Test::HasFatalFailure()) return;
    }
  }

 private:
  const Pattern& pattern_;
  PatternStates& states_;
  const std::string source_;
  Tally& tally_;
};

void compare(const std::string& source, std::size_t longest, Tally& tally) {
  const Outcome<Pattern> pattern = Pattern::compile(source);
  if (!pattern) return;
  const auto states = PatternStates::make(pattern.value());
  if (states == nullptr) {
    ++tally.refused;
    return;
  }
  ++tally.patterns;
  Comparison(pattern.value(), *states, source, tally).all("", PatternStates::start(), longest);
}

const char* const kPatterns[] = {
    "",
    "a",
    "^a",
    "a$",
    "^$",
    "^a*$",
    "^(?:a|b)*1$",
    "a{2}",
    "^a{2,3}b?$",
    "^(?:a{0,2}b){2}$",
    "(?:)",
    "(?:a*)*",
    "^(?:a*)*b$",
    "^(?:a?b?){2,3}1$",
    "^(?:|a)+b$",
    ".",
    "^.$",
    "^.{2}$",
    "^[^]$",
    "^[^a]+$",
    "\\d",
    "\\bab\\b",
    "\\Ba",
    "a\\B",
    "\\b",
    "^\\b",
    "\\b$",
    "\\B$",
    "^\\w+\\s\\w+$",
    "^\\S*$",
    "(?=a).b",
    "^(?!ab)",
    "^(?!.*1)",
    "^(?=.*a)(?=.*1)",
    "^(?:(?!ab).)*$",
    "(?=a)(?!ab)",
    "(?<=a)b",
    "(?<!a)b",
    "(?<=^a*)b",
    "(?<=a.)b",
    "(?<!^)a",
    "(?<=(?<=a)b)1",
    "(?<=(?<!a)b)1",
    "(?<=\\b)a",
    "(?<=a$)",
    "(?<!b)$",
    "(?:(?=a))*b",
    "(?:(?=a)a)+b",
    "(?!(?!a)).",
    "(?!(?=a).b)a",
    "^(?=(?:a|b)+$)(?!b+$)",
    "x*",
    "a^",
    "$a",
    "(?:^|b)a",
    "a(?:$|b)",
    "\\u{1F600}",
    "^\\p{L}+$",
    "^\\P{L}+$",
    "[\\u00e0-\\u00ff]",
    "a|^b|1$",
    "(?:a|b(?=1)|$)(?<=b|a)",
    "^(?:a(?!b)|b)*$",
    "\\-a|^.$",        // without u: two units
    "\\-a|^..$",       // without u
    "\\-|\\ud83d",     // without u: half a character
    "\\-|^[^a]{2}$",   // without u
    "\\-|[^\\ud83d]$"  // without u
};

TEST(PatternStates, EqualTheMatcherOnEveryShortString) {
  Tally tally;
  for (const char* source : kPatterns) compare(source, 5, tally);
  std::printf("%zu patterns, %zu strings compared, %zu match\n", tally.patterns, tally.compared,
              tally.matched);
  EXPECT_EQ(tally.refused, 0U);
  EXPECT_GE(tally.patterns, 65U);
  EXPECT_GE(tally.compared, 600'000U);
  EXPECT_GE(tally.matched, 100'000U);
}

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  std::string pattern(std::size_t depth) {
    std::string out;
    for (std::size_t more = below(3) + 1; more > 0; --more) out += term(depth);
    if (depth > 0 && below(4) == 0) out += "|" + pattern(depth - 1);
    return out;
  }

 private:
  std::size_t below(std::size_t count) { return engine_() % count; }

  std::string term(std::size_t depth) {
    static const char* const kAtoms[] = {"a",    "b",   "1",   ".",      "[ab]",
                                         "[^a]", "\\w", "\\s", "\u00e9", "\\u{1F600}"};
    static const char* const kMarks[] = {"^", "$", "\\b", "\\B"};
    static const char* const kOpen[] = {"(?:", "(", "(?=", "(?!", "(?<=", "(?<!"};
    static const char* const kCounts[] = {"*", "+", "?", "{2}", "{0,2}", "{1,3}", "*?", "{2,}"};
    if (below(6) == 0) return kMarks[below(4)];
    std::string atom;
    bool counted = true;
    if (depth > 0 && below(2) == 0) {
      const std::size_t open = below(6);
      counted = open < 2;
      atom = kOpen[open] + pattern(depth - 1) + ")";
    } else {
      atom = kAtoms[below(10)];
    }
    return counted && below(3) == 0 ? atom + kCounts[below(8)] : atom;
  }

  std::mt19937_64 engine_;
};

TEST(PatternStates, EqualTheMatcherOnRandomPatterns) {
  Tally tally;
  Random random(5);
  for (std::size_t round = 0; round < 1500; ++round) {
    compare(random.pattern(3), 3, tally);
    if (::testing::Test::HasFatalFailure()) return;
  }
  std::printf("%zu patterns (%zu refused), %zu strings compared, %zu match\n", tally.patterns, tally.refused,
              tally.compared, tally.matched);
  EXPECT_GE(tally.patterns, 1000U);
  EXPECT_GE(tally.compared, 250'000U);
  EXPECT_GE(tally.matched, 50'000U);
}

// With back-references the machine accepts whatever the pattern matches, and some more.
TEST(PatternStates, OfABackReferenceTakeWhatTheGroupCouldMatch) {
  Tally tally;
  for (const char* source : {"^(a)(b)?\\1$", "^(?<c>.)\\k<c>$", "(a|b)\\1", "^(a*)1\\1$", "^(^a|b)\\1$",
                             "\\1(a)", "(?:(a)|(b))\\2$", "^(?=(a+))\\1b", "(?<=(a)\\1)b", "^(a(b)\\2)\\1$",
                             "^(?:\\2b|(a)(b))+$", "^(?<x>a)\\k<x>|^(?<y>b)\\k<y>"}) {
    compare(source, 5, tally);
  }
  EXPECT_EQ(tally.patterns, 12U);
  EXPECT_EQ(tally.refused, 0U);
  EXPECT_GE(tally.compared, 100'000U);
  const Outcome<Pattern> twice = Pattern::compile("^(a)(b)?\\1$");
  ASSERT_TRUE(twice);
  const auto states = PatternStates::make(twice.value());
  EXPECT_FALSE(states->is_exact());
  EXPECT_EQ(states->accepts(*states->step(0, states->class_of(U'a'))), true) << "a superset";
  EXPECT_EQ(states->accepts(*states->step(0, states->class_of(U'b'))), false);
}

TEST(PatternStates, RefusesWhatIsNotRegularOrTooLarge) {
  for (const char* source : {"(?!(a)\\1)", "(?<=a(?=b))", "a{1001}", "a{5000,}", "\\-|[\\udc10]"}) {
    const Outcome<Pattern> pattern = Pattern::compile(source);
    ASSERT_TRUE(pattern) << source;
    EXPECT_EQ(PatternStates::make(pattern.value()), nullptr) << source;
  }
}

// Characters of one class are never told apart, and classes change at the boundaries only.
TEST(PatternStates, ClassesCoverEveryCharacter) {
  const Outcome<Pattern> pattern = Pattern::compile("^\\p{Lu}[a-c]\\d");
  ASSERT_TRUE(pattern);
  const auto states = PatternStates::make(pattern.value());
  ASSERT_NE(states, nullptr);
  EXPECT_EQ(states->boundaries().front(), 0U);
  EXPECT_EQ(states->class_of(U'A'), states->class_of(U'Z'));
  EXPECT_EQ(states->class_of(0x100), states->class_of(0x102));
  EXPECT_NE(states->class_of(0x100), states->class_of(0x101));
  EXPECT_NE(states->class_of(U'A'), states->class_of(U'a'));
  EXPECT_EQ(states->class_of(U'a'), states->class_of(U'c'));
  EXPECT_NE(states->class_of(U'c'), states->class_of(U'd'));
}

}  // namespace
}  // namespace lockstep::oracle
