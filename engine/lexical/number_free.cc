// Completions in any spelling of RFC 8259, exponents that are begun excepted.
#include <algorithm>

#include "lockstep/engine/lexical/number_search.h"

namespace lockstep::engine {
namespace {

// Behind the point the exponent follows from the place of the first digit.
void place_behind(const NumberShape& shape, std::int64_t lead, const Extension& extension, BestPlan& best) {
  const Extension digits = shape.to_write(extension);
  const std::int64_t size = std::max<std::int64_t>(digits.size, shape.bare ? 1 : 0);
  const std::int64_t exponent = lead - shape.lead;
  if (exponent == 0) {
    best.offer(shape.start, 0, digits, size, std::nullopt, std::nullopt);
    return;
  }
  best.offer(shape.start, 0, digits, size, std::nullopt, exponent);
  if (shape.unplaced != '\0' && exponent < 0) {
    best.offer(shape.start, -exponent, digits, size, std::nullopt, std::nullopt);
  }
}

// Before the point there is a choice of where to put it, and then the exponent follows.
void place_before(const NumberShape& shape, std::int64_t lead, const Extension& digits, BestPlan& best) {
  const std::int64_t unit = shape.written.unit(lead);
  if (unit >= 0) {
    best.offer(shape.start, 0, digits, std::max(unit + 1, digits.size), unit, std::nullopt);
  }
  best.offer(shape.start, 0, digits, digits.size, std::nullopt, unit - digits.size);
  if (digits.size == 0) return;
  const std::int64_t exponent = std::clamp<std::int64_t>(0, unit - digits.size + 1, unit);
  best.offer(shape.start, 0, digits, digits.size, unit - exponent, exponent);
}

void place(const NumberShape& shape, std::int64_t lead, const Extension& digits, BestPlan& best) {
  shape.behind ? place_behind(shape, lead, digits, best) : place_before(shape, lead, digits, best);
}

}  // namespace

void offer_free(const NumberTarget& target, const NumberShape& shape, BestPlan& best) {
  for (const std::int64_t lead : target.leads(shape.written, shape.lead, shape.lead)) {
    if (target.integers()) {
      if (const auto digits = target.extend(true, shape.written, lead, 0, best.room())) {
        const std::int64_t unit = shape.written.unit(lead);
        if (target.verdict.plain_integer && !shape.behind && unit >= 0) {
          best.offer(shape.start, 0, *digits, unit, std::nullopt, std::nullopt);
        }
        if (target.verdict.other_integer) place(shape, lead, *digits, best);
      }
    }
    if (target.verdict.fraction) {
      if (const auto digits = target.extend(false, shape.written, lead, 0, best.room()))
        place(shape, lead, *digits, best);
    }
    if (best.done()) return;
  }
}

}  // namespace lockstep::engine
