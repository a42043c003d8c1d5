// A half-written number taken apart. Internal to this folder.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lockstep/engine/base/meter.h"

namespace lockstep::engine {

// What of the number production of RFC 8259 section 6 has been written last.
enum class NumberStage : std::uint8_t {
  nothing,
  minus,
  zero,     // the integer part is "0"
  integer,  // the integer part is another
  point,
  fraction,
  exponent,  // "e" or "E"
  exponent_sign,
  exponent_digit
};

// Thread rules: a plain value.
struct NumberPrefix {
  NumberStage stage = NumberStage::nothing;
  bool negative = false;
  std::string digits;  // of integer part and fraction, without leading zeros
  std::int64_t integer_digits = 0;
  std::int64_t fraction_digits = 0;
  bool capital = false;       // "E"
  char exponent_sign = '\0';  // "+", "-" or none
  std::int64_t exponent = 0;  // the exponent's digits, no larger than kFarExponent
  std::int64_t exponent_digits = 0;
  bool exponent_padded = false;  // the exponent's digits begin with a superfluous 0

  // nullopt when no number begins so. Cost: the text once.
  static std::optional<NumberPrefix> read(std::string_view text, Meter* meter = nullptr);

  bool is_number() const {
    return stage == NumberStage::zero || stage == NumberStage::integer || stage == NumberStage::fraction ||
           stage == NumberStage::exponent_digit;
  }
  bool is_integer_word() const { return stage == NumberStage::zero || stage == NumberStage::integer; }
  bool has_exponent() const { return stage >= NumberStage::exponent; }
  std::int64_t signed_exponent() const { return exponent_sign == '-' ? -exponent : exponent; }
  // The place of the first of `digits` if the exponent is 0.
  std::int64_t lead() const { return static_cast<std::int64_t>(digits.size()) - fraction_digits - 1; }

 private:
  bool take(char c);
  bool take_digit(char c);
};

}  // namespace lockstep::engine
