#include "lockstep/engine/lexical/decimal.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace lockstep::engine {
namespace {

Decimal parsed(std::string_view text) {
  const Result<Decimal> result = Decimal::parse(text);
  EXPECT_TRUE(result.ok()) << text;
  return result.ok() ? *result : Decimal();
}

TEST(DecimalTest, SpellingsOfOneValueAreEqualAndInLowestForm) {
  for (const char* text : {"1200", "1200.0", "1.2e3", "12E+2", "0.0012e6", "120000e-2", "1200.000e0"}) {
    const Decimal value = parsed(text);
    EXPECT_EQ(value.digits(), "12") << text;
    EXPECT_EQ(value.exponent(), 2) << text;
    EXPECT_FALSE(value.negative()) << text;
    EXPECT_TRUE(value.is_integer()) << text;
  }
  EXPECT_EQ(parsed("-0.50"), Decimal::from_parts(true, "0050", -2));
  EXPECT_FALSE(parsed("-0.50").is_integer());
}

TEST(DecimalTest, ZeroHasOneForm) {
  for (const char* text : {"0", "-0", "0.000", "-0.0e5", "0e999999999999999999999"}) {
    EXPECT_EQ(parsed(text), Decimal()) << text;
    EXPECT_TRUE(parsed(text).is_zero());
    EXPECT_FALSE(parsed(text).negative());
    EXPECT_TRUE(parsed(text).is_integer());
  }
}

TEST(DecimalTest, OrderIsThatOfTheValues) {
  const std::vector<std::string> ascending = {
      "-1e1000000000",  "-1000.1", "-1e3",          "-999.999", "-2",  "-1.5", "-1", "-0.1", "-0.09",
      "-1e-1000000000", "0",       "1e-1000000000", "0.09",     "0.1", "0.11", "1",  "1.1",  "9",
      "9.999",          "10",      "1e1000000000"};
  for (std::size_t i = 0; i < ascending.size(); ++i) {
    for (std::size_t j = 0; j < ascending.size(); ++j) {
      EXPECT_EQ(parsed(ascending[i]) <=> parsed(ascending[j]), i <=> j)
          << ascending[i] << " " << ascending[j];
    }
  }
}

TEST(DecimalTest, OrderAgreesWithIntegersOverRandomHundredths) {
  std::mt19937 random(20260101);
  std::uniform_int_distribution<int> hundredths(-3000, 3000);
  for (int i = 0; i < 20'000; ++i) {
    const int a = hundredths(random), b = hundredths(random);
    const auto of = [](int v) { return parsed(std::to_string(v) + "e-2"); };
    ASSERT_EQ(of(a) <=> of(b), a <=> b) << a << " " << b;
    ASSERT_EQ(of(a).is_integer(), a % 100 == 0) << a;
  }
}

// The number written out in places 10^150 to 10^-150.
std::string written_out(const std::string& digits, int exponent) {
  std::string out(301, '0');
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const int place = exponent + static_cast<int>(digits.size() - 1 - i);
    out[static_cast<std::size_t>(150 - place)] = digits[i];
  }
  return out;
}

TEST(DecimalTest, OrderAgreesWithNumbersWrittenOut) {
  std::mt19937 random(20260102);
  std::size_t near = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string digits[2];
    int exponent[2];
    for (const int side : {0, 1}) {
      const std::size_t size = 1 + random() % 30;
      digits[side] = side == 1 && random() % 2 == 0 ? digits[0].substr(0, random() % digits[0].size()) : "";
      while (digits[side].size() < size) digits[side].push_back("0190"[random() % 4]);
      exponent[side] = static_cast<int>(random() % 100) - 50;
    }
    if (random() % 2 == 0) {
      exponent[1] = exponent[0] + static_cast<int>(digits[0].size()) - static_cast<int>(digits[1].size());
      ++near;
    }
    Decimal value[2];
    for (const int side : {0, 1}) {
      const std::size_t point = random() % digits[side].size();  // one digit at least before and behind it
      const std::string text = "1" + digits[side].substr(0, point) + "." + digits[side].substr(point) + "e" +
                               std::to_string(exponent[side] + static_cast<int>(digits[side].size() - point));
      value[side] = parsed(text);
      digits[side].insert(0, 1, '1');
    }
    const int order = written_out(digits[0], exponent[0]).compare(written_out(digits[1], exponent[1]));
    ASSERT_EQ(value[0] <=> value[1], order <=> 0) << digits[0] << " " << digits[1];
    ASSERT_EQ(value[0] == value[1], order == 0);
  }
  EXPECT_GT(near, 5'000U);
}

TEST(DecimalTest, ParseRefusesWhatIsBeyondTheLimitsInLowestForm) {
  const auto refused = [](const std::string& text) {
    const Result<Decimal> result = Decimal::parse(text);
    return !result.ok() && result.error().code == "limit_number";
  };
  EXPECT_FALSE(refused("1e1000000000"));
  EXPECT_TRUE(refused("1e1000000001"));
  EXPECT_TRUE(refused("10e1000000000"));
  EXPECT_FALSE(refused("0.1e1000000001"));
  EXPECT_FALSE(refused("-1e-1000000000"));
  EXPECT_TRUE(refused("0.1e-1000000000"));
  EXPECT_TRUE(refused("1e99999999999999999999"));
  EXPECT_FALSE(refused(std::string(100'000, '7')));
  EXPECT_TRUE(refused(std::string(100'001, '7')));
  EXPECT_FALSE(refused(std::string(100'000, '7') + "000"));
}

TEST(DecimalTest, ExponentsOfInstancesStopFarBeyondEverySchema) {
  const Decimal huge = Decimal::saturating("1e99999999999999999999999");
  const Decimal tiny = Decimal::saturating("123.4e-99999999999999999999999");
  EXPECT_GT(huge, parsed("9e1000000000"));
  EXPECT_TRUE(huge.is_integer());
  EXPECT_LT(Decimal::saturating("-1e99999999999999999999999"), parsed("-9e1000000000"));
  EXPECT_GT(tiny, Decimal());
  EXPECT_LT(tiny, parsed("1e-1000000000"));
  EXPECT_FALSE(tiny.is_integer());
  EXPECT_EQ(Decimal::saturating("0e99999999999999999999999"), Decimal());
  EXPECT_EQ(Decimal::saturating("12e00000000000000000000000003"), parsed("12000"));
}

}  // namespace
}  // namespace lockstep::engine
