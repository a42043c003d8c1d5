#include "lockstep/oracle/schema_prefix/number_shape.h"

#include <algorithm>

#include "lockstep/oracle/json_text/digits.h"
#include "lockstep/oracle/schema_prefix/multiples.h"
#include "lockstep/oracle/schema_prefix/number_member.h"

namespace lockstep::oracle {
namespace {

std::string repeated(const std::string& digits, long times, char digit) {
  return natural(digits + std::string(static_cast<std::size_t>(times), digit));
}

// Units between two ends, put in by windows.
class Windows {
 public:
  Windows(long first, long last) : first_(first), last_(last) {}
  void add(long from, long to) {
    for (long s = std::max(from, first_); s <= std::min(to, last_); ++s) units_.insert(s);
  }
  std::set<long> take() { return std::move(units_); }

 private:
  long first_;
  long last_;
  std::set<long> units_;
};

}  // namespace

Shapes::Divisor::Divisor(const Decimal& value)
    : rests_(without_tens(value.digits)), exponent_(std::stol(value.exponent)) {}

// lcm(d 10^f, 10^s), see least_common_multiple.
Decimal Shapes::Divisor::at(long unit) const {
  if (unit <= exponent_) return scaled(rests_.front(), exponent_);
  const auto over = static_cast<std::size_t>(unit - exponent_);
  return scaled(rests_[std::min(over, rests_.size() - 1)], unit);
}

Shapes::Shapes(const NumberSet& set) : set_(set) {
  if (set.step) step_.emplace(*set.step);
  for (const Decimal& divisor : set.not_steps) not_steps_.emplace_back(divisor);
}

bool Shapes::hit(const std::string& c, const Shape& shape) const {
  NumberSet some;
  some.at_least(scaled(repeated(c, shape.more, '0'), shape.unit), false);
  some.at_most(scaled(repeated(c, shape.more, '9'), shape.unit), false);
  some.at_least(*set_.low, set_.low_open);
  if (set_.high) some.at_most(*set_.high, set_.high_open);
  if (compare(*some.low, *some.high) > 0) return false;
  some.step = step_ ? step_->at(shape.unit) : scaled("1", shape.unit);
  some.not_steps = set_.not_steps;
  if (shape.no_last_zero) some.no_multiple_of(scaled("1", shape.unit + 1));
  for (const Decimal& value : set_.excluded) {
    if (compare(value, *some.low) >= 0 && compare(value, *some.high) <= 0) some.exclude(value);
  }
  return has_member(some);
}

// Let the numbers of the shape have `width` digits. Where the unit is such that
// - they lie strictly between the bounds,
// - none of them is a multiple of a divisor, as they are less than it, or the divisor has settled (at(s)),
// and
// - none of them is an excluded value,
// the unit beside it answers the same, so the ends of such a stretch stand for the whole: the windows below
// are what lies between the stretches, with an end on each side.
std::set<long> Shapes::units(const std::string& c, long more, const UnitRange& centre) const {
  const long width = static_cast<long>(c.size()) + more;
  const bool leads = !c.empty();  // then all of them have one magnitude, else they begin at 0
  const long slack = leads ? 0 : width + 1;
  long first = -kAnySize;
  long last = kAnySize;
  if (leads) {
    if (!set_.low->is_zero()) first = magnitude(*set_.low) - width;
    if (step_) first = std::max(first, step_->exponent() + step_->size() - width);
    if (set_.high) last = set_.high->is_zero() ? first - 1 : magnitude(*set_.high) - width;
  }
  Windows windows(first, last);
  windows.add(centre.first - 1, centre.last + 1);
  const auto around = [&](const Decimal& value) {
    if (!value.is_zero()) windows.add(magnitude(value) - width - 1, magnitude(value) - width + 1 + slack);
  };
  around(*set_.low);
  if (set_.high) around(*set_.high);
  for (const Decimal& value : set_.excluded) around(value);
  const auto settle = [&](const Divisor& divisor) {
    windows.add(divisor.exponent() - width - 1, divisor.settled() + 1);
  };
  if (step_) settle(*step_);
  for (const Divisor& divisor : not_steps_) settle(divisor);
  if (first > -kAnySize) windows.add(first, first + 1);
  if (last < kAnySize) windows.add(last - 1, last);
  return windows.take();
}

}  // namespace lockstep::oracle
