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

std::int64_t size_of(std::string_view text) { return static_cast<std::int64_t>(text.size()); }

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

// The verdict that a value has as one of the cell.
NumberVerdict NumberLanguage::verdict_of(std::size_t cell, const Decimal& value) const {
  NumberVerdict out = between_[cell];
  if (!classes_[cell].empty()) {
    const Divisors::Bits bits = divisors_->bits_of(value);
    for (const NumberClass& one : classes_[cell]) {
      if (one.integral != value.is_integer() || !one.holds(bits)) continue;
      out = {out.plain_integer || one.verdict.plain_integer, out.other_integer || one.verdict.other_integer,
             out.fraction || one.verdict.fraction};
    }
  }
  if (value.is_integer()) {
    out.fraction = false;
  } else {
    out.plain_integer = out.other_integer = false;
  }
  return out;
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
  if (same && !point.is_zero()) return;
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
}

NumberLanguage::NumberLanguage(std::vector<Decimal> points, std::vector<NumberVerdict> at_point,
                               std::vector<NumberVerdict> between, Meter* meter)
    : meter_(meter) {
  build(points, at_point, between, std::vector<Classes>(between.size()));
}

NumberLanguage::NumberLanguage(std::vector<Decimal> points, std::vector<NumberVerdict> at_point,
                               const std::vector<CellVerdicts>& between,
                               std::shared_ptr<const Divisors> divisors, Meter* meter)
    : meter_(meter), divisors_(std::move(divisors)) {
  Classification::Congruences made;
  std::vector<NumberVerdict> always(between.size());
  std::vector<Classes> classes(between.size());
  for (std::size_t cell = 0; cell < between.size(); ++cell) {
    pass(meter_, 4 * (1 + between[cell].integers.size() + between[cell].fractions.size()));
    Classification(*divisors_, made, true, between[cell].integers).run(always[cell], classes[cell]);
    Classification(*divisors_, made, false, between[cell].fractions).run(always[cell], classes[cell]);
  }
  build(points, at_point, always, classes);
  if (made.empty()) divisors_.reset();
}

bool NumberLanguage::contains(std::string_view spelling) const {
  const Decimal value = Decimal::saturating(spelling);
  const auto found = std::lower_bound(points_.begin(), points_.end(), value);
  const std::size_t place = static_cast<std::size_t>(found - points_.begin());
  const bool at_point = found != points_.end() && *found == value;
  const NumberVerdict verdict = at_point ? at_point_[place] : verdict_of(place, value);
  if (!value.is_integer()) return verdict.fraction;
  const bool plain = spelling.find_first_of(".eE") == std::string_view::npos;
  return plain ? verdict.plain_integer : verdict.other_integer;
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

NumberSpellings::NumberSpellings(const NumberLanguage& language, const Policy& policy)
    : language_(language),
      numbers_(policy.numbers),
      most_bytes_(policy.number_bytes ? std::int64_t{*policy.number_bytes} : kNoPlan - 1) {}

bool NumberSpellings::viable(std::string_view prefix) const {
  const std::int64_t room = most_bytes_ - size_of(prefix);
  if (room < 0) return false;
  return best_plan(language_, numbers_, prefix, room, room).size <= room;
}

bool NumberSpellings::complete(std::string_view text) const {
  if (size_of(text) > most_bytes_) return false;
  const std::optional<NumberPrefix> number = NumberPrefix::read(text);
  if (!number || !number->is_number()) return false;
  if (numbers_ == Numbers::canonical && !is_canonical(text, *number)) return false;
  return language_.contains(text);
}

std::optional<std::int64_t> NumberSpellings::finish_bytes(std::string_view prefix) const {
  const std::int64_t room = most_bytes_ - size_of(prefix);
  const Plan plan = best_plan(language_, numbers_, prefix, 0, room);
  if (plan.size > room) return std::nullopt;
  return plan.size;
}

std::string NumberSpellings::finish(std::string_view prefix) const {
  const std::int64_t room = most_bytes_ - size_of(prefix);
  const Plan plan = best_plan(language_, numbers_, prefix, 0, room);
  LOCKSTEP_CHECK(plan.size <= room);
  return plan.text();
}

}  // namespace lockstep::engine
