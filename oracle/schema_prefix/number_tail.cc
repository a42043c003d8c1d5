// The search over what may follow the digits of a number. Every spelling is tried as a shape: n more digits,
// and a unit 10^s that point and exponent give the last of them; the numbers of one shape are consecutive
// multiples of the unit, so whether one of them is in the set is plain arithmetic.
#include "lockstep/oracle/schema_prefix/number_tail.h"

#include <algorithm>

#include "lockstep/oracle/json_text/digits.h"
#include "lockstep/oracle/schema_prefix/multiples.h"

namespace lockstep::oracle {
namespace {

constexpr long kPlainDigits = 32;  // 4.4

// The parts of an unsigned number that has begun.
struct Parts {
  std::string whole;     // digits before the point
  std::string fraction;  // digits behind it
  bool point = false;
  bool has_exponent = false;
  std::string exponent;

  std::string digits() const { return natural(whole + fraction); }
  long places() const { return static_cast<long>(fraction.size()); }
  bool is_zero_so_far() const { return digits().empty(); }
};

Parts split(std::string_view text) {
  Parts parts;
  const std::size_t e = std::min(text.find_first_of("eE"), text.size());
  parts.has_exponent = e < text.size();
  if (parts.has_exponent) parts.exponent = text.substr(e + 1);
  const std::string_view coefficient = text.substr(0, e);
  const std::size_t point = std::min(coefficient.find('.'), coefficient.size());
  parts.point = point < coefficient.size();
  parts.whole = coefficient.substr(0, point);
  if (parts.point) parts.fraction = coefficient.substr(point + 1);
  return parts;
}

// value / 10^s rounded down; `exact`: nothing was rounded. value is not negative.
std::string scaled_down(const Decimal& value, long s, bool& exact) {
  exact = true;
  if (value.is_zero()) return "";
  const long zeros = std::stol(value.exponent) - s;
  if (zeros >= 0) return value.digits + std::string(static_cast<std::size_t>(zeros), '0');
  exact = false;  // digits do not end in zero
  const auto cut = static_cast<std::size_t>(-zeros);
  return cut >= value.digits.size() ? "" : value.digits.substr(0, value.digits.size() - cut);
}

std::string smaller(const std::string& a, const std::string& b) { return compare_natural(a, b) < 0 ? a : b; }
std::string larger(const std::string& a, const std::string& b) { return compare_natural(a, b) < 0 ? b : a; }

struct Shape {
  std::size_t more = 0;       // n: digits that follow
  long unit = 0;              // s
  bool no_last_zero = false;  // the last digit is not 0
};

// Is one of c 00..0 to c 99..9 (n more digits), times 10^s, in the set?
bool shape_hits(const std::string& c, const Shape& shape, const NumberSet& set) {
  std::string low = natural(c + std::string(shape.more, '0'));
  std::string high = natural(c + std::string(shape.more, '9'));
  bool exact = false;
  std::string bound = scaled_down(*set.low, shape.unit, exact);
  if (!exact || set.low_open) bound = add_natural(bound, "1");
  low = larger(low, bound);
  if (set.high) {
    if (set.high->negative) return false;
    bound = scaled_down(*set.high, shape.unit, exact);
    if (exact && set.high_open) {
      if (bound.empty()) return false;
      bound = subtract_natural(bound, "1");
    }
    high = smaller(high, bound);
  }
  std::string modulus = "1";
  if (set.step) {
    modulus = modulus_at(*set.step, shape.unit);
  } else if (set.integral && shape.unit < 0) {  // only multiples of 10^-s are integers
    modulus = "1" + std::string(static_cast<std::size_t>(-shape.unit), '0');
  }
  std::vector<std::string> others;
  if (shape.no_last_zero) others.push_back("10");
  for (const Decimal& divisor : set.not_steps) others.push_back(modulus_at(divisor, shape.unit));
  std::vector<std::string> excluded;
  for (const Decimal& value : set.excluded) {
    std::string k = value.negative ? "" : scaled_down(value, shape.unit, exact);
    if (!value.negative && exact) excluded.push_back(std::move(k));
  }
  return has_multiple(low, high, modulus, others, excluded);
}

long digits_of(long value) { return static_cast<long>(std::to_string(value < 0 ? -value : value).size()); }
long exponent_cost(long e) { return 1 + (e < 0 ? 1 : 0) + digits_of(e); }

long magnitude(const Decimal& d) { return static_cast<long>(d.digits.size()) + std::stol(d.exponent); }

// How many more digits are tried: all that the bounds have, and two beyond, where a number strictly between
// two different bounds is found at the latest, and those of divisors and excluded values. More digits only
// cost more room than an exponent that does the same.
long most_digits(const NumberSet& set) {
  long most = 4;
  const auto add = [&most](const Decimal& value, long times) {
    most += times * static_cast<long>(value.digits.size()) + std::abs(std::stol(value.exponent));
  };
  for (const auto& bound : {set.low, set.high}) {
    if (bound) add(*bound, 1);
  }
  // A power of two in a divisor is made up for by as many tens, fewer than four for each of its digits.
  if (set.step) add(*set.step, 4);
  for (const Decimal& divisor : set.not_steps) add(divisor, 4);
  for (const Decimal& value : set.excluded) add(value, 1);
  return most;
}

// The units 10^s that are tried for n more digits: where the numbers of the shape are as large as those of
// the set. Without a bound on one side every unit beyond some place is as good as the next; `reach` lies
// beyond.
struct Units {
  long first = 0;
  long last = 0;
};

Units units_of(const std::string& c, long n, const NumberSet& set, long reach) {
  const long digits = static_cast<long>(c.size()) + n;
  Units units{-2 * reach, reach};
  if (!set.low->is_zero()) units.first = std::max(units.first, magnitude(*set.low) - digits);
  if (set.low->is_zero() && set.integral && !c.empty()) units.first = std::max(units.first, 1 - digits);
  if (set.high && !set.high->is_zero()) {
    // From 0 on a shape holds 0 itself, whatever its unit: 10^0 must be among them.
    units.last = c.empty() ? std::max(0L, magnitude(*set.high)) : magnitude(*set.high) - digits;
    units.last = std::min(units.last, reach);
  }
  return units;
}

long reach_of(const NumberSet& set, const Parts& parts) {
  return most_digits(set) + static_cast<long>(parts.whole.size() + parts.fraction.size());
}

// Bytes that a shape costs at least, in `json` spelling; nullopt where no point and exponent give that unit.
// An integer word is not meant where `not_word`: it gets an exponent.
std::optional<long> json_cost(const Parts& parts, long n, long s, bool not_word) {
  const auto tail = [](long e) { return e == 0 ? 0 : exponent_cost(e); };
  if (parts.point) {
    if (parts.places() + n == 0) return std::nullopt;  // a point needs a digit
    return n + tail(s + parts.places() + n);
  }
  const bool whole_is_over = parts.whole == "0";
  std::optional<long> least;
  if (n == 0 || !whole_is_over) least = n + (s == 0 && not_word ? 2 : tail(s));
  for (long behind = whole_is_over ? n : 1; behind <= n; ++behind) {
    if (behind == 0) continue;
    const long cost = n + 1 + tail(s + behind);
    if (!least || cost < *least) least = cost;
  }
  return least;
}

bool json_begins(const Parts& parts, const NumberSet& set, std::optional<long> room) {
  const std::string c = parts.digits();
  const long reach = reach_of(set, parts);
  const long most = most_digits(set);
  for (long n = 0; n <= (room ? std::min(most, *room) : most); ++n) {
    const Units units = units_of(c, n, set, reach);
    for (long s = units.first; s <= units.last; ++s) {
      const std::optional<long> cost = json_cost(parts, n, s, set.not_word);
      if (!cost || (room && *cost > *room)) continue;
      if (shape_hits(c, {static_cast<std::size_t>(n), s, false}, set)) return true;
    }
  }
  return false;
}

// An integer word: more digits and nothing else.
bool word_begins(const Parts& parts, const NumberSet& set, std::optional<long> room) {
  if (parts.point || parts.has_exponent) return false;
  const std::string c = parts.digits();
  if (c.empty()) return shape_hits(c, {}, set);
  const long most = most_digits(set);
  for (long n = 0; n <= (room ? std::min(most, *room) : most); ++n) {
    if (shape_hits(c, {static_cast<std::size_t>(n), 0, false}, set)) return true;
  }
  return false;
}

// The plain forms of 4.4: at most 32 digits, a leading 0 included, no 0 at the end of a fraction.
bool canonical_plain_begins(const Parts& parts, const NumberSet& set, std::optional<long> room) {
  const std::string c = parts.digits();
  const bool whole_is_over = parts.whole == "0";
  const long digits = static_cast<long>(parts.whole.size()) + parts.places();
  for (long n = 0; digits + n <= kPlainDigits; ++n) {
    const auto more = static_cast<std::size_t>(n);
    if (parts.point) {
      if (room && n > *room) break;
      if (parts.places() + n > 0 && shape_hits(c, {more, -parts.places() - n, true}, set)) return true;
      continue;
    }
    if ((n == 0 || !whole_is_over) && (!room || n <= *room) && shape_hits(c, {more, 0, false}, set))
      return true;
    for (long behind = whole_is_over ? n : 1; behind <= n; ++behind) {
      if (behind == 0 || (room && n + 1 > *room)) continue;
      if (shape_hits(c, {more, -behind, true}, set)) return true;
    }
  }
  return false;
}

// The forms with exponent: one digit, not 0, perhaps a fraction that does not end in 0, an exponent.
bool canonical_exponent_begins(const Parts& parts, const NumberSet& set, std::optional<long> room) {
  if (parts.whole.size() != 1 || parts.whole == "0") return false;
  const std::string c = parts.digits();
  const long reach = reach_of(set, parts) + 2 * kPlainDigits;
  const long most = most_digits(set) + kPlainDigits;
  const long least = (parts.point && parts.places() == 0) || c.back() == '0' ? 1 : 0;
  for (long n = least; n <= (room ? std::min(most, *room) : most); ++n) {
    const long places = parts.places() + n;
    const Units units = units_of(c, n, set, reach);
    for (long s = units.first; s <= units.last; ++s) {
      if (!needs_exponent(static_cast<std::size_t>(places) + 1, std::to_string(s))) continue;
      const long cost = n + (n > 0 && !parts.point ? 1 : 0) + exponent_cost(s + places);
      if (room && cost > *room) continue;
      if (shape_hits(c, {static_cast<std::size_t>(n), s, true}, set)) return true;
    }
  }
  return false;
}

// As exponent_part_begins, canonical, for a coefficient that is not zero.
bool canonical_exponent_of(const Parts& parts, const ExponentRange& range, std::optional<std::size_t> left) {
  if (parts.whole.size() != 1 || parts.whole == "0" || (parts.point && parts.fraction.back() == '0'))
    return false;
  const long n = 1 + parts.places();
  if (n > kPlainDigits) return exponent_begins(parts.exponent, range, left, true);
  // needs_exponent: n + (e - places) > 32 above, 1 + (places - e) > 32 below, never in between.
  ExponentRange above = range;
  above.low = std::max(above.low.value_or(kPlainDigits), kPlainDigits);
  ExponentRange below = range;
  const long last = parts.places() - kPlainDigits;
  below.high = std::min(below.high.value_or(last), last);
  return exponent_begins(parts.exponent, above, left, true) ||
         exponent_begins(parts.exponent, below, left, true);
}

// The coefficient is written: m * 10^e for the exponents e that begin so.
bool exponent_part_begins(const Parts& parts, const NumberSet& set, bool canonical,
                          std::optional<long> room) {
  const std::optional<std::size_t> left =
      room ? std::optional(static_cast<std::size_t>(*room)) : std::nullopt;
  const std::string point = parts.point ? "." + parts.fraction : "";
  const Decimal coefficient = parse_decimal(parts.whole + point);
  if (coefficient.is_zero()) {
    return !canonical && set.holds(coefficient) && exponent_begins(parts.exponent, {}, left, false);
  }
  const std::vector<ExponentRange> ranges = exponents_of(coefficient, set);
  return std::any_of(ranges.begin(), ranges.end(), [&](const ExponentRange& range) {
    return canonical ? canonical_exponent_of(parts, range, left)
                     : exponent_begins(parts.exponent, range, left, false);
  });
}

}  // namespace

bool needs_exponent(std::size_t n, std::string_view k) {
  const std::string digits = integer_of(n);
  const std::string limit = integer_of(static_cast<std::size_t>(kPlainDigits));
  if (compare_integer(k, "0") >= 0) return compare_integer(add_integer(digits, k), limit) > 0;
  const std::string places = negate_integer(k);
  if (compare_integer(places, digits) < 0) return n > static_cast<std::size_t>(kPlainDigits);
  return compare_integer(places, limit) >= 0;  // a leading 0 and the places
}

bool magnitude_begins(std::string_view prefix, const NumberSet& set, NumberRule rule,
                      std::optional<std::size_t> room) {
  if (set.high && compare(*set.low, *set.high) > 0) return false;
  if (prefix.empty()) {
    for (char digit = '0'; digit <= '9'; ++digit) {
      if (magnitude_begins(std::string(1, digit), set, rule, room)) return true;
    }
    return false;
  }
  if (room && prefix.size() > *room) return false;
  const std::optional<long> left =
      room ? std::optional(static_cast<long>(*room - prefix.size())) : std::nullopt;
  const Parts parts = split(prefix);
  if (set.word && rule == NumberRule::plain) return word_begins(parts, set, left);
  if (rule != NumberRule::canonical) {
    return parts.has_exponent ? exponent_part_begins(parts, set, false, left) : json_begins(parts, set, left);
  }
  if (parts.has_exponent) {
    return prefix.find('E') == std::string_view::npos && exponent_part_begins(parts, set, true, left);
  }
  return canonical_plain_begins(parts, set, left) || canonical_exponent_begins(parts, set, left);
}

}  // namespace lockstep::oracle
