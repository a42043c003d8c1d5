// What may follow the digits of a number. Without a bound on the length a spelling that has begun becomes any
// number of these first digits, of any size; with a bound every spelling is tried as a shape.
#include "lockstep/oracle/schema_prefix/number_tail.h"

#include <algorithm>

#include "lockstep/oracle/json_text/digits.h"
#include "lockstep/oracle/schema_prefix/number_leading.h"
#include "lockstep/oracle/schema_prefix/number_member.h"
#include "lockstep/oracle/schema_prefix/number_shape.h"

namespace lockstep::oracle {
namespace {

constexpr long kPlainDigits = 32;  // 4.4
// More digits are not tried under a bound on the length: each takes the division of longer numbers.
constexpr long kMostTried = 64;

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

long digits_of(long value) { return static_cast<long>(std::to_string(value < 0 ? -value : value).size()); }
long exponent_cost(long e) { return 1 + (e < 0 ? 1 : 0) + digits_of(e); }

// How many more digits are tried under a bound: all that the bounds have, and two beyond, where a number
// strictly between two different bounds is found at the latest, and those of divisors and excluded values.
// More digits only cost more room than an exponent that does the same.
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

bool json_shape_begins(const Parts& parts, const NumberSet& set, long room, long most) {
  const std::string c = parts.digits();
  const Shapes shapes(set);
  for (long n = 0; n <= std::min(most, room); ++n) {
    // Beyond these units a larger one, or a smaller, has no shorter spelling.
    for (const long s : shapes.units(c, n, {-parts.places() - n - 1, 1})) {
      const std::optional<long> cost = json_cost(parts, n, s, set.not_word);
      if (cost && *cost <= room && shapes.hit(c, {n, s, false})) return true;
    }
  }
  return false;
}

// Behind a point, and behind a 0 with a point, too, any digits and any exponent may follow.
bool json_size_begins(const Parts& parts, const NumberSet& set) {
  const std::string c = parts.digits();
  return c.empty() ? has_member(set) : leading_digits_hit(c, set, {});
}

// An integer word: more digits and nothing else. The set's step is an integer.
bool word_begins(const Parts& parts, const NumberSet& set, std::optional<long> room) {
  if (parts.point || parts.has_exponent) return false;
  const std::string c = parts.digits();
  if (c.empty()) return set.holds(Decimal{});
  const auto size = static_cast<long>(c.size());
  return leading_digits_hit(c, set, {size, room ? size + *room : kAnySize});
}

// The plain forms of 4.4: at most 32 digits, a leading 0 included, no 0 at the end of a fraction.
bool canonical_plain_begins(const Parts& parts, const NumberSet& set, std::optional<long> room) {
  const std::string c = parts.digits();
  const Shapes shapes(set);
  const bool whole_is_over = parts.whole == "0";
  const long digits = static_cast<long>(parts.whole.size()) + parts.places();
  for (long n = 0; digits + n <= kPlainDigits; ++n) {
    if (parts.point) {
      if (room && n > *room) break;
      if (parts.places() + n > 0 && shapes.hit(c, {n, -parts.places() - n, true})) return true;
      continue;
    }
    if ((n == 0 || !whole_is_over) && (!room || n <= *room) && shapes.hit(c, {n, 0, false})) return true;
    for (long behind = whole_is_over ? n : 1; behind <= n; ++behind) {
      if (behind == 0 || (room && n + 1 > *room)) continue;
      if (shapes.hit(c, {n, -behind, true})) return true;
    }
  }
  return false;
}

// The forms with exponent: one digit, not 0, perhaps a fraction that does not end in 0, an exponent. Digits
// must follow a point, and a 0.
struct Coefficient {
  explicit Coefficient(const Parts& parts)
      : possible(parts.whole.size() == 1 && parts.whole != "0"),
        least(possible && ((parts.point && parts.places() == 0) || parts.digits().back() == '0') ? 1 : 0) {}
  bool possible;
  long least;  // more digits
};

bool canonical_exponent_size_begins(const Parts& parts, const NumberSet& set) {
  const Coefficient begun(parts);
  return begun.possible && leading_digits_hit_with_exponent(parts.digits(), begun.least > 0, set);
}

bool canonical_exponent_shape_begins(const Parts& parts, const NumberSet& set, long room, long most) {
  const Coefficient begun(parts);
  if (!begun.possible) return false;
  const std::string c = parts.digits();
  const Shapes shapes(set);
  for (long n = begun.least; n <= std::min(most, room); ++n) {
    const long places = parts.places() + n;
    // Beyond these units every number needs its exponent, and a larger one, or a smaller, has no shorter
    // spelling.
    for (const long s : shapes.units(c, n, {-places - kPlainDigits - 1, kPlainDigits + 1})) {
      if (!needs_exponent(static_cast<std::size_t>(places) + 1, std::to_string(s))) continue;
      const long cost = n + (n > 0 && !parts.point ? 1 : 0) + exponent_cost(s + places);
      if (cost <= room && shapes.hit(c, {n, s, true})) return true;
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

// Digits may still follow, perhaps a point, perhaps an exponent.
Answer coefficient_begins(const Parts& parts, const NumberSet& set, bool canonical,
                          std::optional<long> room) {
  // The plain form of an integral number is a word.
  NumberSet plain = set;
  if (set.not_word) plain.no_multiple_of(parse_decimal("1"));
  const bool any_size =
      canonical ? canonical_plain_begins(parts, plain, room) || canonical_exponent_size_begins(parts, set)
                : json_size_begins(parts, set);
  if (!room || !any_size) return Answer::of(any_size);
  const long needed = most_digits(set) + (canonical ? kPlainDigits : 0);
  const long most = std::min(needed, kMostTried);
  const bool found = canonical ? canonical_plain_begins(parts, plain, room) ||
                                     canonical_exponent_shape_begins(parts, set, *room, most)
                               : json_shape_begins(parts, set, *room, most);
  if (found || std::min(needed, *room) <= kMostTried) return Answer::of(found);
  return Answer::unknown("number_digits: more than " + std::to_string(kMostTried) + " to come");
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

Answer magnitude_begins(std::string_view prefix, const NumberSet& set, NumberRule rule,
                        std::optional<std::size_t> room) {
  if (set.high && compare(*set.low, *set.high) > 0) return Answer::no();
  if (prefix.empty()) {
    Answer any = Answer::no();
    for (char digit = '0'; digit <= '9' && !any.is_yes(); ++digit) {
      any = either(any, magnitude_begins(std::string(1, digit), set, rule, room));
    }
    return any;
  }
  if (room && prefix.size() > *room) return Answer::no();
  const std::optional<long> left =
      room ? std::optional(static_cast<long>(*room - prefix.size())) : std::nullopt;
  const Parts parts = split(prefix);
  const bool canonical = rule == NumberRule::canonical;
  if (set.word && !canonical) return Answer::of(word_begins(parts, set, left));
  if (set.word) {  // of draft 4's integers
    return Answer::of(!parts.point && !parts.has_exponent && canonical_plain_begins(parts, set, left));
  }
  if (canonical && prefix.find('E') != std::string_view::npos) return Answer::no();
  if (parts.has_exponent) return Answer::of(exponent_part_begins(parts, set, canonical, left));
  return coefficient_begins(parts, set, canonical, left);
}

}  // namespace lockstep::oracle
