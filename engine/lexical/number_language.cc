#include "lockstep/engine/lexical/number_language.h"

#include <algorithm>

#include "lockstep/engine/base/check.h"
#include "lockstep/engine/lexical/number_search.h"

namespace lockstep::engine {
namespace {

std::int64_t size_of(std::string_view text) { return static_cast<std::int64_t>(text.size()); }

}  // namespace

void NumberLanguage::add(const Decimal& point, NumberVerdict at, NumberVerdict above) {
  if (point.is_integer()) {
    at.fraction = false;
  } else {
    at.plain_integer = at.other_integer = false;
  }
  const NumberVerdict below = between_.back();
  const bool same = point.is_integer()
                        ? at.plain_integer == below.plain_integer && at.other_integer == below.other_integer
                        : at.fraction == below.fraction;
  if (below == above && same && !point.is_zero()) return;
  if (point.is_zero()) zero_ = points_.size();
  points_.push_back(point);
  at_point_.push_back(at);
  between_.push_back(above);
}

NumberLanguage::NumberLanguage(std::vector<Decimal> points, std::vector<NumberVerdict> at_point,
                               std::vector<NumberVerdict> between) {
  LOCKSTEP_CHECK(at_point.size() == points.size() && between.size() == points.size() + 1);
  between_.push_back(between.front());
  const Decimal zero;
  bool has_zero = false;
  for (std::size_t i = 0; i < points.size(); ++i) {
    LOCKSTEP_CHECK(i == 0 || points[i - 1] < points[i]);
    if (!has_zero && points[i] > zero) add(zero, between[i], between[i]);
    has_zero = has_zero || points[i] >= zero;
    add(points[i], at_point[i], between[i + 1]);
  }
  if (!has_zero) add(zero, between.back(), between.back());
}

bool NumberLanguage::contains(std::string_view spelling) const {
  const Decimal value = Decimal::saturating(spelling);
  const auto found = std::lower_bound(points_.begin(), points_.end(), value);
  const std::size_t place = static_cast<std::size_t>(found - points_.begin());
  const NumberVerdict& verdict =
      found != points_.end() && *found == value ? at_point_[place] : between_[place];
  if (!value.is_integer()) return verdict.fraction;
  const bool plain = spelling.find_first_of(".eE") == std::string_view::npos;
  return plain ? verdict.plain_integer : verdict.other_integer;
}

NumberSpellings::NumberSpellings(const NumberLanguage& language, const Policy& policy)
    : language_(language),
      numbers_(policy.numbers),
      most_bytes_(policy.number_bytes ? std::int64_t{*policy.number_bytes} : kNoPlan - 1) {}

bool NumberSpellings::viable(std::string_view prefix) const {
  const std::int64_t room = most_bytes_ - size_of(prefix);
  if (room < 0) return false;
  return best_plan(language_, numbers_, prefix, room).size <= room;
}

bool NumberSpellings::complete(std::string_view text) const {
  if (size_of(text) > most_bytes_) return false;
  const std::optional<NumberPrefix> number = NumberPrefix::read(text);
  if (!number || !number->is_number()) return false;
  if (numbers_ == Numbers::canonical && !is_canonical(text, *number)) return false;
  return language_.contains(text);
}

std::optional<std::int64_t> NumberSpellings::finish_bytes(std::string_view prefix) const {
  const Plan plan = best_plan(language_, numbers_, prefix, 0);
  if (plan.size > most_bytes_ - size_of(prefix)) return std::nullopt;
  return plan.size;
}

std::string NumberSpellings::finish(std::string_view prefix) const {
  const Plan plan = best_plan(language_, numbers_, prefix, 0);
  LOCKSTEP_CHECK(plan.size <= most_bytes_ - size_of(prefix));
  return plan.text();
}

}  // namespace lockstep::engine
