// Bounds, whole spellings, and the sign; the search over the digits that follow is in number_tail.cc.
#include "lockstep/oracle/schema_prefix/number_set.h"

#include <algorithm>

#include "lockstep/oracle/json_text/digits.h"
#include "lockstep/oracle/json_text/json_number.h"
#include "lockstep/oracle/schema_prefix/multiples.h"
#include "lockstep/oracle/schema_prefix/number_tail.h"

namespace lockstep::oracle {
namespace {

constexpr std::size_t kMostDigits = 2000;
constexpr std::string_view kFarthest = "1000000000000000";  // so that sums of exponents fit a long
constexpr std::size_t kMostNotSteps = 8;

bool in_reach(const Decimal& value) {
  const bool below = value.exponent.front() == '-';
  const std::string size = below ? value.exponent.substr(1) : value.exponent;
  return compare_integer(size, kFarthest) <= 0 && value.digits.size() <= kMostDigits;
}

bool in_reach(const std::optional<Decimal>& value) { return !value || in_reach(*value); }

bool in_reach(const std::vector<Decimal>& values) {
  return std::all_of(values.begin(), values.end(), [](const Decimal& value) { return in_reach(value); });
}

Decimal negated(Decimal value) {
  if (!value.is_zero()) value.negative = !value.negative;
  return value;
}

Answer with_sign(std::string_view prefix, const NumberSet& set, const OraclePolicy& policy) {
  const bool negative = prefix.front() == '-';
  if (negative) prefix.remove_prefix(1);
  NumberSet magnitudes = negative ? set.mirrored() : set;
  // -0 is 0 (4.4): a spelling of zero like another, but not the canonical one.
  magnitudes.at_least(Decimal{}, negative && policy.numbers == NumberRule::canonical);
  std::optional<std::size_t> room;  // bytes of the whole number without its sign
  if (policy.number_bytes) room = *policy.number_bytes - (negative ? 1U : 0U);
  return magnitude_begins(prefix, magnitudes, policy.numbers, room);
}

}  // namespace

NumberSet NumberSet::only(const Decimal& value) {
  NumberSet set;
  set.low = value;
  set.high = value;
  return set;
}

void NumberSet::at_least(const Decimal& bound, bool open) {
  const auto order = low ? compare(bound, *low) : std::strong_ordering::greater;
  if (order < 0) return;
  low_open = order == 0 ? low_open || open : open;
  low = bound;
}

void NumberSet::at_most(const Decimal& bound, bool open) {
  const auto order = high ? compare(bound, *high) : std::strong_ordering::less;
  if (order > 0) return;
  high_open = order == 0 ? high_open || open : open;
  high = bound;
}

void NumberSet::multiple_of(const Decimal& divisor) {
  step = step ? least_common_multiple(*step, divisor) : divisor;
}

NumberSet NumberSet::mirrored() const {
  NumberSet out = *this;
  out.low = high ? std::optional(negated(*high)) : std::nullopt;
  out.high = low ? std::optional(negated(*low)) : std::nullopt;
  out.low_open = high_open;
  out.high_open = low_open;
  for (Decimal& value : out.excluded) value = negated(value);
  return out;
}

bool NumberSet::holds(const Decimal& value) const {
  if (low && (low_open ? compare(value, *low) <= 0 : compare(value, *low) < 0)) return false;
  if (high && (high_open ? compare(value, *high) >= 0 : compare(value, *high) > 0)) return false;
  const auto divides_it = [&value](const Decimal& divisor) {
    return is_multiple_of(value, divisor).is_yes();
  };
  return (!integral || value.is_integer()) && (!step || divides_it(*step)) &&
         std::none_of(not_steps.begin(), not_steps.end(), divides_it) &&
         std::find(excluded.begin(), excluded.end(), value) == excluded.end();
}

bool is_integer_word(std::string_view text) {
  return is_json_number(text) && text.find_first_of(".eE") == std::string_view::npos;
}

std::string canonical_spelling(const Decimal& value) {
  if (value.is_zero()) return "0";
  const std::string sign = value.negative ? "-" : "";
  const std::string& d = value.digits;
  const std::size_t n = d.size();
  if (!needs_exponent(n, value.exponent)) {
    const long k = std::stol(value.exponent);
    if (k >= 0) return sign + d + std::string(static_cast<std::size_t>(k), '0');
    const auto places = static_cast<std::size_t>(-k);
    if (places < n) return sign + d.substr(0, n - places) + "." + d.substr(n - places);
    return sign + "0." + std::string(places - n, '0') + d;
  }
  const std::string fraction = n > 1 ? "." + d.substr(1) : "";
  return sign + d.substr(0, 1) + fraction + "e" + add_integer(value.exponent, integer_of(n - 1));
}

bool admits_spelling(std::string_view number, const OraclePolicy& policy) {
  if (policy.number_bytes && number.size() > *policy.number_bytes) return false;
  return policy.numbers != NumberRule::canonical || canonical_spelling(parse_decimal(number)) == number;
}

std::string beyond_reach(const NumberSet& set) {
  if (!in_reach(set.low) || !in_reach(set.high)) return "number_bounds: beyond 2000 digits, or 10^(10^15)";
  const bool reached = in_reach(set.step) && in_reach(set.not_steps) && in_reach(set.excluded);
  return reached && set.not_steps.size() <= kMostNotSteps ? "" : "number_divisors";
}

Answer number_begins(std::string_view prefix, const NumberSet& given, const OraclePolicy& policy) {
  NumberSet set = given;
  if (set.integral || set.word) set.multiple_of(parse_decimal("1"));
  if (std::string reason = beyond_reach(set); !reason.empty()) return Answer::unknown(std::move(reason));
  if (!prefix.empty()) return with_sign(prefix, set, policy);
  Answer any = with_sign("-", set, policy);
  for (char digit = '0'; digit <= '9' && !any.is_yes(); ++digit) {
    any = either(any, with_sign(std::string(1, digit), set, policy));
  }
  return any;
}

}  // namespace lockstep::oracle
