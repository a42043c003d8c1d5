#include "lockstep/engine/lexical/number_block.h"

#include <algorithm>
#include <utility>

#include "lockstep/engine/base/check.h"

namespace lockstep::engine {
namespace {

Extension extension_of(const Significand& written, std::int64_t unit, const OwnedMagnitude& number) {
  LOCKSTEP_DCHECK(number.exponent < unit);
  return {unit - number.exponent, number.digits.substr(written.digits.size()), '\0'};
}

// The fewest digits, at least `at_least`, that lead into the part; the last one is not 0.
Extension shortest(const Significand& written, std::int64_t unit, const Part& part, std::int64_t at_least) {
  OwnedMagnitude round{written.digits, unit};
  if (part.above) round = roundest_between(part.low, part.high);
  const std::int64_t added = unit - round.exponent;
  if (added >= at_least) return added == 0 ? Extension{} : extension_of(written, unit, round);
  // Numbers with their last digit, which is not 0, at this place; `round` has none there.
  const std::int64_t place = unit - at_least;
  if (exceeds_by(part.high, round.view(), place)) {
    return {at_least, round.digits.substr(written.digits.size()), '1'};
  }
  OwnedMagnitude best = roundest_between(round.view(), part.high);
  if (part.above) {
    OwnedMagnitude below = roundest_between(part.low, round.view());
    if (below.exponent > place) below = lowered(round.view(), place);
    if (below.exponent > best.exponent) best = std::move(below);
  }
  return extension_of(written, unit, best);
}

}  // namespace

Significand::Significand(std::string written, const Divisors* divisors)
    : digits(std::move(written)), next(digits) {
  if (divisors != nullptr) residues = divisors->residues(digits);
  const std::size_t last = digits.find_last_not_of('0');
  LOCKSTEP_DCHECK(last != std::string::npos);
  trailing = static_cast<std::int64_t>(digits.size() - 1 - last);
  std::size_t at = next.size();
  while (at > 0 && next[at - 1] == '9') next[--at] = '0';
  if (at > 0) {
    ++next[at - 1];
  } else {
    next.insert(next.begin(), '1');
  }
}

std::optional<Part> part_of(const Significand& written, std::int64_t unit, const OpenCell& cell) {
  const Magnitude first{written.digits, unit};
  const Magnitude end{written.next, unit};
  Part part{first, end, false, true};
  if (cell.bounded && compare(cell.high, end) < 0) {
    part.high = cell.high;
    part.to_end = false;
  }
  if (!cell.low.is_zero() && compare(cell.low, first) >= 0) {
    part.low = cell.low;
    part.above = true;
  }
  if (compare(part.low, part.high) >= 0) return std::nullopt;
  return part;
}

std::optional<Extension> extend_to(const Significand& written, Magnitude point) {
  const std::size_t shared = std::min(written.digits.size(), point.digits.size());
  if (written.digits.compare(0, shared, point.digits.substr(0, shared)) != 0) return std::nullopt;
  if (written.digits.find_first_not_of('0', shared) != std::string::npos) return std::nullopt;
  Extension out;
  out.head = point.digits.substr(shared);
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
  Extension out = shortest(written, unit, *part, at_least);
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
  return shortest(written, unit, *part, at_least);
}

}  // namespace lockstep::engine
