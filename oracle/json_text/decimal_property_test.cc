#include <gtest/gtest.h>
// RapidCheck's GoogleTest header comes after GoogleTest.
#include <rapidcheck/gtest.h>

#include "lockstep/oracle/json_text/decimal.h"
#include "lockstep/oracle/json_text/text_generator.h"

namespace lockstep::oracle {
namespace {

// Small decimals that 64-bit integers can check: coefficient * 10^-scale.
struct Small {
  long long coefficient;
  int scale;

  std::string text() const { return std::to_string(coefficient) + "e-" + std::to_string(scale); }
  // In units of 10^-6.
  long long scaled() const {
    long long value = coefficient;
    for (int i = scale; i < 6; ++i) value *= 10;
    return value;
  }
};

Small draw_small() { return {*rc::gen::inRange<long long>(-5000, 5000), *rc::gen::inRange(0, 7)}; }

RC_GTEST_PROP(DecimalProperty, OrderAgreesWithIntegers, ()) {
  const Small a = draw_small();
  const Small b = draw_small();
  const Decimal x = parse_decimal(a.text());
  const Decimal y = parse_decimal(b.text());
  RC_ASSERT(compare(x, y) == (a.scaled() <=> b.scaled()));
  RC_ASSERT((x == y) == (a.scaled() == b.scaled()));
  RC_ASSERT(x.is_integer() == (a.scaled() % 1000000 == 0));
}

RC_GTEST_PROP(DecimalProperty, MultiplesAgreeWithIntegers, ()) {
  Small a = draw_small();
  Small b = draw_small();
  if (b.coefficient == 0) b.coefficient = 1;
  if (*rc::gen::arbitrary<bool>())
    a = {b.coefficient * *rc::gen::inRange(-20, 21), *rc::gen::inRange(0, b.scale + 1)};
  const Answer answer = is_multiple_of(parse_decimal(a.text()), parse_decimal(b.text()));
  RC_CLASSIFY(answer.is_yes(), "multiple");
  RC_ASSERT(answer.truth == (a.scaled() % b.scaled() == 0 ? Truth::yes : Truth::no));
}

RC_GTEST_PROP(DecimalProperty, OrderIsTotalAndAgreesWithEquality, ()) {
  const Decimal a = parse_decimal(*number_text());
  const Decimal b = parse_decimal(*number_text());
  const Decimal c = parse_decimal(*number_text());
  RC_ASSERT((compare(a, b) == 0) == (a == b));
  RC_ASSERT((compare(a, b) < 0) == (compare(b, a) > 0));
  if (compare(a, b) <= 0 && compare(b, c) <= 0) RC_ASSERT((compare(a, c) <= 0));
}

RC_GTEST_PROP(DecimalProperty, ShiftingThePointKeepsTheValue, ()) {
  const std::string digits = std::to_string(*rc::gen::inRange<long long>(1, 1000000000));
  const auto shift = *rc::gen::inRange<std::size_t>(0, 30);
  const int exponent = *rc::gen::inRange(-400, 400);
  // At least one digit before the point, `shift` digits and a superfluous zero behind it.
  std::string respelled =
      digits.size() > shift ? digits : std::string(shift + 1 - digits.size(), '0') + digits;
  respelled.insert(respelled.size() - shift, ".");
  respelled += "0e" + std::to_string(exponent);
  const std::string plain = digits + "e" + std::to_string(exponent - static_cast<int>(shift));
  RC_ASSERT(parse_decimal(respelled) == parse_decimal(plain));
}

RC_GTEST_PROP(DecimalProperty, AScaledNumberIsAMultipleOfItsParts, ()) {
  const std::string divisor_text = *number_text();
  const Decimal divisor = parse_decimal(divisor_text);
  RC_PRE(!divisor.is_zero());
  // divisor * 10^k, for k >= 0: only the exponent grows.
  Decimal value = divisor;
  value.exponent = std::to_string(std::stoll(divisor.exponent) + *rc::gen::inRange(0, 100000));
  RC_ASSERT(is_multiple_of(value, divisor).is_yes());
  RC_ASSERT(is_multiple_of(divisor, value).truth == (value == divisor ? Truth::yes : Truth::no));
}

}  // namespace
}  // namespace lockstep::oracle
