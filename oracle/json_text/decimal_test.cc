#include "lockstep/oracle/json_text/decimal.h"

#include <gtest/gtest.h>

namespace lockstep::oracle {
namespace {

TEST(Decimal, HasOneFormPerValue) {
  struct Case {
    const char* text;
    bool negative;
    const char* digits;
    const char* exponent;
  };
  const Case cases[] = {
      {"0", false, "", "0"},
      {"-0", false, "", "0"},
      {"-0.00e-99999999999999999999", false, "", "0"},
      {"1", false, "1", "0"},
      {"1.0", false, "1", "0"},
      {"10e-1", false, "1", "0"},
      {"0.0001E+4", false, "1", "0"},
      {"-123.4500e+007", true, "12345", "5"},
      {"0.00120", false, "12", "-4"},
      {"100", false, "1", "2"},
      {"1e99999999999999999999", false, "1", "99999999999999999999"},
      {"0.1e-99999999999999999999", false, "1", "-100000000000000000000"},
      {"10e-00099999999999999999999", false, "1", "-99999999999999999998"},
  };
  for (const Case& c : cases) {
    const Decimal value = parse_decimal(c.text);
    EXPECT_EQ(value.negative, c.negative) << c.text;
    EXPECT_EQ(value.digits, c.digits) << c.text;
    EXPECT_EQ(value.exponent, c.exponent) << c.text;
  }
}

TEST(Decimal, KnowsIntegersByValue) {
  for (const char* text : {"0", "-0.0", "1.0", "120e-1", "1e400", "-5", "1e99999999999999999999", "0e-5"}) {
    EXPECT_TRUE(parse_decimal(text).is_integer()) << text;
  }
  for (const char* text :
       {"0.5", "1e-1", "-1.0000000000000000000000000001", "121e-1", "1e-99999999999999999999"}) {
    EXPECT_FALSE(parse_decimal(text).is_integer()) << text;
  }
}

TEST(Decimal, OrdersByValue) {
  // Strictly ascending.
  const char* const ascending[] = {"-1e99999999999999999999",
                                   "-1e400",
                                   "-10.1",
                                   "-10",
                                   "-9.99",
                                   "-1e-400",
                                   "-1e-99999999999999999999",
                                   "0",
                                   "1e-99999999999999999999",
                                   "1e-400",
                                   "0.1",
                                   "0.10000000000000000000000000000000000001",
                                   "0.11",
                                   "0.2",
                                   "1",
                                   "1.5",
                                   "2",
                                   "10",
                                   "9007199254740992",
                                   "9007199254740993",
                                   "1e400",
                                   "11e399",
                                   "1e99999999999999999999",
                                   "1e100000000000000000000"};
  const std::size_t count = std::size(ascending);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < count; ++j) {
      const Decimal a = parse_decimal(ascending[i]);
      const Decimal b = parse_decimal(ascending[j]);
      EXPECT_EQ(compare(a, b), i <=> j) << ascending[i] << " and " << ascending[j];
      EXPECT_EQ(a == b, i == j) << ascending[i] << " and " << ascending[j];
    }
  }
}

TEST(Decimal, DecidesMultiplesExactly) {
  struct Case {
    const char* value;
    const char* divisor;
    bool yes;
  };
  const Case cases[] = {
      {"0", "5", true},
      {"-0.0", "0.001", true},
      {"10", "5", true},
      {"-10", "5", true},
      {"10", "-5", true},
      {"11", "5", false},
      {"4.5", "1.5", true},
      {"35", "1.5", false},
      {"0.0075", "0.0001", true},
      {"0.00751", "0.0001", false},
      {"12391239123", "1e-8", true},
      {"1e308", "0.5", true},
      {"1e308", "0.123456789", false},
      {"123456789e300", "0.123456789", true},
      {"1e99999999999", "3", false},
      {"3e99999999999", "3", true},
      {"1e99999999999", "4", true},
      {"1e99999999999999999999", "1048576", true},
      {"1e99999999999999999999", "9765625", true},
      {"1e19", "1048576", false},
      {"1e20", "1048576", true},
      {"1e9", "9765625", false},
      {"1e10", "9765625", true},
      {"1e-99999999999999999999", "1", false},
      {"1", "1e-99999999999999999999", true},
      {"1", "3e-99999999999999999999", false},
      {"1", "1e99999999999999999999", false},
      {"7e99999999999999999999", "14e99999999999999999998", true},
      {"7e99999999999999999999", "15e99999999999999999998", false},
      {"9007199254740993", "2", false},
      {"9007199254740994", "2", true},
  };
  for (const Case& c : cases) {
    const Answer answer = is_multiple_of(parse_decimal(c.value), parse_decimal(c.divisor));
    EXPECT_EQ(answer.truth, c.yes ? Truth::yes : Truth::no) << c.value << " multiple of " << c.divisor;
  }
}

TEST(Decimal, DecidesMultiplesOfNumbersWithThousandsOfDigits) {
  const std::string threes(3000, '3');
  const std::string ones(3000, '1');
  EXPECT_TRUE(is_multiple_of(parse_decimal(threes), parse_decimal(ones)).is_yes());
  EXPECT_TRUE(is_multiple_of(parse_decimal(threes + "1"), parse_decimal(ones)).is_no());
}

TEST(Decimal, AnswersUnknownOnlyBeyondItsDivisionBudget) {
  const std::string ones(100000, '1');
  const Answer answer = is_multiple_of(parse_decimal(ones + "3"), parse_decimal(ones));
  EXPECT_TRUE(answer.is_unknown());
  EXPECT_EQ(answer.reason, "decimal_budget: 200000000 digit steps");
  EXPECT_TRUE(is_multiple_of(parse_decimal(ones), parse_decimal("9")).is_no());  // digit sum 100000
}

TEST(Decimal, CountsUpToTheGreatestSigned64BitNumber) {
  EXPECT_EQ(to_count(parse_decimal("0")), 0U);
  EXPECT_EQ(to_count(parse_decimal("-0.0")), 0U);
  EXPECT_EQ(to_count(parse_decimal("2.0")), 2U);
  EXPECT_EQ(to_count(parse_decimal("1e18")), 1000000000000000000U);
  EXPECT_EQ(to_count(parse_decimal("9223372036854775807")), 9223372036854775807U);
  EXPECT_EQ(to_count(parse_decimal("92233720368547758070e-1")), 9223372036854775807U);
  for (const char* text :
       {"9223372036854775808", "1e19", "1e99999999999999999999", "-1", "0.5", "1e-99999999999999999999"}) {
    EXPECT_EQ(to_count(parse_decimal(text)), std::nullopt) << text;
  }
}

TEST(DecimalDeathTest, RefusesMisuseLoudly) {
  EXPECT_DEATH(parse_decimal("01"), "takes a JSON number");
  EXPECT_DEATH(parse_decimal(""), "takes a JSON number");
  EXPECT_DEATH(static_cast<void>(is_multiple_of(parse_decimal("1"), parse_decimal("0"))),
               "divisor that is not zero");
}

}  // namespace
}  // namespace lockstep::oracle
