// How many numbers of a set there are, for sets of items that must differ: members are listed until there are
// enough.
#include <algorithm>

#include "lockstep/oracle/json_text/digits.h"
#include "lockstep/oracle/schema_prefix/number_member.h"
#include "lockstep/oracle/schema_prefix/number_set.h"

namespace lockstep::oracle {
namespace {

constexpr long kFarthest = 400;  // exponents that are counted with

// value / 10^unit as an integer, towards zero. `exact`: nothing was cut.
std::string in_units(const Decimal& value, long unit, bool& exact) {
  exact = true;
  if (value.is_zero()) return "0";
  const long zeros = std::stol(value.exponent) - unit;
  std::string digits = value.digits;
  if (zeros >= 0) {
    digits += std::string(static_cast<std::size_t>(zeros), '0');
  } else {
    exact = false;
    const auto cut = static_cast<std::size_t>(-zeros);
    digits = cut >= digits.size() ? "" : digits.substr(0, digits.size() - cut);
  }
  if (digits.empty()) return "0";
  return (value.negative ? "-" : "") + digits;
}

bool is_far(const std::optional<Decimal>& value) {
  return value && (value->exponent.size() > 5 || std::abs(std::stol(value->exponent)) > kFarthest);
}

// Without a bound on the length every member has a spelling.
std::size_t count_values(const NumberSet& set, std::size_t cap) {
  NumberSet above = set;
  above.at_least(Decimal{}, false);
  NumberSet below = set.mirrored();
  below.at_least(Decimal{}, true);
  const std::size_t count = count_members(above, cap);
  return count < cap ? count + count_members(below, cap - count) : count;
}

// Some of the set: far bounds are moved inwards where nearer ones are inside.
NumberSet without_far_bounds(NumberSet set) {
  for (const char* bound : {"-1e9", "0", "1e-9"}) {
    if (is_far(set.low)) set.at_least(parse_decimal(bound), false);
  }
  for (const char* bound : {"1e9", "0", "-1e-9"}) {
    if (is_far(set.high)) set.at_most(parse_decimal(bound), false);
  }
  return set;
}

// Members are listed, from one bound or from 0, and each is asked for a spelling.
// Without a step every distance is one: small ones between two bounds, else 1. Then the list is no proof that
// there are no others.
AmountRange count_spelled(const NumberSet& set, const OraclePolicy& policy, std::size_t cap) {
  const bool closed = set.step && set.low && set.high;
  Decimal step = set.step.value_or(parse_decimal("1"));
  if (!set.step && set.low && set.high) {
    long least = 0;
    for (const Decimal& bound : {*set.low, *set.high}) least = std::min(least, std::stol(bound.exponent));
    step = parse_decimal("1e" + std::to_string(least - 3));
  }
  const long unit = std::stol(step.exponent);
  bool exact = false;
  const bool down = !set.low && set.high;
  std::string k = in_units(down ? *set.high : set.low.value_or(Decimal{}), unit, exact);
  // To a multiple of the step, one before the first.
  const bool negative = k.front() == '-';
  const std::string size = negative ? k.substr(1) : natural(k);
  k = add_integer(k, (negative ? "" : "-") +
                         (remainder_of(size, step.digits).empty() ? "0" : remainder_of(size, step.digits)));
  const std::string forward = down ? "-" + step.digits : step.digits;
  k = add_integer(k, negate_integer(forward));
  AmountRange found;
  for (std::size_t tries = 2 * cap + 100; tries > 0 && found.least < cap; --tries) {
    const Decimal value = parse_decimal(k + "e" + std::to_string(unit));
    const bool past =
        down ? set.low && compare(value, *set.low) < 0 : set.high && compare(value, *set.high) > 0;
    if (past) {
      found.most = closed ? found.least : cap;
      return found;
    }
    if (set.holds(value)) {
      NumberSet one = NumberSet::only(value);
      one.word = set.word;
      one.not_word = set.not_word;
      if (number_begins("", one, policy).is_yes()) ++found.least;
    }
    k = add_integer(k, forward);
  }
  found.most = cap;
  return found;
}

}  // namespace

AmountRange count_numbers(const NumberSet& given, const OraclePolicy& policy, std::size_t cap) {
  NumberSet set = given;
  if (set.integral || set.word) set.multiple_of(parse_decimal("1"));
  if (!beyond_reach(set).empty()) return {0, cap};
  if (!policy.number_bytes) {
    const std::size_t count = count_values(set, cap);
    return {count, count};
  }
  const NumberSet some = without_far_bounds(set);
  if (is_far(set.step) || is_far(some.low) || is_far(some.high)) return {0, cap};
  AmountRange range = count_spelled(some, policy, cap);
  if (is_far(set.low) || is_far(set.high)) range.most = cap;
  return range;
}

}  // namespace lockstep::oracle
