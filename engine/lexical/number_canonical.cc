// Completions in canonical spelling (conformance/spec/policy.md 4.4), exponents that are begun excepted.
#include <algorithm>

#include "lockstep/engine/lexical/number_search.h"

namespace lockstep::engine {
namespace {

// The fewest significant digits with which a number whose first digit has this place needs an exponent.
std::int64_t digits_with_exponent(std::int64_t lead) {
  if (lead >= kMostPlainDigits) return 1;
  const std::int64_t leading_zeros = lead < 0 ? -lead : 0;
  return std::max<std::int64_t>(kMostPlainDigits + 1 - leading_zeros, 1);
}

void offer_plain_form(const NumberTarget& target, const NumberShape& shape, std::int64_t lead,
                      std::int64_t at_least, BestPlan& best) {
  const std::int64_t unit = shape.written.unit(lead);
  if (!shape.behind && unit >= 0 && target.verdict.plain_integer && lead < kMostPlainDigits) {
    if (const auto digits = target.extend(true, shape.written, lead, 0, best.room())) {
      best.offer(shape.start, 0, *digits, unit, std::nullopt, std::nullopt);
    }
  }
  const std::int64_t zeros = shape.behind ? shape.lead - lead : 0;
  const bool fits = shape.behind ? zeros == 0 || (shape.unplaced != '\0' && zeros > 0) : unit >= 0;
  if (!fits || !target.verdict.fraction) return;
  const auto extension = target.extend(false, shape.written, lead, at_least, best.room());
  if (!extension || needs_exponent(lead, shape.written.size + extension->size)) return;
  const Extension digits = shape.to_write(*extension);
  best.offer(shape.start, zeros, digits, digits.size, shape.behind ? std::nullopt : std::optional(unit),
             std::nullopt);
}

void offer_exponent_form(const NumberTarget& target, const NumberShape& shape, std::int64_t lead,
                         std::int64_t at_least, BestPlan& best) {
  const bool one_digit = shape.behind ? shape.unplaced == '\0' && shape.lead == 0 : shape.written.size == 1;
  if (!one_digit) return;
  at_least = std::max(at_least, digits_with_exponent(lead) - shape.written.size);
  for (const bool integer : {true, false}) {
    if (!(integer ? target.verdict.other_integer : target.verdict.fraction)) continue;
    if (integer && lead < kMostPlainDigits) continue;
    const auto digits = target.extend(integer, shape.written, lead, at_least, best.room());
    if (!digits || !needs_exponent(lead, shape.written.size + digits->size)) continue;
    const bool point = !shape.behind && digits->size > 0;
    best.offer(shape.start, 0, *digits, digits->size, point ? std::optional<std::int64_t>(0) : std::nullopt,
               lead);
  }
}

}  // namespace

bool needs_exponent(std::int64_t lead, std::int64_t digits) { return digits >= digits_with_exponent(lead); }

bool is_canonical(const NumberPrefix& number) {
  if (number.digits.size == 0) return number.stage == NumberStage::zero && !number.negative;
  const std::int64_t digits = number.digits.size - number.digits.trailing;
  if (number.fraction_digits > 0 && number.digits.trailing > 0) return false;
  if (!number.has_exponent()) return !needs_exponent(number.lead(), digits);
  const bool one_digit = number.integer_digits == 1 && number.lead() == 0;
  const bool least_exponent = number.exponent_sign != '+' && !number.exponent_padded &&
                              !(number.exponent_sign == '-' && number.exponent == 0);
  return one_digit && !number.capital && least_exponent && needs_exponent(number.signed_exponent(), digits);
}

void offer_canonical(const NumberTarget& target, const NumberShape& shape, BestPlan& best) {
  // Behind the point the last digit is not 0.
  const std::int64_t at_least = shape.behind && (shape.bare || shape.written.trailing > 0) ? 1 : 0;
  for (const std::int64_t lead : target.leads(shape.written, -kMostPlainDigits - 1, kMostPlainDigits + 1)) {
    offer_plain_form(target, shape, lead, at_least, best);
    offer_exponent_form(target, shape, lead, at_least, best);
    if (best.done()) return;
  }
}

}  // namespace lockstep::engine
