// Exact decimals of JSON number texts: value = sign * coefficient * 10^exponent. The only file that knows which library
// multiplies.
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "lockstep/engine/base/result.h"

namespace lockstep::engine {

// In lowest form: the coefficient has no trailing zero; zero is coefficient "0", exponent 0. Copies are cheap.
// Thread rules: immutable.
class Decimal {
 public:
  Decimal();  // zero

  // `text` matches the number production of RFC 8259. Error code: limit_number when the exponent is beyond
  // +-10^9 or the coefficient beyond 100,000 digits: values that no bound of a schema needs.
  static Result<Decimal> parse(std::string_view text);
  // The number of an instance: exponents beyond +-10^10 are as good as that, since no bound of a schema is near.
  static Decimal of_instance(std::string_view text);
  static Decimal from_parts(bool negative, std::string digits, std::int64_t exponent);

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

}  // namespace lockstep::engine
