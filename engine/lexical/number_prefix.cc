#include "lockstep/engine/lexical/number_prefix.h"

#include <algorithm>

#include "lockstep/engine/lexical/decimal.h"

namespace lockstep::engine {

bool NumberPrefix::take_digit(char c) {
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
      exponent_padded = exponent_padded || (exponent_digits > 0 && exponent == 0);
      ++exponent_digits;
      exponent = std::min(exponent * 10 + (c - '0'), kFarExponent);
      return true;
  }
  if (c != '0' || !digits.empty()) digits.push_back(c);
  return true;
}

bool NumberPrefix::take(char c) {
  if (c >= '0' && c <= '9') return take_digit(c);
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

std::optional<NumberPrefix> NumberPrefix::read(std::string_view text, Meter* meter) {
  constexpr std::size_t kAtOnce = std::size_t{1} << 14U;
  NumberPrefix out;
  for (std::size_t at = 0; at < text.size(); at += kAtOnce) {
    for (const char c : text.substr(at, kAtOnce)) {
      if (!out.take(c)) return std::nullopt;
    }
    pass_bytes(meter, 4 * std::min(kAtOnce, text.size() - at));
  }
  return out;
}

}  // namespace lockstep::engine
