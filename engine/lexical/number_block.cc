#include "lockstep/engine/lexical/number_block.h"

#include <algorithm>
#include <utility>

#include "lockstep/engine/base/check.h"

namespace lockstep::engine {
namespace {

// `number`: digits behind a single 1.
Extension extension_of(std::int64_t unit, const OwnedMagnitude& number) {
  LOCKSTEP_DCHECK(number.exponent < unit);
  return {unit - number.exponent, number.digits.substr(1), '\0'};
}

// The fewest digits, at least `at_least`, that lead into the part; the last one is not 0.
Extension shortest(std::int64_t unit, const Part& part, std::int64_t at_least) {
  OwnedMagnitude round{"1", unit};
  if (part.above) round = roundest_between(part.low.view(), part.high.view());
  const std::int64_t added = unit - round.exponent;
  if (added >= at_least) return added == 0 ? Extension{} : extension_of(unit, round);
  // Numbers with their last digit, which is not 0, at this place; `round` has none there.
  const std::int64_t place = unit - at_least;
  if (exceeds_by(part.high.view(), round.view(), place)) return {at_least, round.digits.substr(1), '1'};
  OwnedMagnitude best = roundest_between(round.view(), part.high.view());
  if (part.above) {
    OwnedMagnitude below = roundest_between(part.low.view(), round.view());
    if (below.exponent > place) below = lowered(round.view(), place);
    if (below.exponent > best.exponent) best = std::move(below);
  }
  return extension_of(unit, best);
}

}  // namespace

std::strong_ordering Significand::order_of(Magnitude point) const {
  if (point.rank < spot.low) return std::strong_ordering::less;
  return point.rank < spot.high ? std::strong_ordering::equal : std::strong_ordering::greater;
}

std::string_view Significand::rest_of(Magnitude point, std::int64_t size) {
  const auto written = static_cast<std::size_t>(size);
  return written < point.digits.size() ? point.digits.substr(written) : std::string_view();
}

std::optional<Part> part_of(const Significand& written, std::int64_t unit, const OpenCell& cell) {
  const std::int64_t lead = unit + written.size - 1;
  const auto order_of = [&](Magnitude end) {
    return end.lead() == lead ? written.order_of(end) : end.lead() <=> lead;
  };
  const auto inside = [&](Magnitude end) {
    const std::string_view rest = Significand::rest_of(end, written.size);
    return OwnedMagnitude{"1" + std::string(rest), unit - static_cast<std::int64_t>(rest.size())};
  };
  Part part{{"1", unit}, {"2", unit}, false, true};
  if (cell.bounded) {
    const std::strong_ordering high = order_of(cell.high);
    if (high < 0) return std::nullopt;
    if (high == 0) {
      part.high = inside(cell.high);
      part.to_end = false;
    }
  }
  if (!cell.low.is_zero()) {
    const std::strong_ordering low = order_of(cell.low);
    if (low > 0) return std::nullopt;
    if (low == 0) {
      part.low = inside(cell.low);
      part.above = true;
    }
  }
  if (compare(part.low.view(), part.high.view()) >= 0) return std::nullopt;
  return part;
}

std::optional<Extension> extend_to(const Significand& written, Magnitude point) {
  if (written.order_of(point) != 0) return std::nullopt;
  Extension out;
  out.head = Significand::rest_of(point, written.size);
  out.size = static_cast<std::int64_t>(out.head.size());
  return out;
}

std::optional<Extension> extend_to_integer(const Significand& written, std::int64_t lead,
                                           const OpenCell& cell, std::int64_t at_least) {
  const std::int64_t unit = written.unit(lead);
  const std::optional<Part> part = part_of(written, unit, cell);
  if (!part) return std::nullopt;
  // The fewest digits have the best chance to end at or above place 0, and no digits at all need no end above
  // it.
  Extension out = shortest(unit, *part, at_least);
  const std::int64_t last_place = out.size == 0 ? unit + written.trailing : unit - out.size;
  if (last_place < 0) return std::nullopt;
  return out;
}

std::optional<Extension> extend_to_fraction(const Significand& written, std::int64_t lead,
                                            const OpenCell& cell, std::int64_t at_least) {
  const std::int64_t unit = written.unit(lead);
  const std::optional<Part> part = part_of(written, unit, cell);
  if (!part) return std::nullopt;
  if (unit + written.trailing >= 0) {  // integral so far: some digit behind the point is needed
    at_least = std::max({at_least, unit + 1, std::int64_t{1}});
  }
  return shortest(unit, *part, at_least);
}

}  // namespace lockstep::engine
