#include "lockstep/engine/lexical/number_language.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace lockstep::engine {
namespace {

constexpr NumberVerdict kNone{};
constexpr NumberVerdict kAll{true, true, true};
constexpr NumberVerdict kWords{true, false, false};
constexpr NumberVerdict kIntegers{true, true, false};
constexpr NumberVerdict kFractions{false, false, true};

Decimal decimal(std::string_view text) { return *Decimal::parse(text); }

// All numbers between two bounds, which are members too.
NumberLanguage closed(std::string_view low, std::string_view high, NumberVerdict kinds) {
  return {{decimal(low), decimal(high)}, {kinds, kinds}, {kNone, kinds, kNone}};
}

NumberLanguage listed(const std::vector<std::string>& ascending) {
  std::vector<Decimal> points;
  for (const std::string& text : ascending) points.push_back(decimal(text));
  return {points, std::vector<NumberVerdict>(points.size(), kAll),
          std::vector<NumberVerdict>(points.size() + 1)};
}

Policy policy_of(Numbers numbers, std::optional<std::uint32_t> bytes = std::nullopt) {
  Policy out;
  out.numbers = numbers;
  out.number_bytes = bytes;
  return out;
}

TEST(NumberLanguageTest, PointsThatSeparateNothingAreDroppedAndZeroIsAlwaysOne) {
  const NumberLanguage plain({}, {}, {kWords});
  const NumberLanguage cut({decimal("-3"), decimal("0.5"), decimal("7")}, {kWords, kAll, kWords},
                           {kWords, kWords, kWords, kWords});
  EXPECT_EQ(plain.points(), std::vector<Decimal>{Decimal()});
  EXPECT_EQ(plain.zero(), 0U);
  EXPECT_EQ(cut.points(), (std::vector<Decimal>{Decimal(), decimal("0.5")}));  // 0.5 is a member, 0.25 is not
  const NumberLanguage moot({decimal("0.5")}, {kNone}, {kWords, kWords});
  EXPECT_EQ(moot, plain);
}

TEST(NumberLanguageTest, ContainsLooksAtValueAndKindOfSpelling) {
  const NumberLanguage language = closed("-1.5", "10", kAll);
  const NumberSpellings spellings(language, policy_of(Numbers::json));
  for (const char* in : {"-1.5", "-15e-1", "-1", "-0", "0.0", "10", "1e1", "9.99999999999999999999999999",
                         "1e-99999999999999999999"}) {
    EXPECT_TRUE(spellings.complete(in)) << in;
  }
  for (const char* out : {"-1.50000000000000000000000001", "11", "10.00000000000000000000001",
                          "1e99999999999999999999", "-2"}) {
    EXPECT_FALSE(spellings.complete(out)) << out;
  }
  const NumberLanguage of_words = closed("-5", "5", kWords);
  const NumberSpellings words(of_words, policy_of(Numbers::json));
  EXPECT_TRUE(words.complete("-0"));
  EXPECT_TRUE(words.complete("5"));
  EXPECT_FALSE(words.complete("5.0"));
  EXPECT_FALSE(words.complete("5e0"));
  EXPECT_FALSE(words.complete("2.5"));
}

TEST(NumberSpellingsTest, IntegerWordsBetweenBounds) {
  const NumberLanguage language = closed("12", "345", kWords);
  const NumberSpellings spellings(language, Policy::model());
  for (const char* alive : {"", "1", "12", "2", "9", "99", "34", "345"})
    EXPECT_TRUE(spellings.viable(alive)) << alive;
  for (const char* dead : {"-", "0", "11x", "346", "35.", "400", "1.", "1e", "1000", "01"}) {
    EXPECT_FALSE(spellings.viable(dead)) << dead;
  }
  EXPECT_EQ(spellings.finish("1"), "2");
  EXPECT_EQ(spellings.finish("2"), "0");
  EXPECT_EQ(spellings.finish("34"), "");
}

TEST(NumberSpellingsTest, ASecondSpellingOfAPointMayBeginAnyway) {
  const NumberLanguage language = listed({"-0.25", "1200"});
  const NumberSpellings free(language, policy_of(Numbers::json));
  for (const char* alive :
       {"12", "1.2", "0.0000012e", "120000000", "120000000e-", "1200.0000", "1.2E+", "0.12e4", "-25",
        "-2500000e-", "-0.2", "-0.00025e3", "12e0000000000000000000000000"}) {
    EXPECT_TRUE(free.viable(alive)) << alive;
  }
  for (const char* dead : {"13", "1.3", "0.13", "12e-", "1200.0001", "-0.26", "-0.25e1", "25", "-12"}) {
    EXPECT_FALSE(free.viable(dead)) << dead;
  }
  EXPECT_EQ(free.finish("120000000"), "e-5");
  EXPECT_EQ(free.finish("12e0000"), "2");
  EXPECT_TRUE(NumberSpellings(language, policy_of(Numbers::json, 8)).viable("12000"));  // 12000e-1
  EXPECT_FALSE(NumberSpellings(language, policy_of(Numbers::json, 7)).viable("12000"));
}

TEST(NumberSpellingsTest, RoomForTheRestIsCounted) {
  const NumberLanguage language({}, {}, {kAll});
  const NumberSpellings spellings(language, policy_of(Numbers::json, 3));
  for (const char* alive : {"123", "-12", "1.5", "1e5", "12", "-1"})
    EXPECT_TRUE(spellings.viable(alive)) << alive;
  for (const char* dead : {"1234", "12.", "12e", "1e-", "-1.", "1e+"})
    EXPECT_FALSE(spellings.viable(dead)) << dead;
  const NumberSpellings wide(language, policy_of(Numbers::json, 4294967295U));
  EXPECT_TRUE(wide.viable("-12.5e-"));
}

TEST(NumberSpellingsTest, ExponentsOfAnyLength) {
  const NumberLanguage above({decimal("1e999999999")}, {kNone}, {kNone, kAll});
  const NumberSpellings spellings(above, policy_of(Numbers::json));
  EXPECT_TRUE(spellings.complete("1e99999999999999999999999"));
  EXPECT_TRUE(spellings.viable("1e99999999999999999999999"));
  EXPECT_FALSE(spellings.viable("1e-"));
  EXPECT_TRUE(spellings.viable("1e000000000000000000000000000000"));
  EXPECT_EQ(spellings.finish(""), "2e999999999");
  EXPECT_FALSE(NumberSpellings(above, policy_of(Numbers::json, 10)).viable(""));
  EXPECT_TRUE(NumberSpellings(above, policy_of(Numbers::json, 11)).viable(""));
  const NumberLanguage words({decimal("1e999999999")}, {kNone}, {kNone, kWords});
  EXPECT_TRUE(NumberSpellings(words, policy_of(Numbers::json)).viable("7"));
  EXPECT_FALSE(NumberSpellings(words, policy_of(Numbers::json, 999'999'999)).viable("7"));
  EXPECT_TRUE(NumberSpellings(words, policy_of(Numbers::json, 1'000'000'000)).viable("7"));
}

TEST(NumberSpellingsTest, CanonicalHasOneSpellingOfEachValue) {
  const NumberLanguage all({}, {}, {kAll});
  const NumberSpellings spellings(all, policy_of(Numbers::canonical));
  for (const char* in : {"0", "-1", "100", "0.5", "12.25", "1e32", "-1.5e32", "1e-32", "1.5e-31",
                         "1.23456789012345678901234567890123e0", "0.0000000000000000000000000000001",
                         "12345678901234567890123456789012", "1.23456789012345678901234567890123e-1"}) {
    EXPECT_TRUE(spellings.complete(in)) << in;
    EXPECT_TRUE(spellings.viable(in)) << in;
  }
  for (const char* out : {"-0", "1.0", "1e0", "1e31", "0.50", "1E32", "1e+32", "1e032", "10e31", "1.50e32",
                          "1e-31", "123456789012345678901234567890123", "0.00000000000000000000000000000001",
                          "1.2345678901234567890123456789012e0", "1.23456789012345678901234567890123",
                          "1.23456789012345678901234567890123e-0"}) {
    EXPECT_FALSE(spellings.complete(out)) << out;
  }
  for (const char* alive :
       {"-0.", "1e3", "1e-", "1.2345678901234567890123456789012", "1.50", "1.5e", "0.000"}) {
    EXPECT_TRUE(spellings.viable(alive)) << alive;
  }
  for (const char* dead : {"1e0", "1e-0", "12e", "1.0e", "0e", "1E", "1e+", "00", "-0e"})
    EXPECT_FALSE(spellings.viable(dead)) << dead;
}

TEST(NumberSpellingsTest, WhereTheRoundestNumberIsIntegralAFractionBesideItMayBeBelow) {
  const auto finish = [&](const char* low, const char* high, const char* prefix) {
    const NumberLanguage language({decimal(low), decimal(high)}, {kNone, kNone}, {kNone, kFractions, kNone});
    return NumberSpellings(language, policy_of(Numbers::json)).finish(prefix);
  };
  EXPECT_EQ(finish("117.5", "120.05", "1"), "19.9");    // 120.01 is longer
  EXPECT_EQ(finish("114.85", "115.005", "1"), "14.9");  // 115.001
  EXPECT_EQ(finish("114.97", "115.0005", "1"), "14.98");
  EXPECT_EQ(finish("114.9997", "115.05", "1"), "15.01");
  EXPECT_EQ(finish("115", "115.05", "115"), ".01");
}

TEST(NumberSpellingsTest, APointBeforeManyDigitsSavesALongExponent) {
  const std::string rest(100, '3');
  const NumberLanguage language = listed({"1.234567890" + rest});
  const NumberSpellings spellings(language, policy_of(Numbers::json));
  EXPECT_EQ(spellings.finish("1234567890"), "." + rest + "e-9");
  EXPECT_FALSE(NumberSpellings(language, policy_of(Numbers::json, 113)).viable("1234567890"));
  EXPECT_TRUE(NumberSpellings(language, policy_of(Numbers::json, 114)).viable("1234567890"));
}

TEST(NumberSpellingsTest, CanonicalExponentZeroHasNoSign) {
  const std::string digits = "1." + std::string(32, '7');
  const NumberLanguage language = listed({digits});
  const NumberSpellings spellings(language, policy_of(Numbers::canonical));
  EXPECT_EQ(spellings.finish(""), digits + "e0");
  EXPECT_TRUE(spellings.viable(digits + "e"));
  EXPECT_FALSE(spellings.viable(digits + "e-"));
  EXPECT_FALSE(spellings.viable(digits + "e00"));
}

TEST(NumberSpellingsTest, ManyLongPoints) {
  std::vector<Decimal> points;
  std::vector<NumberVerdict> at, between = {kNone};
  const std::string shared(1000, '7');
  for (int i = 0; i < 1500; ++i) {
    points.push_back(decimal("0." + shared + std::to_string(10'000 + 2 * i)));
    at.push_back(i % 3 == 0 ? kAll : kNone);
    between.push_back(i % 5 == 0 && i < 1499 ? kFractions : kNone);
  }
  const NumberLanguage language(points, at, between);
  for (const Numbers numbers : {Numbers::json, Numbers::plain}) {
    const NumberSpellings spellings(language, policy_of(numbers));
    EXPECT_TRUE(spellings.viable(""));
    EXPECT_TRUE(spellings.viable("0." + shared));
    EXPECT_TRUE(spellings.viable(shared + "1000"));
    EXPECT_FALSE(spellings.viable(shared + "2"));
    EXPECT_EQ(spellings.finish("0." + shared + "1"), "");  // 10000 without its zeros
    EXPECT_EQ(spellings.finish("0." + shared + "10001"), "");
    EXPECT_EQ(spellings.finish_bytes("0." + shared + "10002"), std::nullopt);
    EXPECT_EQ(spellings.finish_bytes(shared + "10006"), 6);
  }
}

TEST(NumberSpellingsTest, BytesToFinishAreKnownWithoutWritingThem) {
  const NumberLanguage language({decimal("1e1000000000")}, {kWords}, {kNone, kNone});
  const NumberSpellings spellings(language, policy_of(Numbers::plain));
  EXPECT_EQ(spellings.finish_bytes(""), 1'000'000'001);
  EXPECT_EQ(spellings.finish_bytes("1000"), 1'000'000'001 - 4);
  EXPECT_EQ(spellings.finish_bytes("2"), std::nullopt);
}

TEST(NumberSpellingsTest, EmptyLanguagesHaveNoPrefix) {
  const NumberLanguage none({}, {}, {kNone});
  const NumberLanguage gap({decimal("1.2"), decimal("1.8")}, {kNone, kNone}, {kNone, kIntegers, kNone});
  const NumberLanguage thin({decimal("1.2"), decimal("1.8")}, {kNone, kNone}, {kNone, kFractions, kNone});
  for (const Numbers numbers : {Numbers::json, Numbers::plain, Numbers::canonical}) {
    EXPECT_FALSE(NumberSpellings(none, policy_of(numbers)).viable(""));
    EXPECT_FALSE(NumberSpellings(gap, policy_of(numbers)).viable(""));
    EXPECT_FALSE(NumberSpellings(gap, policy_of(numbers)).viable("1"));
    EXPECT_EQ(NumberSpellings(thin, policy_of(numbers)).finish("1"), ".3");
    EXPECT_FALSE(NumberSpellings(thin, policy_of(numbers, 2)).viable(""));
  }
}

}  // namespace
}  // namespace lockstep::engine
