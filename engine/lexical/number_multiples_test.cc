// Multiples: every number text of at most five bytes against random languages in which the classes that up to
// three divisors make have verdicts of their own, in cells between random points; and single questions whose
// answers are plain.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lockstep/engine/lexical/number_compare_test.h"
#include "lockstep/engine/lexical/number_language.h"
#include "lockstep/engine/lexical/number_texts_test.h"

namespace lockstep::engine {
namespace {

using number_texts::compare_all;
using number_texts::kMostBytes;
using number_texts::Node;
using number_texts::order;
using number_texts::seed_of;
using number_texts::Value;
using number_texts::value_of;

Decimal decimal(std::string_view text) { return *Decimal::parse(text); }

Decimal decimal(Value value) {
  const bool negative = value.coefficient < 0;
  return Decimal::from_parts(negative, std::to_string(negative ? -value.coefficient : value.coefficient),
                             value.exponent);
}

// Divisors have at most four digits, values at most six.
bool is_multiple(Value value, Value divisor) {
  if (value.coefficient == 0) return true;
  int shift = value.exponent - divisor.exponent;
  if (shift < 0) {
    std::int64_t by = divisor.coefficient;
    for (; shift < 0; ++shift) {
      if (by > 1'000'000) return false;
      by *= 10;
    }
    return value.coefficient % by == 0;
  }
  std::int64_t rest = value.coefficient % divisor.coefficient;
  for (; shift > 0 && rest != 0; --shift) rest = rest * 10 % divisor.coefficient;
  return rest == 0;
}

struct Sample {
  std::vector<Value> points, divisors;
  std::vector<NumberVerdict> at;
  std::vector<CellVerdicts> between;
  std::shared_ptr<const Divisors> made;
  std::vector<Divisors::Bits> integers, fractions;

  NumberLanguage language() const {
    std::vector<Decimal> decimals;
    for (const Value& point : points) decimals.push_back(decimal(point));
    return {decimals, at, between, made};
  }

  NumberVerdict verdict(Value value) const {
    std::size_t i = 0;
    while (i < points.size() && order(points[i], value) < 0) ++i;
    if (i < points.size() && order(points[i], value) == 0) return at[i];
    Divisors::Bits bits;
    for (const Decimal& divisor : made->numbers()) {
      const auto of = [&](Value one) { return decimal(one) == divisor; };
      bits.push_back(is_multiple(value, *std::find_if(divisors.begin(), divisors.end(), of)));
    }
    const bool integral = value.exponent >= 0;
    const std::vector<Divisors::Bits>& kinds = integral ? integers : fractions;
    const auto found = std::find(kinds.begin(), kinds.end(), bits);
    EXPECT_NE(found, kinds.end()) << value.coefficient << "e" << value.exponent << " has no class";
    if (found == kinds.end()) return {};
    const auto kind = static_cast<std::size_t>(found - kinds.begin());
    return integral ? between[i].integers[kind] : between[i].fractions[kind];
  }

