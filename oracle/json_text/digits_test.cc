#include "lockstep/oracle/json_text/digits.h"

#include <gtest/gtest.h>

namespace lockstep::oracle {
namespace {

// A natural number in the form of this file: zero is "".
std::string text_of(int value) { return value == 0 ? "" : std::to_string(value); }

TEST(Digits, AgreeWithMachineArithmeticOnSmallNumbers) {
  std::size_t compared = 0;
  for (int a = 0; a <= 120; ++a) {
    for (int b = 0; b <= 120; ++b) {
      EXPECT_EQ(add_natural(text_of(a), text_of(b)), text_of(a + b));
      if (a >= b) {
        EXPECT_EQ(subtract_natural(text_of(a), text_of(b)), text_of(a - b));
      }
      EXPECT_EQ(compare_natural(text_of(a), text_of(b)), a <=> b);
      if (b > 0) {
        EXPECT_EQ(divides(text_of(b), text_of(a), 0), a % b == 0) << a << " " << b;
      }
      if (b > 0) {
        EXPECT_EQ(divides(text_of(b), text_of(a), 2), a * 100 % b == 0) << a << " " << b;
      }
      if (b > 0) {
        EXPECT_EQ(remainder_of(text_of(a), text_of(b)), text_of(a % b)) << a << " " << b;
        EXPECT_EQ(quotient_of(text_of(a), text_of(b)), text_of(a / b)) << a << " " << b;
      }
      EXPECT_EQ(multiply_natural(text_of(a), text_of(b)), text_of(a * b)) << a << " " << b;
      ++compared;
    }
  }
  EXPECT_EQ(compared, 14641U);
}

TEST(Digits, AddIntegersOfAnySign) {
  std::size_t compared = 0;
  for (int a = -60; a <= 60; ++a) {
    EXPECT_EQ(negate_integer(std::to_string(a)), std::to_string(-a));
    for (int b = -60; b <= 60; ++b) {
      EXPECT_EQ(add_integer(std::to_string(a), std::to_string(b)), std::to_string(a + b));
      EXPECT_EQ(compare_integer(std::to_string(a), std::to_string(b)), a <=> b);
      ++compared;
    }
  }
  EXPECT_EQ(compared, 14641U);
}

TEST(Digits, CarryAndBorrowAcrossLongNumbers) {
  const std::string nines(1000, '9');
  const std::string power = "1" + std::string(1000, '0');
  EXPECT_EQ(add_natural(nines, "1"), power);
  EXPECT_EQ(subtract_natural(power, "1"), nines);
  EXPECT_EQ(subtract_natural(power, power), "");
  EXPECT_TRUE(divides(nines, nines + nines, 0));
  EXPECT_FALSE(divides(nines, nines + power, 0));
  EXPECT_EQ(multiply_natural(nines, nines), std::string(999, '9') + "8" + std::string(999, '0') + "1");
  EXPECT_EQ(quotient_of(multiply_natural(nines, power), nines), power);
}

TEST(Digits, ParseIntegersInAnySpelling) {
  EXPECT_EQ(parse_integer("007"), "7");
  EXPECT_EQ(parse_integer("+10"), "10");
  EXPECT_EQ(parse_integer("-0"), "0");
  EXPECT_EQ(parse_integer("-00120"), "-120");
  EXPECT_EQ(natural("000"), "");
  EXPECT_EQ(natural("0100"), "100");
}

}  // namespace
}  // namespace lockstep::oracle
