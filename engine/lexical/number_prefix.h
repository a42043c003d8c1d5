// A half-written number, as far as its future is concerned. Internal to this folder, save that users keep it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lockstep/engine/lexical/number_block.h"

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

// The text itself is forgotten. Of one size whatever the text's length, save for residues, which are as long
// as the digits of the divisors. Thread rules: a plain value.
struct NumberPrefix {
  NumberStage stage = NumberStage::nothing;
  bool negative = false;
  bool capital = false;          // "E"
  bool exponent_padded = false;  // the exponent's digits begin with a superfluous 0
  bool exponent_begun = false;   // the exponent has a digit
  char exponent_sign = '\0';     // "+", "-" or none
  Significand digits;            // of integer part and fraction, without leading zeros
  std::int64_t bytes = 0;        // written, where the policy counts them
  std::int64_t integer_digits = 0;
  std::int64_t fraction_digits = 0;
  std::int64_t exponent = 0;  // the exponent's digits, no larger than kFarExponent

  // Everything but `digits` and `bytes`; false when no number goes on so. `significant`: the byte is a digit
  // to be counted in `digits`.
  bool take(char c, bool& significant);

  bool operator==(const NumberPrefix&) const = default;
  std::uint64_t hash() const;
  std::size_t heap_bytes() const;

  bool is_number() const {
    return stage == NumberStage::zero || stage == NumberStage::integer || stage == NumberStage::fraction ||
           stage == NumberStage::exponent_digit;
  }
  bool is_integer_word() const { return stage == NumberStage::zero || stage == NumberStage::integer; }
  bool has_exponent() const { return stage >= NumberStage::exponent; }
  std::int64_t signed_exponent() const { return exponent_sign == '-' ? -exponent : exponent; }
  // The place of the first of `digits` if the exponent is 0.
  std::int64_t lead() const { return digits.size - fraction_digits - 1; }
  // The decimal exponent of the digits as an integer, zeros at its end left out.
  std::int64_t last_place() const { return signed_exponent() - fraction_digits + digits.trailing; }

 private:
  bool take_digit(char c, bool& significant);
};

}  // namespace lockstep::engine
