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

NumberSet steps(NumberSet set, const std::vector<const char*>& of, const std::vector<const char*>& not_of,
                const std::vector<const char*>& excluded) {
  for (const char* divisor : of) set.multiple_of(parse_decimal(divisor));
  for (const char* divisor : not_of) set.no_multiple_of(parse_decimal(divisor));
  for (const char* value : excluded) set.exclude(parse_decimal(value));
  return set;
}

// multipleOf, negated multipleOf and negated const, alone, together, and with bounds.
std::vector<NumberSet> divided_sets() {
  return {steps(between("", "", false), {"3"}, {}, {}),
          steps(between("", "", true), {"0.5"}, {}, {}),
          steps(between("-1", "1", false), {"0.25"}, {}, {}),
          steps(between("", "", false), {"1e2"}, {}, {}),
          steps(between("", "", false), {"7"}, {}, {}),
          steps(between("", "", false), {"1024"}, {}, {}),
          steps(between("", "", false), {"1048576"}, {}, {}),
          steps(between("1", "", false), {"0.3", "0.2"}, {}, {}),
          steps(between("10", "20", false), {"1.5"}, {"3"}, {}),
          steps(between("0", "1", false), {"0.1"}, {"0.2"}, {"0.5"}),
          steps(between("", "", false), {}, {"1"}, {}),
          steps(between("", "", false), {}, {"0.5"}, {}),
          steps(between("", "", true), {}, {"2", "3"}, {}),
          steps(between("0", "30", true), {}, {"2", "3", "5"}, {"7", "11"}),
          steps(between("", "", true), {"6"}, {"4"}, {"6", "-6"}),
          steps(between("1", "2", true), {}, {}, {"1"}),
          steps(between("1", "2", true), {}, {}, {"1", "2"}),
          steps(between("1", "1", false), {}, {}, {"1"}),
          steps(between("1", "1.5", false), {}, {}, {"1", "1.5"}),
          steps(between("", "", false), {}, {}, {"0"}),
          steps(between("", "", true), {"10"}, {"100"}, {}),
          steps(between("", "", false), {"0.01"}, {"0.1"}, {}),
          steps(between("5", "", true), {"5"}, {"10"}, {"5", "15"}),
          steps(inside("0", "3"), {"3"}, {}, {}),
          steps(between("0", "", true), {"9"}, {"9"}, {}),
          steps(between("100", "", false), {}, {"1e-2"}, {})};
}

