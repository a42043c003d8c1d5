#include "lockstep/engine/lexical/number_prefix.h"

#include <algorithm>

#include "lockstep/engine/lexical/decimal.h"

namespace lockstep::engine {

bool NumberPrefix::take_digit(char c, bool& significant) {
  switch (stage) {
    case NumberStage::nothing:
    case NumberStage::minus:
      stage = c == '0' ? NumberStage::zero : NumberStage::integer;
      ++integer_digits;
      break;
    case NumberStage::zero:
      return false;
    case NumberStage::integer:
      ++integer_digits;
      break;
    case NumberStage::point:
    case NumberStage::fraction:
      stage = NumberStage::fraction;
      ++fraction_digits;
      break;
    default:
      stage = NumberStage::exponent_digit;
      exponent_padded = exponent_padded || (exponent_begun && exponent == 0);
      exponent_begun = true;
      exponent = std::min(exponent * 10 + (c - '0'), kFarExponent);
      return true;
  }
  significant = c != '0' || digits.size > 0;
  return true;
}

bool NumberPrefix::take(char c, bool& significant) {
  significant = false;
  if (c >= '0' && c <= '9') return take_digit(c, significant);
  const bool whole = stage == NumberStage::zero || stage == NumberStage::integer;
  if (c == '-' && stage == NumberStage::nothing) {
    negative = true;
    stage = NumberStage::minus;
    return true;
  }
  if (c == '.' && whole) {
    stage = NumberStage::point;
    return true;
  }
  if ((c == 'e' || c == 'E') && (whole || stage == NumberStage::fraction)) {
    capital = c == 'E';
    stage = NumberStage::exponent;
    return true;
  }
  if ((c == '+' || c == '-') && stage == NumberStage::exponent) {
    exponent_sign = c;
    stage = NumberStage::exponent_sign;
    return true;
  }
  return false;
}

std::uint64_t NumberPrefix::hash() const {
  std::uint64_t out = static_cast<std::uint64_t>(stage) | (negative ? 16U : 0U) | (capital ? 32U : 0U) |
                      (exponent_padded ? 64U : 0U) | (exponent_begun ? 128U : 0U);
  const auto mix = [&](std::uint64_t value) {
    out = (out ^ value) * 0x9E3779B97F4A7C15U;
    out ^= out >> 29U;
  };
  mix(static_cast<std::uint64_t>(exponent_sign));
  mix(static_cast<std::uint64_t>(digits.size));
  mix(static_cast<std::uint64_t>(digits.trailing));
  mix(std::uint64_t{digits.spot.low} << 32U | digits.spot.high);
  mix(low_bits(digits.residues.all));
  mix(low_bits(digits.residues.stripped));
  mix(static_cast<std::uint64_t>(bytes));
  mix(static_cast<std::uint64_t>(integer_digits));
  mix(static_cast<std::uint64_t>(fraction_digits));
  mix(static_cast<std::uint64_t>(exponent));
  return out;
}

std::size_t NumberPrefix::heap_bytes() const {
  return heap_bytes_of(digits.residues.all) + heap_bytes_of(digits.residues.stripped);
}

}  // namespace lockstep::engine
