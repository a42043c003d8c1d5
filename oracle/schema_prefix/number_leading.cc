#include "lockstep/oracle/schema_prefix/number_leading.h"

#include <algorithm>
#include <set>

#include "lockstep/oracle/json_text/digits.h"

namespace lockstep::oracle {
namespace {

constexpr long kPlainDigits = 32;  // 4.4

// Those magnitudes that decide for all of the range. The bounds cut only the first and the last; without a
// step every other one hits. With a step none below that of the step hits, and some way above it the row of
// multiples is so long that all magnitudes hit, or none does.
std::set<long> deciding(const std::string& c, const NumberSet& set, Magnitudes range) {
  std::set<long> out;
  if (!set.low->is_zero()) range.first = std::max(range.first, magnitude(*set.low));
  if (set.high)
    range.last = set.high->is_zero() ? range.first - 1 : std::min(range.last, magnitude(*set.high));
  long enough = 1;
  if (set.step) {
    range.first = std::max(range.first, magnitude(*set.step));
    const std::size_t row = row_with(1, set.excluded.size()) + 1;
    enough = static_cast<long>(c.size() + integer_of(row).size());
  }
  for (long m = range.first; m <= std::min(range.last, range.first + enough); ++m) out.insert(m);
  for (long m = std::max(range.first, range.last - 1); m <= range.last; ++m) out.insert(m);
  return out;
}

// The numbers of the set that begin with c and have this magnitude.
NumberSet of_magnitude(const std::string& c, const NumberSet& set, long m) {
  const long unit = m - static_cast<long>(c.size());
  NumberSet out = set;
  out.at_least(scaled(c, unit), false);
  out.at_most(scaled(add_natural(c, "1"), unit), true);
  return out;
}

}  // namespace

bool leading_digits_hit(const std::string& c, const NumberSet& set, const Magnitudes& range) {
  const std::set<long> magnitudes = deciding(c, set, range);
  return std::any_of(magnitudes.begin(), magnitudes.end(),
                     [&](long m) { return has_member(of_magnitude(c, set, m)); });
}

// A number d * 10^k of n digits needs its exponent where the plain form has more than 32 digits: it is 10^32
// or more, or from 1 on has n > 32, or below 1 has -k > 31. With its magnitude m = n + k: m > 32, or it is no
// multiple of 10^(m - 32), or no multiple of 10^-31.
bool leading_digits_hit_with_exponent(const std::string& c, bool more, const NumberSet& set) {
  std::set<long> magnitudes;
  magnitudes.merge(deciding(c, set, {-kAnySize, 0}));
  for (long m = 1; m <= kPlainDigits; ++m) magnitudes.merge(deciding(c, set, {m, m}));
  magnitudes.merge(deciding(c, set, {kPlainDigits + 1, kAnySize}));
  return std::any_of(magnitudes.begin(), magnitudes.end(), [&](long m) {
    NumberSet some = of_magnitude(c, set, m);
    if (m <= kPlainDigits) some.no_multiple_of(scaled("1", std::max(m - kPlainDigits, 1 - kPlainDigits)));
    if (more) some.exclude(scaled(c, m - static_cast<long>(c.size())));
    return has_member(some);
  });
}

}  // namespace lockstep::oracle