// Exponents as large as few bytes can write, on both sides.
std::vector<NumberSet> far_sets() {
  return {inside("1e-8", "2e-7"),
          inside("0", "1e-9"),
          between("1e9", "", false),
          between("1e98", "", false),
          between("-1e-98", "1e-98", false),
          between("1e-400", "5", true),
          between("1e400", "", false),
          between("", "-1e400", true),
          inside("-1e-400", "1e-400"),
          between("-1e400", "-1e-400", true),
          steps(between("1e-400", "", false), {"1.5"}, {}, {}),
          steps(inside("1e-400", "1"), {"1.5"}, {}, {}),
          steps(between("", "", false), {"3e8"}, {}, {}),
          steps(between("", "", false), {"7e-9"}, {"7e-8"}, {}),
          steps(between("", "", false), {"6e98"}, {}, {"6e98"}),
          steps(between("0", "1e-90", false), {"4e-98"}, {"3e-98"}, {}),
          steps(between("", "", false), {"1e400"}, {}, {}),
          steps(between("-2", "2", false), {"1e-400"}, {"1e-2"}, {"1e-3"}),
          steps(between("", "", false), {"2e9", "3e-9"}, {}, {}),
          steps(between("", "", false), {}, {"1e-9", "1e9"}, {"1e-99"}),
          steps(between("", "", false), {"5e-400"}, {"1e-399"}, {"3e-8"}),
          steps(between("3", "1e400", true), {"3e-400"}, {"1e400"}, {"3e9", "3e8"})};
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
    if (set.holds(parse_decimal(text)) && (!set.word || is_integer_word(text)) &&
        (!set.not_word || !is_integer_word(text)))
      members.insert(text);
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
  for (const NumberSet& set : divided_sets()) compare(set, policy, texts, tally);
  for (const NumberSet& set : far_sets()) compare(set, policy, texts, tally);
  std::printf("json: %zu compared, %zu viable\n", tally.compared, tally.viable);
  EXPECT_GE(tally.compared, 300'000U);
  EXPECT_GE(tally.viable, 60'000U);
}

TEST(NumberSet, IntegerWordsAndTheOthersOfFourBytes) {
  OraclePolicy policy = OraclePolicy::model();
  policy.number_bytes = 4;
  const Texts texts = number_spellings(4);
  Tally tally;
  std::vector<NumberSet> all = sets();
  for (NumberSet& set : divided_sets()) all.push_back(std::move(set));
  for (NumberSet& set : far_sets()) all.push_back(std::move(set));
  for (NumberSet& set : all) {
    NumberSet others = set;
    others.not_word = true;
    compare(others, policy, texts, tally);
    set.integral = true;
    set.word = true;
    compare(set, policy, texts, tally);
  }
  std::printf("words: %zu compared, %zu viable\n", tally.compared, tally.viable);
  EXPECT_GE(tally.compared, 300'000U);
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
  for (const NumberSet& set : divided_sets()) compare(set, policy, texts, tally);
  for (const NumberSet& set : far_sets()) compare(set, policy, texts, tally);
  for (const NumberSet& set :
       {between("10", "12", false), between("17", "205", true), between("-5", "7", true),
        between("1e30", "", true), inside("0", "0.001"), inside("-1.5", "-1.4"), between("", "-1e31", false),
        between("0", "0", true), inside("99.9", "100")}) {
    compare(set, policy, texts, tally);
  }
  std::printf("canonical: %zu of 5 bytes, %zu compared, %zu viable\n", texts.size(), tally.compared,
              tally.viable);
  EXPECT_GE(texts.size(), 100'000U);
  EXPECT_GE(tally.compared, 300'000U);
}

TEST(NumberSet, CountsMembersByTheirSpellings) {
  OraclePolicy policy;
  policy.number_bytes = 4;
  std::size_t compared = 0;
  std::vector<NumberSet> all = sets();
  for (NumberSet& set : divided_sets()) all.push_back(std::move(set));
  for (NumberSet& set : far_sets()) all.push_back(std::move(set));
  std::set<std::string> values;
  for (const std::string& text : number_spellings(4)) values.insert(canonical_spelling(parse_decimal(text)));
  for (const NumberSet& set : all) {
    std::size_t members = 0;
    for (const std::string& value : values) members += set.holds(parse_decimal(value)) ? 1 : 0;
    for (const std::size_t cap : {1U, 2U, 3U, 5U, 9U}) {
      const AmountRange range = count_numbers(set, policy, cap);
      EXPECT_LE(range.least, std::min(members, cap));
      EXPECT_GE(range.most, std::min(members, cap));
      ++compared;
    }
  }
  EXPECT_GE(compared, 200U);
}

// Without a bound on the length the count is exact.
TEST(NumberSet, CountsMembersByTheirValues) {
  struct Row {
    NumberSet set;
    std::size_t members;  // of at most 9
  };
  const std::vector<Row> rows = {{between("", "", true), 9},
                                 {between("1", "4", true), 4},
                                 {between("-1", "1", true), 3},
                                 {between("-1e-400", "1e-400", true), 1},
                                 {between("-1e-400", "1e-400", false), 9},
                                 {between("1e400", "1e400", true), 1},
                                 {between("2", "1", false), 0},
                                 {inside("1e-400", "1e-399"), 9},
                                 {steps(inside("1e-400", "5"), {"1.5"}, {}, {}), 3},
                                 {steps(inside("-5", "5"), {"1.5"}, {"3"}, {"1.5"}), 3},
                                 {steps(between("1e99999", "1e100000", false), {"3e99999"}, {}, {}), 3},
                                 {steps(between("1e99999", "1e100000", false), {"7e-99999"}, {}, {}), 9},
                                 {steps(between("", "", false), {"4"}, {"2"}, {}), 0},
                                 {steps(between("-1e99999", "1e99999", false), {"1e99999"}, {}, {"0"}), 2}};
  for (const Row& row : rows) {
    for (const OraclePolicy& policy : {OraclePolicy::spec(), OraclePolicy::canonical()}) {
      const AmountRange range = count_numbers(row.set, policy, 9);
      EXPECT_EQ(range.least, row.members);
      EXPECT_EQ(range.most, row.members);
    }
  }
  EXPECT_GE(rows.size(), 14U);
}

TEST(NumberSet, CountsUpToACap) {
  const AmountRange many = count_numbers(between("", "", true), {}, 7);
  EXPECT_EQ(many.least, 7U);
  const AmountRange few = count_numbers(between("1", "4", true), {}, 7);
  EXPECT_EQ(few.least, 4U);
  EXPECT_EQ(few.most, 4U);
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
}

TEST(NumberSet, UnknownOnlyBeyondItsReach) {
  const OraclePolicy spec;
  EXPECT_TRUE(number_begins("1", between("1e9999", "", false), spec).is_yes());
  EXPECT_TRUE(number_begins("1", between("1e1000000000000000", "", false), spec).is_yes());
  EXPECT_TRUE(number_begins("1", between("1e1000000000000001", "", false), spec).is_unknown());
  EXPECT_TRUE(number_begins("1", between("", "1e-99999999999999999999", false), spec).is_unknown());
  const std::string long_one(2001, '7');
  EXPECT_TRUE(number_begins("7", between(long_one.substr(1).c_str(), "", false), spec).is_yes());
  EXPECT_TRUE(number_begins("7", between(long_one.c_str(), "", false), spec).is_unknown());
  EXPECT_TRUE(
      number_begins("7", steps(between("", "", true), {}, {}, {long_one.c_str()}), spec).is_unknown());
  const std::vector<const char*> eight = {"2", "3", "5", "7", "11", "13", "17", "19"};
  NumberSet set = steps(between("2", "", true), {}, eight, {});
  EXPECT_TRUE(number_begins("1", set, spec).is_yes());
  set.no_multiple_of(parse_decimal("23"));
  EXPECT_TRUE(number_begins("1", set, spec).is_unknown());
  // The only member has 66 digits; without a bound on the length, or a narrow one, that is no matter.
  const std::string digits = std::string(65, '1') + "3";
  const NumberSet one = between(digits.c_str(), digits.c_str(), false);
  OraclePolicy policy;
  EXPECT_TRUE(number_begins("1", one, policy).is_yes());
  policy.number_bytes = 65;
  EXPECT_TRUE(number_begins("1", one, policy).is_no());
  policy.number_bytes = 66;
  EXPECT_TRUE(number_begins("1", one, policy).is_unknown());
  EXPECT_TRUE(number_begins("11", one, policy).is_yes());
  EXPECT_TRUE(number_begins("12", one, policy).is_no());
}

}  // namespace
}  // namespace lockstep::oracle
