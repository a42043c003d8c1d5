// Which bytes may follow in a number, against lists of all spellings of few bytes.
#include "lockstep/oracle/schema_prefix/number_set.h"

#include <gtest/gtest.h>

#include <cstdio>

#include "lockstep/oracle/json_text/json_number.h"
#include "lockstep/oracle/schema_prefix/prefix_testing.h"
#include "lockstep/oracle/schema_prefix/universe.h"

namespace lockstep::oracle {
namespace {

NumberSet between(const char* low, const char* high, bool integral) {
  NumberSet set;
  if (*low != '\0') set.at_least(parse_decimal(low), false);
  if (*high != '\0') set.at_most(parse_decimal(high), false);
  set.integral = integral;
  return set;
}

NumberSet inside(const char* low, const char* high) {
  NumberSet set;
  set.at_least(parse_decimal(low), true);
  set.at_most(parse_decimal(high), true);
  return set;
}

std::vector<NumberSet> sets() {
  return {between("", "", false),         between("", "", true),
          between("0", "", false),        between("", "-3", true),
          between("10", "12", false),     between("17", "205", true),
          between("-5", "7", true),       between("1e2", "1e7", false),
          between("3.25", "3.25", false), between("1e30", "", true),
          inside("0", "0.001"),           inside("-1.5", "-1.4"),
          inside("99.9", "100"),          inside("5", "5"),
          between("0", "0", true),        between("8", "9e99", true)};
}

struct Tally {
  std::size_t compared = 0;
  std::size_t viable = 0;
};

// The reader of numbers stops at the end only.
bool begins_number(const std::string& text) {
  std::size_t at = 0;
  const std::optional<Error> error = read_number(text, at);
  return error ? error->code == "truncated" : at == text.size();
}

// texts: all spellings under the policy of any number at all.
void compare(const NumberSet& set, const OraclePolicy& policy, const Texts& texts, Tally& tally) {
  std::set<std::string> members;
  for (const std::string& text : texts) {
    if (set.holds(parse_decimal(text)) && (!set.word || is_integer_word(text))) members.insert(text);
  }
  const std::set<std::string> prefixes = prefixes_of(members);
  EXPECT_EQ(word_of(number_begins("", set, policy)), members.empty() ? "no" : "yes");
  for (const std::string& prefix : prefixes) {
    for (const char c : std::string_view("0123456789-+.eE")) {
      const std::string longer = prefix + c;
      if (!begins_number(longer)) continue;
      const bool expected = prefixes.contains(longer);
      EXPECT_EQ(word_of(number_begins(longer, set, policy)), expected ? "yes" : "no") << longer;
      ++tally.compared;
      tally.viable += expected ? 1 : 0;
    }
  }
}

TEST(NumberSet, EverySpellingOfFourBytes) {
  OraclePolicy policy;
  policy.number_bytes = 4;
  const Texts texts = number_spellings(4);
  Tally tally;
  for (const NumberSet& set : sets()) compare(set, policy, texts, tally);
  std::printf("json: %zu compared, %zu viable\n", tally.compared, tally.viable);
  EXPECT_GE(tally.compared, 150'000U);
  EXPECT_GE(tally.viable, 20'000U);
}

TEST(NumberSet, EveryIntegerWordOfFourBytes) {
  OraclePolicy policy = OraclePolicy::model();
  policy.number_bytes = 4;
  const Texts texts = number_spellings(4);
  Tally tally;
  for (NumberSet set : sets()) {
    set.integral = true;
    set.word = true;
    compare(set, policy, texts, tally);
  }
  std::printf("words: %zu compared, %zu viable\n", tally.compared, tally.viable);
  EXPECT_GE(tally.compared, 50'000U);
}

// A number of at most five bytes is canonical iff: no `E`, no `+`, no -0, no zero at the end of a fraction;
// and an exponent stands only behind one digit that is not 0 (and its fraction), has no leading zero, and is
// 32 and more or -32 and less, as only then the plain form has more than 32 digits.
bool looks_canonical(std::string text) {
  if (text.find_first_of("E+") != std::string::npos || text == "-0") return false;
  if (text.front() == '-') text.erase(0, 1);
  const std::size_t e = text.find('e');
  const std::string coefficient = text.substr(0, e);
  const bool has_point = coefficient.find('.') != std::string::npos;
  if (has_point && coefficient.back() == '0') return false;
  if (e == std::string::npos) return true;
  if (coefficient.front() == '0' || (coefficient.size() > 1 && coefficient[1] != '.')) return false;
  std::string exponent = text.substr(e + 1);
  if (exponent.front() == '-') exponent.erase(0, 1);
  return exponent.front() != '0' && std::stoul(exponent) >= 32;
}

TEST(NumberSet, EveryCanonicalSpellingOfFiveBytes) {
  OraclePolicy policy = OraclePolicy::canonical();
  policy.number_bytes = 5;
  Texts texts;
  for (const std::string& text : number_spellings(5)) {
    ASSERT_EQ(canonical_spelling(parse_decimal(text)) == text, looks_canonical(text)) << text;
    if (looks_canonical(text)) texts.push_back(text);
  }
  Tally tally;
  for (const NumberSet& set :
       {between("10", "12", false), between("17", "205", true), between("-5", "7", true),
        between("1e30", "", true), inside("0", "0.001"), inside("-1.5", "-1.4"), between("", "-1e31", false),
        between("0", "0", true), inside("99.9", "100")}) {
    compare(set, policy, texts, tally);
  }
  std::printf("canonical: %zu of 5 bytes, %zu compared, %zu viable\n", texts.size(), tally.compared,
              tally.viable);
  EXPECT_GE(texts.size(), 100'000U);
  EXPECT_GE(tally.compared, 5'000U);
}

TEST(NumberSet, TheSignOfAnExponentTakesRoom) {
  OraclePolicy policy;
  policy.number_bytes = 5;
  EXPECT_TRUE(number_begins("12e", inside("0", "1.5"), policy).is_yes());
  policy.number_bytes = 4;
  EXPECT_TRUE(number_begins("12e", inside("0", "1.5"), policy).is_no());
  EXPECT_TRUE(number_begins("12e", between("120", "120", false), policy).is_yes());
}

TEST(NumberSet, WithoutABoundOnTheLengthAnExponentReachesEverything) {
  const OraclePolicy spec;
  const NumberSet ten = between("10", "10", true);
  for (const char* good :
       {"1", "1.", "1.0", "10", "100e-", "0", "0.", "0.00001", "1e", "1e+", "1e000", "1E", "1000000"}) {
    EXPECT_TRUE(number_begins(good, ten, spec).is_yes()) << good;
  }
  for (const char* bad : {"2", "11", "1.1", "1e2", "1e-", "-", "-1", "0e", "-0", "0.2", "1e01000"}) {
    EXPECT_TRUE(number_begins(bad, ten, spec).is_no()) << bad;
  }
  EXPECT_TRUE(number_begins("1.5", between("", "", true), spec).is_yes());
  EXPECT_TRUE(number_begins("1.5e", between("", "", true), spec).is_yes());
  EXPECT_TRUE(number_begins("1.5e-", between("", "", true), spec).is_no());
  EXPECT_TRUE(number_begins("1.5e0", between("", "", true), spec).is_yes()) << "1.5e01";
  EXPECT_TRUE(number_begins("15e-1", between("", "", true), spec).is_no());
  EXPECT_TRUE(number_begins("150e-1", between("", "", true), spec).is_yes());
  EXPECT_TRUE(number_begins("9e99999999999999999999", between("1", "", false), spec).is_yes());
  EXPECT_TRUE(number_begins("1", between("1e9999", "", false), spec).is_unknown());
}

}  // namespace
}  // namespace lockstep::oracle
