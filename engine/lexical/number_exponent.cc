// Completions of a number whose exponent is begun: the digits are settled, a target is an interval of
// exponents.
#include <algorithm>
#include <utility>

#include "lockstep/engine/lexical/number_search.h"

namespace lockstep::engine {
namespace {

// Both ends included; kFarExponent and its negative stand for no end, where NumberPrefix too stops counting.
struct ExponentRange {
  std::int64_t low = -kFarExponent;
  std::int64_t high = kFarExponent;
  ExponentRange within(std::int64_t from, std::int64_t to) const {
    return {std::max(low, from), std::min(high, to)};
  }
};

// Digits that lead into a range of exponents of one sign: 0 <= low.
void offer_digits(std::string start, ExponentRange range, const NumberPrefix& prefix, bool canonical,
                  BestPlan& best) {
  if (range.low > range.high) return;
  if (!prefix.exponent_begun) {
    best.offer_text(std::move(start) + std::to_string(range.low));
    return;
  }
  const bool only_zero = canonical && prefix.exponent == 0;
  std::int64_t first =
      prefix.exponent;  // what k more digits make of those written: from `first` on, `width` of them
  std::int64_t width = 1;
  for (std::size_t k = 0; first <= range.high; ++k, first *= 10, width *= 10) {
    if (first + width - 1 >= range.low) {
      const std::string digits = std::to_string(std::max(first, range.low));
      best.offer_text(digits.size() < k ? std::string(k - digits.size(), '0') + digits
                                        : digits.substr(digits.size() - k));
      return;
    }
    if (only_zero) return;
  }
}

void offer_range(ExponentRange range, const NumberPrefix& prefix, bool canonical, BestPlan& best) {
  if (prefix.exponent_sign != '-') {
    offer_digits("", range.within(0, kFarExponent), prefix, canonical, best);
  }
  if (prefix.exponent_sign == '-' || prefix.stage == NumberStage::exponent) {
    const ExponentRange mirrored{-range.high, -range.low};
    offer_digits(prefix.stage == NumberStage::exponent ? "-" : "",
                 mirrored.within(canonical ? 1 : 0, kFarExponent), prefix, canonical, best);
  }
}

// The exponents that lead into a target.
ExponentRange range_of(const NumberTarget& target, const Significand& written, std::int64_t lead) {
  if (target.is_point) {
    const auto rest = extend_to(written, target.point);
    if (!rest || rest->size > 0) return {1, 0};
    return {target.point.lead() - lead, target.point.lead() - lead};
  }
  ExponentRange out;
  const OpenCell& cell = target.cell;
  if (!cell.low.is_zero()) {
    out.low = cell.low.lead() - lead + (written.order_of(cell.low) < 0 ? 0 : 1);
  }
  if (cell.bounded) {
    const std::strong_ordering order = written.order_of(cell.high);
    const bool below = order > 0 || (order == 0 && !Significand::rest_of(cell.high, written.size).empty());
    out.high = cell.high.lead() - lead - (below ? 0 : 1);
  }
  return out;
}

}  // namespace

void offer_exponents(const NumberTarget& target, const NumberPrefix& prefix, bool canonical, BestPlan& best) {
  const Significand& written = prefix.digits;
  const std::int64_t lead = prefix.lead();
  if (canonical) {
    if (prefix.capital || prefix.exponent_sign == '+' || prefix.exponent_padded) return;
    if (prefix.integer_digits != 1 || lead != 0) return;
    if (prefix.fraction_digits > 0 && written.trailing > 0) return;
  }
  ExponentRange all = range_of(target, written, lead);
  const std::int64_t least_integral = written.size - 1 - written.trailing - lead;
  if (target.congruence != nullptr) {
    const Congruence::Exponents those = target.congruence->exponents(written.residues.stripped);
    all = all.within(those.low + least_integral, those.high + least_integral);
  }
  for (const bool integer : {true, false}) {
    if (!(integer ? target.verdict.other_integer : target.verdict.fraction)) continue;
    const ExponentRange range =
        integer ? all.within(least_integral, kFarExponent) : all.within(-kFarExponent, least_integral - 1);
    if (!canonical || needs_exponent(0, written.size)) {
      offer_range(range, prefix, canonical, best);
      continue;
    }
    offer_range(range.within(kMostPlainDigits, kFarExponent), prefix, canonical, best);
    offer_range(range.within(-kFarExponent, written.size - kMostPlainDigits - 1), prefix, canonical, best);
  }
}

}  // namespace lockstep::engine
