// Spellings of one number with a far exponent. Where exponents are within what a NumberLanguage counts, it
// says the same of the language of that number alone.
#include "lockstep/engine/lexical/far_number.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "lockstep/engine/lexical/number_language.h"

namespace lockstep::engine {
namespace {

constexpr std::string_view kBytes = "0123456789+-.eE";
constexpr NumberVerdict kNone{};

struct Case {
  bool negative = false;
  std::string digits;
  std::string exponent;
};

NumberLanguage alone(const Case& one) {
  const Decimal value = Decimal::from_parts(one.negative, one.digits, std::stoll(one.exponent));
  return {{value}, {{false, true, true}}, {kNone, kNone}};
}

struct Counts {
  std::size_t compared = 0, viable = 0, complete = 0;
};

// A random way through the spellings, every byte tried at each place.
void walk(const Case& one, const Policy& policy, std::mt19937_64& random, Counts& counts) {
  const NumberLanguage language = alone(one);
  const NumberSpellings spellings(language, policy);
  const FarNumber number(one.negative, one.digits, one.exponent);
  NumberPrefix at;
  FarNumber::Spot spot;
  std::string text;
  ASSERT_EQ(spellings.start().has_value(),
            number.finish_bytes(spot, at, policy.numbers) <= spellings.room(at));
  if (!spellings.start()) return;
  while (text.size() < 60) {
    std::vector<std::pair<NumberPrefix, FarNumber::Spot>> next;
    std::string bytes;
    for (const char byte : kBytes) {
      const auto taken = spellings.taken(at, byte);
      if (!taken) continue;
      auto stepped = number.step(spot, at, byte, policy.numbers);
      if (stepped && number.finish_bytes(*stepped, *taken, policy.numbers) > spellings.room(*taken))
        stepped.reset();
      ++counts.compared;
      ASSERT_EQ(spellings.viable(*taken), stepped.has_value()) << text << byte;
      if (!stepped) continue;
      ++counts.viable;
      next.emplace_back(*taken, *stepped);
      bytes += byte;
    }
    ASSERT_EQ(spellings.complete(at), number.complete(spot, at)) << text;
    counts.complete += number.complete(spot, at) ? 1U : 0U;
    const std::string rest = number.finish(spot, at, policy.numbers);
    ASSERT_EQ(static_cast<std::int64_t>(rest.size()), number.finish_bytes(spot, at, policy.numbers)) << text;
    ASSERT_EQ(spellings.finish(at).size(), rest.size()) << text << " | " << rest;
    ASSERT_TRUE(spellings.complete(text + rest)) << text << " | " << rest;
    if (next.empty()) break;
    const std::size_t chosen = random() % next.size();
    text += bytes[chosen];
    at = next[chosen].first;
    spot = next[chosen].second;
  }
}

TEST(FarNumber, IsTheLanguageOfThatNumberAlone) {
  std::mt19937_64 random(20261201);
  const auto digits = [&] {
    std::string text(1 + random() % 4, '1');
    for (char& digit : text) digit = static_cast<char>('0' + random() % 10);
    text.front() = text.back() = static_cast<char>('1' + random() % 9);
    return text;
  };
  const std::vector<std::string> exponents = {"10000000000009", "10000000000000", "20000000000000",
                                              "19999999999999", "99999999999900", "12345678901234"};
  Counts counts;
  for (int round = 0; round < 1500; ++round) {
    Policy policy;
    policy.numbers = round % 3 == 0 ? Numbers::canonical : Numbers::json;
    if (round % 2 == 0) policy.number_bytes = 14 + static_cast<std::uint32_t>(random() % 12);
    const std::string sign = random() % 2 == 0 ? "-" : "";
    walk({random() % 2 == 0, digits(), sign + exponents[random() % exponents.size()]}, policy, random,
         counts);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(counts.compared, 100'000U);
  EXPECT_GT(counts.viable, 30'000U);
  EXPECT_GT(counts.complete, 200U);
}

// What is written of the mantissa moves the exponent across a power of ten, where all its digits change.
TEST(FarNumber, ExponentsOfAnySize) {
  const std::string zeros(30, '0'), nines(30, '9');
  struct Spelling {
    std::string digits, exponent, text;
  };
  const std::vector<Spelling> spellings = {
      {"12", "1" + zeros, "12e1" + zeros},
      {"12", "1" + zeros, "120e" + nines},
      {"12", "1" + zeros, "1.200e+001" + zeros.substr(1) + "1"},
      {"12", "-1" + zeros, "0.12e-" + nines.substr(1) + "8"},
      {"12", "-1" + zeros, "1200E-1" + zeros.substr(1) + "2"},
      {"7", nines, "0.07e1" + zeros.substr(1) + "1"},
      {"7", "5" + std::string(17, '0'), "700e4" + std::string(16, '9') + "8"},
      {"7", "1" + std::string(17, '0'), "70e" + std::string(17, '9')},
      {"7", std::string(17, '9'), "0.7e1" + std::string(17, '0')},
  };
  for (const Spelling& one : spellings) {
    const NumberLanguage any({Decimal()}, {kNone}, {kNone, {true, true, true}});
    const NumberSpellings grammar(any, Policy::spec());
    const FarNumber number(false, one.digits, one.exponent);
    NumberPrefix at;
    FarNumber::Spot spot;
    for (std::size_t i = 0; i < one.text.size(); ++i) {
      const bool digit_of_exponent = at.stage == NumberStage::exponent_digit && spot.matched > 0;
      for (char other = '0'; digit_of_exponent && other <= '9'; ++other)
        EXPECT_EQ(number.step(spot, at, other, Numbers::json).has_value(), other == one.text[i])
            << one.text << i;
      const auto next = number.step(spot, at, one.text[i], Numbers::json);
      ASSERT_TRUE(next) << one.text << " at " << i;
      EXPECT_FALSE(number.complete(spot, at));
      at = *grammar.taken(at, one.text[i]);
      spot = *next;
      if (spot.matched > 0) {
        EXPECT_EQ(one.text.substr(0, i + 1) + number.finish(spot, at, Numbers::json), one.text);
      }
    }
    EXPECT_TRUE(number.complete(spot, at)) << one.text;
    EXPECT_FALSE(number.step(spot, at, '0', Numbers::json)) << one.text;
  }
}

}  // namespace
}  // namespace lockstep::engine
