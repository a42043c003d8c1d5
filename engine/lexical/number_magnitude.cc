#include "lockstep/engine/lexical/number_magnitude.h"

#include <algorithm>

namespace lockstep::engine {

int Magnitude::digit(std::int64_t place) const {
  if (digits.empty() || place < exponent || place > lead()) return 0;
  return digits[static_cast<std::size_t>(lead() - place)] - '0';
}

bool Magnitude::has_below(std::int64_t place) const {
  if (digits.empty() || place <= exponent) return false;
  const std::size_t from = place > lead() ? 0 : static_cast<std::size_t>(lead() - place) + 1;
  return digits.find_first_not_of('0', from) != std::string_view::npos;
}

std::strong_ordering compare(Magnitude a, Magnitude b) {
  if (a.is_zero() || b.is_zero()) return b.is_zero() <=> a.is_zero();
  if (a.lead() != b.lead()) return a.lead() <=> b.lead();
  const std::size_t shared = std::min(a.digits.size(), b.digits.size());
  const int order = a.digits.substr(0, shared).compare(b.digits.substr(0, shared));
  if (order != 0) return order <=> 0;
  if (a.digits.find_first_not_of('0', shared) != std::string_view::npos) return std::strong_ordering::greater;
  if (b.digits.find_first_not_of('0', shared) != std::string_view::npos) return std::strong_ordering::less;
  return std::strong_ordering::equal;
}

OwnedMagnitude roundest_between(Magnitude low, Magnitude high) {
  std::int64_t place = high.lead();
  while (low.digit(place) == high.digit(place)) --place;
  if (low.digit(place) + 1 == high.digit(place) && !high.has_below(place)) {
    do --place;
    while (low.digit(place) == 9);
  }
  OwnedMagnitude out;
  for (std::int64_t at = std::max(low.lead(), place); at >= place; --at) {
    out.digits.push_back(static_cast<char>('0' + low.digit(at)));
  }
  ++out.digits.back();
  out.exponent = place;
  return out;
}

bool exceeds_by(Magnitude high, Magnitude low, std::int64_t place) {
  if (high.lead() != low.lead()) return true;
  const std::int64_t last = std::max(place + 1, std::min(high.exponent, low.exponent));
  for (std::int64_t at = high.lead(); at >= last; --at) {
    if (high.digit(at) != low.digit(at)) return true;
  }
  const int digit = high.digit(place);
  return digit > 1 || (digit == 1 && high.has_below(place));
}

OwnedMagnitude lowered(Magnitude number, std::int64_t place) {
  OwnedMagnitude out{std::string(number.digits), place};
  out.digits.append(static_cast<std::size_t>(number.exponent - place), '0');
  std::size_t at = out.digits.size() - 1;
  for (; out.digits[at] == '0'; --at) out.digits[at] = '9';
  --out.digits[at];
  return out;
}

}  // namespace lockstep::engine
