// The exponent of a number: which exponents a set of numbers leaves, and which of them begin with some bytes.
#include <algorithm>

#include "lockstep/oracle/json_text/digits.h"
#include "lockstep/oracle/schema_prefix/multiples.h"
#include "lockstep/oracle/schema_prefix/number_tail.h"

namespace lockstep::oracle {
namespace {

// 10^(that - 1) <= value < 10^that; the exponent is in reach.
long magnitude(const Decimal& value) {
  return static_cast<long>(value.digits.size()) + std::stol(value.exponent);
}

Decimal shifted(const Decimal& value, long by) {
  Decimal out = value;
  out.exponent = add_integer(out.exponent, std::to_string(by));
  return out;
}

// The range in pieces, without some of its members.
std::vector<ExponentRange> without(ExponentRange range, std::vector<long> excluded) {
  std::vector<ExponentRange> out;
  std::sort(excluded.begin(), excluded.end());
  const auto put = [&out](const ExponentRange& piece) {
    if (!piece.low || !piece.high || *piece.low <= *piece.high) out.push_back(piece);
  };
  for (const long e : excluded) {
    if ((range.low && e < *range.low) || (range.high && e > *range.high)) continue;
    put({range.low, e - 1});
    range.low = e + 1;
  }
  put(range);
  return out;
}

struct NaturalRange {
  std::string low;
  std::optional<std::string> high;
};

// The magnitudes of the range's members of one sign; nullopt when there are none.
std::optional<NaturalRange> of_sign(const ExponentRange& range, bool negative, bool zero_too) {
  const std::optional<long> near = negative ? range.high : range.low;
  const std::optional<long> far = negative ? range.low : range.high;
  const long sign = negative ? -1 : 1;
  const long least = std::max(zero_too ? 0L : 1L, near ? sign * *near : 0L);
  if (far && sign * *far < least) return std::nullopt;
  NaturalRange out{natural(std::to_string(least)), std::nullopt};
  if (far) out.high = natural(std::to_string(sign * *far));
  return out;
}

// Exponent digits `given` and exactly `more` behind them: all numbers from given 00..0 to given 99..9.
bool digits_reach(std::string_view given, std::size_t more, const NaturalRange& range, bool canonical) {
  std::string least = std::string(given) + std::string(more, '0');
  const std::string most = std::string(given) + std::string(more, '9');
  if (canonical && given.empty() && more > 1) least.front() = '1';
  if (canonical && given.starts_with('0') && given.size() + more > 1) return false;  // no leading zeros
  if (compare_natural(natural(most), range.low) < 0) return false;
  return !range.high || compare_natural(natural(least), *range.high) <= 0;
}

// The digits behind `e` and the sign. As many digits as the bounds have are enough: beyond, the numbers only
// grow, or are the same with zeros in front.
bool digits_begin(std::string_view given, const NaturalRange& range, std::optional<std::size_t> room,
                  bool canonical) {
  const std::size_t enough = std::max(range.low.size(), range.high ? range.high->size() : 0) + 1;
  const std::size_t last = std::min(room.value_or(enough), enough);
  for (std::size_t more = given.empty() ? 1 : 0; more <= last; ++more) {
    if (digits_reach(given, more, range, canonical)) return true;
  }
  return false;
}

}  // namespace

bool exponent_begins(std::string_view prefix, const ExponentRange& range, std::optional<std::size_t> room,
                     bool canonical) {
  for (const char sign : {'+', ' ', '-'}) {
    std::string_view digits = prefix;
    std::optional<std::size_t> left = room;
    const bool is_written = !prefix.empty() && (prefix.front() == '+' || prefix.front() == '-');
    if (is_written) {
      if (prefix.front() != sign) continue;
      digits.remove_prefix(1);
    } else if (sign != ' ') {
      if (!prefix.empty() || left == 0U) continue;  // the sign comes before the first digit
      if (left) --*left;
    }
    if (sign == '+' && canonical) continue;
    const auto range_of_sign = of_sign(range, sign == '-', !(canonical && sign == '-'));
    if (range_of_sign && digits_begin(digits, *range_of_sign, left, canonical)) return true;
  }
  return false;
}

std::vector<ExponentRange> exponents_of(const Decimal& value, const NumberSet& set) {
  ExponentRange range;
  if (set.low && !set.low->is_zero()) {
    const long e = magnitude(*set.low) - magnitude(value);
    const auto order = compare(shifted(value, e), *set.low);
    range.low = order > 0 || (order == 0 && !set.low_open) ? e : e + 1;
  }
  if (set.high) {
    if (set.high->is_zero() || set.high->negative) return {};
    const long e = magnitude(*set.high) - magnitude(value);
    const auto order = compare(shifted(value, e), *set.high);
    range.high = order < 0 || (order == 0 && !set.high_open) ? e : e - 1;
  }
  const auto raise = [&range](long least) { range.low = range.low ? std::max(*range.low, least) : least; };
  if (set.integral) raise(-std::stol(value.exponent));
  if (set.step) {
    const std::optional<long> least = multiple_from(value, *set.step);
    if (!least) return {};
    raise(*least);
  }
  for (const Decimal& divisor : set.not_steps) {
    const std::optional<long> over = multiple_from(value, divisor);
    if (over) range.high = range.high ? std::min(*range.high, *over - 1) : *over - 1;
  }
  std::vector<long> excluded;
  for (const Decimal& one : set.excluded) {
    if (!one.negative && one.digits == value.digits) {
      excluded.push_back(std::stol(one.exponent) - std::stol(value.exponent));
    }
  }
  return without(range, std::move(excluded));
}

}  // namespace lockstep::oracle
