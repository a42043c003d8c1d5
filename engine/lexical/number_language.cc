#include "lockstep/engine/lexical/number_language.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "lockstep/engine/base/check.h"
#include "lockstep/engine/lexical/congruence.h"
#include "lockstep/engine/lexical/number_search.h"

namespace lockstep::engine {
namespace {

// What the verdicts of classes come to, in as few conditions as telling the divisors apart one by one gives.
class Classification {
 public:
  using Congruences = std::map<std::tuple<std::vector<std::size_t>, std::vector<std::size_t>, bool>,
                               std::shared_ptr<const Congruence>>;

  Classification(const Divisors& divisors, Congruences& made, bool integral,
                 const std::vector<NumberVerdict>& verdicts)
      : divisors_(divisors), made_(made), integral_(integral), verdicts_(verdicts) {
    kinds_ = *divisors.classes(integral, verdicts.size());
    LOCKSTEP_CHECK(kinds_.size() == verdicts.size());
  }

  // Adds what holds for all to `always`, the rest to `classes`.
  void run(NumberVerdict& always, std::vector<NumberClass>& classes) {
    std::vector<std::size_t> all(kinds_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    split(0, all, always, classes);
  }

 private:
  NumberVerdict verdict(std::size_t kind) const {
    NumberVerdict out = verdicts_[kind];
    if (integral_) {
      out.fraction = false;
    } else {
      out.plain_integer = out.other_integer = false;
    }
    return out;
  }

  void split(std::size_t divisor, const std::vector<std::size_t>& kinds, NumberVerdict& always,
             std::vector<NumberClass>& classes) {
    if (kinds.empty()) return;
    const NumberVerdict first = verdict(kinds.front());
    const auto as_first = [&](std::size_t kind) { return verdict(kind) == first; };
    if (std::all_of(kinds.begin(), kinds.end(), as_first)) {
      if (first.any()) emit(first, always, classes);
      return;
    }
    std::vector<std::size_t> of, not_of;
    for (const std::size_t kind : kinds) (kinds_[kind][divisor] ? of : not_of).push_back(kind);
    of_.push_back(divisor);
    split(divisor + 1, of, always, classes);
    of_.pop_back();
    not_of_.push_back(divisor);
    split(divisor + 1, not_of, always, classes);
    not_of_.pop_back();
  }

  void emit(const NumberVerdict& verdict, NumberVerdict& always, std::vector<NumberClass>& classes) {
    if (of_.empty() && not_of_.empty()) {
      always = {always.plain_integer || verdict.plain_integer, always.other_integer || verdict.other_integer,
                always.fraction || verdict.fraction};
      return;
    }
    std::shared_ptr<const Congruence>& made = made_[{of_, not_of_, integral_}];
    if (!made) made = std::make_shared<const Congruence>(divisors_, of_, not_of_, integral_);
    classes.push_back({of_, not_of_, integral_, verdict, made});
  }

  const Divisors& divisors_;
  Congruences& made_;
  bool integral_;
  const std::vector<NumberVerdict>& verdicts_;
  std::vector<Divisors::Bits> kinds_;
  std::vector<std::size_t> of_, not_of_;
};

}  // namespace

bool NumberClass::holds(const Divisors::Bits& bits) const {
  return std::all_of(of.begin(), of.end(), [&](std::size_t i) { return bits[i]; }) &&
         std::none_of(not_of.begin(), not_of.end(), [&](std::size_t i) { return bits[i]; });
}

bool NumberClass::operator==(const NumberClass& other) const {
  return of == other.of && not_of == other.not_of && integral == other.integral && verdict == other.verdict;
}

NumberVerdict NumberLanguage::verdict_of(std::size_t cell, bool integral,
                                         const Divisors::Bits& multiples) const {
  NumberVerdict out = between_[cell];
  for (const NumberClass& one : classes_[cell]) {
    if (one.integral != integral || !one.holds(multiples)) continue;
    out = {out.plain_integer || one.verdict.plain_integer, out.other_integer || one.verdict.other_integer,
           out.fraction || one.verdict.fraction};
  }
  if (integral) {
    out.fraction = false;
  } else {
    out.plain_integer = out.other_integer = false;
  }
  return out;
}

// The verdict that a value has as one of the cell.
NumberVerdict NumberLanguage::verdict_of(std::size_t cell, const Decimal& value) const {
  return verdict_of(cell, value.is_integer(), divisors_ ? divisors_->bits_of(value) : Divisors::Bits());
}

void NumberLanguage::add(const Decimal& point, NumberVerdict at, NumberVerdict above,
                         const Classes& classes_above) {
  if (point.is_integer()) {
    at.fraction = false;
  } else {
    at.plain_integer = at.other_integer = false;
  }
  const bool same = between_.back() == above && classes_.back() == classes_above &&
                    at == verdict_of(between_.size() - 1, point);
  if (same && keep_ == Keep::what_separates && !point.is_zero()) return;
  if (point.is_zero()) zero_ = points_.size();
  points_.push_back(point);
  at_point_.push_back(at);
  between_.push_back(above);
  classes_.push_back(classes_above);
}

void NumberLanguage::build(const std::vector<Decimal>& points, const std::vector<NumberVerdict>& at_point,
                           const std::vector<NumberVerdict>& between, const std::vector<Classes>& classes) {
  LOCKSTEP_CHECK(at_point.size() == points.size() && between.size() == points.size() + 1);
  between_.push_back(between.front());
  classes_.push_back(classes.front());
  const Decimal zero;
  bool has_zero = false;
  const auto add_zero = [&](std::size_t cell) {
    add(zero, verdict_of(between_.size() - 1, zero), between[cell], classes[cell]);
  };
  for (std::size_t i = 0; i < points.size(); ++i) {
    pass_bytes(meter_, 256 + points[i].digits().size());
    LOCKSTEP_CHECK(i == 0 || points[i - 1] < points[i]);
    if (!has_zero && points[i] > zero) add_zero(i);
    has_zero = has_zero || points[i] >= zero;
    add(points[i], at_point[i], between[i + 1], classes[i + 1]);
  }
  if (!has_zero) add_zero(points.size());
  rank_points();
}

void NumberLanguage::rank_points() {
  for (std::size_t i = 0; i < points_.size(); ++i) {
    if (i != zero_) representant_.push_back(static_cast<std::uint32_t>(i));
  }
  const auto digits = [&](std::uint32_t point) -> const std::string& { return points_[point].digits(); };
  std::sort(representant_.begin(), representant_.end(), [&](std::uint32_t a, std::uint32_t b) {
    pass_bytes(meter_, 64 + std::min(digits(a).size(), digits(b).size()));
    return digits(a) < digits(b);
  });
  ranks_.resize(points_.size());
  std::vector<std::uint32_t> each;
  for (const std::uint32_t point : representant_) {
    if (each.empty() || digits(each.back()) != digits(point)) each.push_back(point);
    ranks_[point] = static_cast<std::uint32_t>(each.size() - 1);
  }
  representant_ = std::move(each);
}

Magnitude NumberLanguage::magnitude_of(std::size_t point) const {
  return {points_[point].digits(), points_[point].exponent(), ranks_[point]};
}

Significand NumberLanguage::appended(const Significand& written, char digit) const {
  Significand out = written;
  const bool first = written.size == 0;
  const auto begin = representant_.begin() + (first ? 0 : written.spot.low);
  const auto end = first ? representant_.end() : representant_.begin() + written.spot.high;
  const auto place = static_cast<std::size_t>(written.size);
  const auto next = [&](std::uint32_t point) {
    const std::string& digits = points_[point].digits();
    return place < digits.size() ? digits[place] : '0';
  };
  const auto low = std::partition_point(begin, end, [&](std::uint32_t point) { return next(point) < digit; });
  const auto high = std::partition_point(low, end, [&](std::uint32_t point) { return next(point) == digit; });
  out.spot = {static_cast<std::uint32_t>(low - representant_.begin()),
              static_cast<std::uint32_t>(high - representant_.begin())};
  ++out.size;
  out.trailing = digit == '0' ? written.trailing + 1 : 0;
  if (divisors_) divisors_->append(out.residues, digit);
  return out;
}

NumberLanguage::NumberLanguage(std::vector<Decimal> points, std::vector<NumberVerdict> at_point,
                               std::vector<NumberVerdict> between, Meter* meter)
    : meter_(meter) {
  build(points, at_point, between, std::vector<Classes>(between.size()));
}

NumberLanguage::NumberLanguage(std::vector<Decimal> points, std::vector<NumberVerdict> at_point,
                               const std::vector<CellVerdicts>& between,
                               std::shared_ptr<const Divisors> divisors, Keep keep, Meter* meter)
    : meter_(meter), divisors_(std::move(divisors)), keep_(keep) {
  Classification::Congruences made;
  std::vector<NumberVerdict> always(between.size());
  std::vector<Classes> classes(between.size());
  for (std::size_t cell = 0; cell < between.size(); ++cell) {
    pass(meter_, 4 * (1 + between[cell].integers.size() + between[cell].fractions.size()));
    Classification(*divisors_, made, true, between[cell].integers).run(always[cell], classes[cell]);
    Classification(*divisors_, made, false, between[cell].fractions).run(always[cell], classes[cell]);
  }
  build(points, at_point, always, classes);
  if (made.empty() && (keep == Keep::what_separates || divisors_->empty())) divisors_.reset();
}

// A number, not zero, against a point of its sign, both without it.
std::strong_ordering NumberLanguage::compare_to(const NumberPrefix& number, std::size_t point) const {
  const Magnitude other = magnitude_of(point);
  const std::int64_t lead = number.lead() + number.signed_exponent();
  if (lead != other.lead()) return lead <=> other.lead();
  const std::strong_ordering order = number.digits.order_of(other);
  if (order != 0) return order < 0 ? std::strong_ordering::greater : std::strong_ordering::less;
  const bool more = !Significand::rest_of(other, number.digits.size).empty();
  return more ? std::strong_ordering::less : std::strong_ordering::equal;
}

NumberLanguage::Place NumberLanguage::place_of(const NumberPrefix& number) const {
  Place out;
  out.word = number.is_integer_word();
  const std::size_t divisors = divisors_ ? divisors_->numbers().size() : 0;
  out.multiples.assign(divisors, true);
  if (number.digits.size == 0) {
    out.place = 2 * zero_ + 1;
    out.integral = true;
    return out;
  }
  out.integral = number.last_place() >= 0;
  for (std::size_t i = 0; i < divisors; ++i) {
    pass(meter_, 4);
    const auto least = divisors_->factors(i).least_exponent(number.digits.residues.stripped);
    out.multiples[i] = least && *least <= number.last_place();
  }
  // Points of the number's sign ascend without it in the direction away from zero.
  std::size_t low = number.negative ? 0 : zero_ + 1;
  std::size_t high = number.negative ? zero_ : points_.size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    const std::strong_ordering order = compare_to(number, middle);
    if (order == 0) {
      out.place = 2 * middle + 1;
      return out;
    }
    if (number.negative ? order > 0 : order < 0) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  out.place = 2 * low;
  return out;
}

bool NumberLanguage::contains(const NumberPrefix& number) const {
  const Place place = place_of(number);
  const NumberVerdict verdict = place.place % 2 == 1
                                    ? at_point_[place.place / 2]
                                    : verdict_of(place.place / 2, place.integral, place.multiples);
  if (!place.integral) return verdict.fraction;
  return place.word ? verdict.plain_integer : verdict.other_integer;
}

std::optional<NumberVerdict> NumberLanguage::uniform() const {
  if (keep_ == Keep::all || points_.size() != 1 || !classes_[0].empty() || !classes_[1].empty())
    return std::nullopt;
  const NumberVerdict& verdict = between_[0];
  const bool zero_too = at_point_[0].plain_integer == verdict.plain_integer &&
                        at_point_[0].other_integer == verdict.other_integer;
  if (!(verdict == between_[1]) || !zero_too) return std::nullopt;
  return verdict;
}

bool NumberLanguage::operator==(const NumberLanguage& other) const {
  const bool same_divisors =
      divisors_ && other.divisors_ ? *divisors_ == *other.divisors_ : divisors_ == other.divisors_;
  return same_divisors && points_ == other.points_ && at_point_ == other.at_point_ &&
         between_ == other.between_ && classes_ == other.classes_;
}

// The digits of points and divisors, and what a condition holds of them, roughly.
std::size_t NumberLanguage::memory_bytes() const {
  std::size_t bytes = sizeof(NumberLanguage);
  for (const Decimal& point : points_) bytes += sizeof(Decimal) + 64 + point.digits().size();
  if (!divisors_) return bytes;
  std::size_t of_divisors = 0;
  for (const Decimal& divisor : divisors_->numbers()) of_divisors += 128 + 2 * divisor.digits().size();
  for (const Classes& classes : classes_) bytes += classes.size() * (sizeof(NumberClass) + of_divisors);
  return bytes + of_divisors;
}

}  // namespace lockstep::engine
