// Numbers byte by byte: what a step says is what is said of the whole text, of any length, and texts with
// equal futures are one state.
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/engine/lexical/number_language.h"
#include "lockstep/engine/lexical/number_texts_test.h"

namespace lockstep::engine {
namespace {

constexpr NumberVerdict kNone{};
constexpr NumberVerdict kAll{true, true, true};
constexpr NumberVerdict kWords{true, false, false};

Decimal decimal(std::string_view text) { return *Decimal::parse(text); }

Policy policy_of(Numbers numbers, std::optional<std::uint32_t> bytes = std::nullopt) {
  Policy out;
  out.numbers = numbers;
  out.number_bytes = bytes;
  return out;
}

NumberLanguage multiples_of(std::string_view divisor) {
  const auto divisors = std::make_shared<const Divisors>(std::vector{decimal(divisor)});
  CellVerdicts cell;
  for (const bool integral : {true, false}) {
    const std::vector<Divisors::Bits> kinds = *divisors->classes(integral, 10);
    for (const Divisors::Bits& bits : kinds) {
      (integral ? cell.integers : cell.fractions).push_back(bits[0] ? kAll : kNone);
    }
  }
  return {{}, {}, {cell}, divisors};
}

std::optional<NumberPrefix> stepped(const NumberSpellings& spellings, std::string_view text) {
  std::optional<NumberPrefix> at = spellings.start();
  for (std::size_t i = 0; at && i < text.size(); ++i) at = spellings.step(*at, text[i]);
  return at;
}

TEST(NumberStepTest, StepsSayWhatIsSaidOfTheText) {
  const NumberLanguage bounded({decimal("-0.25"), decimal("12"), decimal("1200")}, {kAll, kNone, kAll},
                               {kNone, kAll, kWords, kNone});
  const NumberLanguage sevens = multiples_of("0.7");
  std::size_t compared = 0, alive = 0;
  for (const NumberLanguage* language : {&bounded, &sevens}) {
    for (const Numbers numbers : {Numbers::json, Numbers::canonical}) {
      for (const std::optional<std::uint32_t> bytes : {std::optional<std::uint32_t>(), std::optional(4U)}) {
        const NumberSpellings spellings(*language, policy_of(numbers, bytes));
        for (const number_texts::Node& node : number_texts::all_texts()) {
          if (node.text.size() > 4) continue;
          const std::optional<NumberPrefix> at = stepped(spellings, node.text);
          EXPECT_EQ(at.has_value(), spellings.viable(node.text)) << node.text;
          EXPECT_EQ(at && spellings.complete(*at), spellings.complete(node.text)) << node.text;
          ++compared;
          if (!at) continue;
          ++alive;
          EXPECT_EQ(spellings.finish(*at), spellings.finish(node.text)) << node.text;
        }
      }
    }
  }
  EXPECT_GT(compared, 50'000U);
  EXPECT_GT(alive, 10'000U);
}

// Ones alone are a multiple of 7 iff their number is one of 6.
TEST(NumberStepTest, AHundredThousandDigits) {
  constexpr std::size_t kDigits = 100'000;
  const NumberLanguage sevens = multiples_of("7");
  const NumberSpellings spellings(sevens, policy_of(Numbers::json));
  std::optional<NumberPrefix> at = spellings.start();
  std::size_t members = 0;
  for (std::size_t n = 1; n <= kDigits; ++n) {
    at = spellings.step(*at, '1');
    ASSERT_TRUE(at);
    const bool member = spellings.complete(*at);
    ASSERT_EQ(member, n % 6 == 0) << n;
    members += member ? 1 : 0;
  }
  EXPECT_EQ(members, kDigits / 6);
  EXPECT_EQ(spellings.finish(*at), "6");  // 11116 is a multiple, and 100,000 is four more than one of 6
  // Not a multiple with these digits alone, whatever the exponent.
  EXPECT_FALSE(spellings.step(*at, 'e'));
  at = spellings.step(*spellings.step(*at, '1'), '1');
  ASSERT_TRUE(at && spellings.complete(*at));
  for (const char byte : std::string("e-")) at = spellings.step(*at, byte);
  EXPECT_TRUE(spellings.step(*at, '0'));
  EXPECT_FALSE(spellings.step(*at, '1'));
}

TEST(NumberStepTest, LongNumbersWithinBounds) {
  const NumberLanguage language({decimal("1"), decimal("1.2")}, {kNone, kNone}, {kNone, kAll, kNone});
  const NumberSpellings spellings(language, policy_of(Numbers::json));
  std::optional<NumberPrefix> at = stepped(spellings, "1");
  for (int i = 0; i < 50'000; ++i) at = spellings.step(*at, '0');
  ASSERT_TRUE(at);
  EXPECT_FALSE(spellings.complete(*at));
  EXPECT_EQ(spellings.finish(*at), "1e-50001");
  at = spellings.step(*at, '3');
  EXPECT_EQ(spellings.finish(*at), "e-50001");
  const std::string deep = "e-5000";
  for (const char byte : deep) at = spellings.step(*at, byte);
  ASSERT_TRUE(at);
  EXPECT_FALSE(spellings.step(*at, '0'));
  EXPECT_TRUE(spellings.complete(*spellings.step(*at, '1')));
}

TEST(NumberStepTest, TextsWithEqualFuturesAreOneState) {
  const auto equal = [](const NumberLanguage& language, const Policy& policy, std::string_view a,
                        std::string_view b) {
    const NumberSpellings spellings(language, policy);
    const std::optional<NumberPrefix> left = stepped(spellings, a), right = stepped(spellings, b);
    EXPECT_TRUE(left && right) << a << " " << b;
    EXPECT_TRUE(*left != *right || left->hash() == right->hash());
    return *left == *right;
  };
  const NumberLanguage all({}, {}, {kAll});
  EXPECT_TRUE(equal(all, policy_of(Numbers::json), "1", "-234"));
  EXPECT_TRUE(equal(all, policy_of(Numbers::json), "1.5e+07", "0.0E-1"));
  EXPECT_FALSE(equal(all, policy_of(Numbers::json, 40), "1", "12"));
  EXPECT_TRUE(equal(all, policy_of(Numbers::json, 40), "13", "27"));
  const NumberLanguage words({}, {}, {kWords});
  EXPECT_TRUE(equal(words, policy_of(Numbers::plain), "7", "123456"));
  const NumberLanguage bounded({decimal("200"), decimal("600")}, {kAll, kAll}, {kNone, kAll, kNone});
  EXPECT_TRUE(equal(bounded, policy_of(Numbers::json), "3", "4"));
  EXPECT_FALSE(equal(bounded, policy_of(Numbers::json), "2", "3"));
  EXPECT_FALSE(equal(bounded, policy_of(Numbers::json), "3", "6"));
  const NumberLanguage sevens = multiples_of("7");
  EXPECT_TRUE(equal(sevens, policy_of(Numbers::json), "31", "52"));
  EXPECT_FALSE(equal(sevens, policy_of(Numbers::json), "31", "53"));
}

}  // namespace
}  // namespace lockstep::engine