  bool contains(const Node& node) const {
    if (!node.number) return false;
    const NumberVerdict verdict = this->verdict(node.value);
    if (node.value.exponent < 0) return verdict.fraction;
    return node.plain ? verdict.plain_integer : verdict.other_integer;
  }
};

NumberVerdict random_verdict(std::mt19937& random, std::uint32_t percent) {
  NumberVerdict out;
  out.plain_integer = random() % 100 < percent;
  out.other_integer = random() % 100 < percent;
  out.fraction = random() % 100 < percent;
  return out;
}

Sample random_sample(std::mt19937& random) {
  static const std::vector<Value> kDivisors = {
      {7, 0},  {3, -1}, {2, 0},  {5, -1}, {4, 0},    {4, -2},  {25, 0},    {3, 1},  {15, -1}, {6, 0},  {1, 2},
      {1, -2}, {1, 0},  {1, 1},  {25, 1}, {125, -1}, {16, 0},  {64, -1},   {11, 0}, {9, 0},   {21, 0}, {1, 9},
      {3, 8},  {1, -9}, {7, -3}, {12, 0}, {99, 0},   {97, -1}, {1024, -3}, {9, -9}, {37, 5}};
  Sample out;
  for (std::size_t i = 1 + random() % 3; i > 0; --i) {
    const Value divisor = kDivisors[random() % kDivisors.size()];
    out.divisors.push_back(value_of(divisor.coefficient, divisor.exponent));
  }
  std::vector<Decimal> divisors;
  for (const Value& divisor : out.divisors) divisors.push_back(decimal(divisor));
  out.made = std::make_shared<const Divisors>(divisors);
  out.integers = *out.made->classes(true, 100);
  out.fractions = *out.made->classes(false, 100);

  const std::int64_t span = std::vector<std::int64_t>{3, 20, 150, 2000}[random() % 4];
  for (std::size_t i = random() % 4; i > 0; --i) {
    const auto coefficient =
        static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(2 * span + 1)) - span;
    const bool far = random() % 5 == 0;
    const int exponent = far ? static_cast<int>(random() % 80) - 40 : static_cast<int>(random() % 6) - 4;
    const Value point = value_of(coefficient, exponent);
    if (std::none_of(out.points.begin(), out.points.end(), [&](Value p) { return order(p, point) == 0; })) {
      out.points.push_back(point);
    }
  }
  std::sort(out.points.begin(), out.points.end(), [](Value a, Value b) { return order(a, b) < 0; });
  const std::uint32_t percent = std::vector<std::uint32_t>{8, 20, 50}[random() % 3];
  for (std::size_t i = 0; i < out.points.size(); ++i) out.at.push_back(random_verdict(random, percent));
  for (std::size_t i = 0; i <= out.points.size(); ++i) {
    CellVerdicts& cell = out.between.emplace_back();
    for (std::size_t k = 0; k < out.integers.size(); ++k)
      cell.integers.push_back(random_verdict(random, percent / 2));
    for (std::size_t k = 0; k < out.fractions.size(); ++k)
      cell.fractions.push_back(random_verdict(random, percent / 2));
  }
  return out;
}

std::string describe(const Sample& sample) {
  const auto bits = [](NumberVerdict v) {
    return std::string("[") + (v.plain_integer ? "p" : "-") + (v.other_integer ? "o" : "-") +
           (v.fraction ? "f]" : "-]");
  };
  const auto text = [](Value value) {
    return std::to_string(value.coefficient) + "e" + std::to_string(value.exponent);
  };
  std::string out = "divisors";
  for (const Decimal& divisor : sample.made->numbers()) {
    out += " " + divisor.digits() + "e" + std::to_string(divisor.exponent());
  }
  for (std::size_t i = 0; i < sample.between.size(); ++i) {
    out += "; integers";
    for (std::size_t k = 0; k < sample.integers.size(); ++k) {
      out += " ";
      for (const bool bit : sample.integers[k]) out += bit ? "1" : "0";
      out += bits(sample.between[i].integers[k]);
    }
    out += " fractions";
    for (std::size_t k = 0; k < sample.fractions.size(); ++k) {
      out += " ";
      for (const bool bit : sample.fractions[k]) out += bit ? "1" : "0";
      out += bits(sample.between[i].fractions[k]);
    }
    if (i < sample.points.size()) out += "; " + text(sample.points[i]) + bits(sample.at[i]);
  }
  return out;
}

TEST(NumberMultiplesTest, EveryShortPrefixIsViableExactlyWhenAShortMemberGoesOnFromIt) {
  std::mt19937 random(seed_of(6203));
  std::size_t compared = 0, alive = 0;
  for (int round = 0; round < 100 && !HasFailure(); ++round) {
    const Sample sample = random_sample(random);
    const std::size_t limit = round % 20 == 0 ? kMostBytes : 1 + random() % 4;
    compared += compare_all(sample, round % 4 == 3 ? Numbers::canonical : Numbers::json, limit);
    const NumberLanguage language = sample.language();
    alive += NumberSpellings(language, Policy::spec()).viable("") ? 1 : 0;
  }
  std::cout << compared << " comparisons, " << alive << " languages with a member\n";
  if (HasFailure()) return;
  EXPECT_GT(compared, 1'000'000U);
  EXPECT_GT(alive, 60U);
}

// Numbers from `low` to `high`, "" for all, that are multiples of each divisor; with `never`, of none.
NumberLanguage multiples(const std::vector<std::string>& divisors, std::string_view low,
                         std::string_view high, bool never = false, bool integral = false) {
  std::vector<Decimal> numbers;
  for (const std::string& divisor : divisors) numbers.push_back(decimal(divisor));
  const auto made = std::make_shared<const Divisors>(numbers);
  const auto verdict = [&](const Divisors::Bits& bits) {
    const bool in = never ? std::none_of(bits.begin(), bits.end(), [](bool bit) { return bit; })
                          : std::all_of(bits.begin(), bits.end(), [](bool bit) { return bit; });
    return NumberVerdict{in, in, in && !integral};
  };
  CellVerdicts none, within;
  for (const bool whole : {true, false}) {
    const std::vector<Divisors::Bits> kinds = *made->classes(whole, 100);
    for (const Divisors::Bits& bits : kinds) {
      (whole ? none.integers : none.fractions).emplace_back();
      (whole ? within.integers : within.fractions).push_back(verdict(bits));
    }
  }
  if (low.empty()) return {{}, {}, {within}, made};
  const Decimal first = decimal(low), last = decimal(high);
  if (first == last) return {{first}, {verdict(made->bits_of(first))}, {none, none}, made};
  return {{first, last},
          {verdict(made->bits_of(first)), verdict(made->bits_of(last))},
          {none, within, none},
          made};
}

struct Row {
  NumberLanguage language;
  std::vector<std::string> in;                           // members; each of their prefixes is viable
  std::vector<std::pair<std::string, std::size_t>> out;  // and where they die
};

void check(const std::vector<Row>& rows, const Policy& policy) {
  for (const Row& row : rows) {
    const NumberSpellings spellings(row.language, policy);
    for (const std::string& text : row.in) {
      EXPECT_TRUE(spellings.complete(text)) << text;
      for (std::size_t size = 0; size <= text.size(); ++size) {
        const std::string prefix = text.substr(0, size);
        ASSERT_TRUE(spellings.viable(prefix)) << text << " cut to " << size;
        const std::string whole = prefix + spellings.finish(prefix);
        EXPECT_TRUE(spellings.complete(whole)) << whole;
      }
    }
    for (const auto& [text, at] : row.out) {
      EXPECT_FALSE(spellings.complete(text)) << text;
      for (std::size_t size = 0; size <= text.size(); ++size) {
        EXPECT_EQ(spellings.viable(text.substr(0, size)), size <= at) << text << " cut to " << size;
      }
    }
  }
}

TEST(NumberMultiplesTest, WithinBoundsOnlyTheSpellingsOfTheMultiples) {
  const std::string many(80, '7');
  check(
      {{multiples({"7"}, "10", "20"),
        {"14", "14.0", "1.4e1", "140e-1", "0.14E+2", "14000000000000000e-15", "0.00014e5", "1.4e0001"},
        {{"13", 1}, {"1.3", 2}, {"15", 1}, {"2", 0}, {"14.1", 3}, {"14e1", 3}, {"0", 1}, {"0.15", 3}}},
       {multiples({"0.3"}, "0.1", "0.5"),
        {"0.3", "3e-1", "0.30", "30e-2"},
        {{"0.4", 2}, {"4", 0}, {"0.31", 3}}},
       {multiples({"0.3", "0.5"}, "-4", "-0.1"), {"-1.5", "-3", "-3.0", "-15e-1"}, {{"-2", 1}, {"-1.6", 3}}},
       {multiples({"9007199254740993"}, "1", "1e16"),
        {"9007199254740993", "9007199254740993.0", "90071992547409930e-1"},
        {{"9007199254740992", 15}, {"9007199254740994", 15}, {"18", 0}}},
       {multiples({many}, "1", many + "0"),
        {many, many + ".00", "0." + many + "e80", "1" + std::string(79, '5') + "4"},
        {{std::string(79, '7') + "8", 79}, {"1" + std::string(79, '5') + "5", 80}}},
       {multiples({"1e308"}, "1", "3e308"),
        {"1e308", "2E308", "3" + std::string(308, '0'), "0.1e309", "20e+307", "3000e305"},
        {{"1.5e308", 2}, {"1e307", 4}, {"4", 0}, {"1e309", 4}}},
       {multiples({"1e-8"}, "0", "1e-7"),
        {"1e-8", "0.00000007", "0", "0e5", "0.1e-6"},
        {{"1.5e-8", 2}, {"1e-9", 3}, {"11e-8", 1}}},
       {multiples({"123.456"}, "100", "500"), {"123.456", "246.912", "37036.8e-2"}, {{"123.457", 6}}}},
      Policy::spec());
}

TEST(NumberMultiplesTest, MultiplesWithoutBounds) {
  const std::string nines(30, '9');
  check({{multiples({"7"}, "", ""),
          {"7", "-21", "0", "-0.0", "14e5", "0.7e1", "13999999999999999999999999999999999999999999999999993",
           "1.4e" + nines, "70e-1", "0e" + nines},
          {{"7e-1", 3}, {"1.5e3", 3}, {"1.4e-1", 4}, {"0.14e-1", 5}, {"13e5", 2}}},
         {multiples({"1e308"}, "", ""), {"1e308", "1" + std::string(309, '0'), "123e400", "0"}, {{"1e-", 2}}},
         {multiples({"1e-8", "4"}, "", ""), {"4", "-8.0", "0.4e1", "2e1"}, {{"2e-1", 2}, {"1e-", 2}}}},
        Policy::spec());
  // In plain words nothing leads away from 3 but more digits.
  check({{multiples({"6"}, "", "", false, true),
          {"6", "36", "-12", "6.0", "1.2e1", "3e1"},
          {{"3e-", 2}, {"0.6e0-", 5}}}},
        Policy::spec());
}

TEST(NumberMultiplesTest, NumbersThatAreNoMultiples) {
  const Policy policy = Policy::spec();
  EXPECT_FALSE(NumberSpellings(multiples({"2"}, "4", "4", true, true), policy).viable(""));
  check(
      {{multiples({"2"}, "4", "6", true, true), {"5", "5.0", "0.5e1"}, {{"4", 0}, {"6", 0}, {"50e-2", 4}}},
       {multiples({"2", "3", "5"}, "24", "36", true, true),
        {"29", "31", "3.1e1"},
        {{"30", 1}, {"25", 1}, {"32", 1}, {"3.2", 2}, {"3e1", 1}}},
       {multiples({"10"}, "", "", true, true), {"1", "15", "1.5e1"}, {{"10e1", 3}, {"1e1", 2}, {"1.5e2", 4}}},
       {multiples({"0.01"}, "1", "1.01", true), {"1.001", "1.0099", "1001e-3"}, {{"1.01", 3}, {"1.00e", 4}}}},
      policy);
}

TEST(NumberMultiplesTest, ShortestCompletionsOfMultiples) {
  const auto finish = [](const NumberLanguage& language, const std::string& prefix, Numbers numbers) {
    Policy policy;
    policy.numbers = numbers;
    return NumberSpellings(language, policy).finish(prefix);
  };
  const NumberLanguage sevens = multiples({"7"}, "1000", "1e20");
  EXPECT_EQ(finish(sevens, "", Numbers::json), "7e3");
  EXPECT_EQ(finish(sevens, "1", Numbers::json), "400");
  EXPECT_EQ(finish(sevens, "1", Numbers::canonical), "400");
  EXPECT_EQ(finish(sevens, "3", Numbers::canonical), "500");
  const NumberLanguage prime = multiples({"9007199254740881"}, "", "");  // 2^53 - 111
  EXPECT_EQ(finish(prime, "5", Numbers::canonical), "4043195528445286");
  EXPECT_EQ(finish(prime, "-0.", Numbers::json), "0");
  EXPECT_EQ(finish(multiples({"0.3"}, "0.1", "0.5"), "0.", Numbers::canonical), "3");
  EXPECT_EQ(finish(multiples({"1e-9"}, "2", "3", true), "2", Numbers::canonical), ".0000000001");
}

TEST(DivisorsTest, ClassesAreThoseThatOccur) {
  const auto classes = [](const std::vector<std::string>& numbers, bool integral) {
    std::vector<Decimal> divisors;
    for (const std::string& number : numbers) divisors.push_back(decimal(number));
    std::set<std::string> out;
    const std::vector<Divisors::Bits> kinds = *Divisors(divisors).classes(integral, 1000);
    for (const Divisors::Bits& bits : kinds) {
      std::string word;
      for (const bool bit : bits) word += bit ? '1' : '0';
      out.insert(word);
    }
    return out;
  };
  using Set = std::set<std::string>;
  EXPECT_EQ(classes({"2", "4", "8"}, true), (Set{"000", "100", "110", "111"}));
  EXPECT_EQ(classes({"2", "3", "6"}, true), (Set{"000", "100", "010", "111"}));
  EXPECT_EQ(classes({"0.5", "0.25"}, true), (Set{"11"}));
  EXPECT_EQ(classes({"0.5", "0.25", "3"}, false), (Set{"000", "100", "110"}));
  EXPECT_EQ(classes({"4", "4.0", "1.5"}, true), (Set{"00", "10", "01", "11"}));
  const Divisors many({decimal("2"), decimal("3"), decimal("5"), decimal("7"), decimal("11")});
  EXPECT_EQ(many.classes(true, 32)->size(), 32U);
  EXPECT_FALSE(many.classes(true, 31).has_value());
}

TEST(DivisorsTest, MultiplesAreDecidedByValueWhateverTheExponent) {
  const Divisors divisors({decimal("0.01"), decimal("7"), decimal("1e308"), decimal("1.5")});
  const auto bits = [&](std::string_view text) {
    std::string out;
    const Divisors::Bits all = divisors.bits_of(Decimal::saturating(text));
    for (const bool bit : all) out += bit ? '1' : '0';
    return out;
  };
  EXPECT_EQ(bits("0"), "1111");
  EXPECT_EQ(bits("0.07"), "1000");
  EXPECT_EQ(bits("-21"), "1110");  // 0.01, 1.5, 7
  EXPECT_EQ(bits("21e-3"), "0000");
  EXPECT_EQ(bits("1e308"), "1001");
  EXPECT_EQ(bits("21e999999999999"), "1111");
  EXPECT_EQ(bits("21e-999999999999"), "0000");
}

TEST(DivisorsTest, SpanCountsPlacesAndDigits) {
  DivisorSpan span;
  span.add_divisor(decimal("1e-8"));
  EXPECT_EQ(span.places(), 8);
  span.add_number(decimal("-1e308"));
  EXPECT_EQ(span.places(), 316);
  span.add_number(decimal("1e-1000000"));
  EXPECT_EQ(span.places(), 316);
  DivisorSpan digits;
  digits.add_divisor(decimal(std::string(500, '7')));
  EXPECT_EQ(digits.places(), 500);
  DivisorSpan twos;
  twos.add_divisor(decimal("18446744073709551616"));
  EXPECT_EQ(twos.places(), 64);
}

}  // namespace
}  // namespace lockstep::engine
