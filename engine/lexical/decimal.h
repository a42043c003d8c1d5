// Exact decimals of JSON number texts: value = sign * coefficient * 10^exponent. The coefficient is a string
// of digits: comparing is all that bounds, enum and const need.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "lockstep/engine/base/meter.h"
#include "lockstep/engine/base/result.h"

namespace lockstep::engine {

inline constexpr std::int64_t kLargestExponent = 1'000'000'000;    // of a number of a schema, in lowest form
inline constexpr std::size_t kMostCoefficientDigits = 100'000;     // of a number of a schema, in lowest form
inline constexpr std::int64_t kFarExponent = 100'000'000'000'000;  // where Decimal::saturating stops counting

// In lowest form: the coefficient has no leading and no trailing zero; zero has no digits, exponent 0 and no
// sign. Bytes read are passed to a meter where there is one. Thread rules: immutable.
class Decimal {
 public:
  Decimal() = default;  // zero

  // A number of a schema; `text` matches the number production of RFC 8259. Error code: limit_number when in
  // lowest form the exponent is beyond +-10^9 or the coefficient beyond 100,000 digits: values that no bound
  // of a schema needs.
  static Result<Decimal> parse(std::string_view text, Meter* meter = nullptr);

  // A number of an instance, whose exponent may be of any size: `text` as above. An exponent beyond +-10^14
  // stops there. Exact against every Decimal that `parse` gives, sign and integrality included; two numbers
  // that both stopped compare as if they had the exponent where they stopped.
  static Decimal saturating(std::string_view text, Meter* meter = nullptr);

  // `digits` may have leading and trailing zeros.
  static Decimal from_parts(bool negative, std::string digits, std::int64_t exponent, Meter* meter = nullptr);

  bool negative() const { return negative_; }
  const std::string& digits() const { return digits_; }  // no leading or trailing zero; "" for zero
  std::int64_t exponent() const { return exponent_; }
  bool is_zero() const { return digits_.empty(); }
  bool is_integer() const { return exponent_ >= 0; }

  bool operator==(const Decimal&) const = default;
  std::strong_ordering operator<=>(const Decimal& other) const;  // exact, by value

 private:
  bool negative_ = false;
  std::string digits_;
  std::int64_t exponent_ = 0;
};

// Is a number spelled without a fraction and an exponent?
inline bool is_integer_word(std::string_view spelling) {
  return spelling.find_first_of(".eE") == std::string_view::npos;
}

}  // namespace lockstep::engine
