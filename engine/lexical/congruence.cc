#include "lockstep/engine/lexical/congruence.h"

#include <algorithm>

#include "lockstep/engine/base/check.h"

namespace lockstep::engine {
namespace {

// The digits of a number below `unit`, down to `place`, as an integer.
BigInteger digits_between(Magnitude number, std::int64_t unit, std::int64_t place) {
  std::string digits;
  for (std::int64_t at = unit - 1; at >= place; --at)
    digits.push_back(static_cast<char>('0' + number.digit(at)));
  return from_digits(digits);
}

}  // namespace

// Digits written, where the last of them stands, and what of the numbers that begin so is asked for.
struct Congruence::Block {
  const BigInteger& written;  // its residue
  std::int64_t unit = 0;
  const Part& part;
};

Congruence::Congruence(const Divisors& divisors, const std::vector<std::size_t>& of,
                       const std::vector<std::size_t>& not_of, bool integral) {
  const Factors one;
  if (integral) multiple_ = one;
  if (!integral) excluded_.push_back(one);
  for (const std::size_t i : of) {
    multiple_ = multiple_ ? multiple_->together(divisors.factors(i)) : divisors.factors(i);
  }
  for (const std::size_t i : not_of) excluded_.push_back(divisors.factors(i));
  LOCKSTEP_CHECK(multiple_ || !excluded_.empty());
  low_ = multiple_ ? multiple_->place() : excluded_.front().place();
  high_ = multiple_ ? multiple_->top() : excluded_.front().top();
  for (const Factors& one_excluded : excluded_) {
    if (!multiple_) low_ = std::min(low_, one_excluded.place());
    high_ = std::max(high_, one_excluded.top());
  }
}

Congruence::Exponents Congruence::exponents(const BigInteger& stripped) const {
  Exponents out{-kNoEnd, kNoEnd};
  if (multiple_) {
    const std::optional<std::int64_t> least = multiple_->least_exponent(stripped);
    if (!least) return {};
    out.low = *least;
  }
  for (const Factors& excluded : excluded_) {
    const std::optional<std::int64_t> least = excluded.least_exponent(stripped);
    if (least) out.high = std::min(out.high, *least - 1);
  }
  return out;
}

// With so many digits added, the first of the integers M that serves, less t * 10^k; not 0, which adds
// nothing.
std::optional<BigInteger> Congruence::first_at(const Block& block, std::int64_t added,
                                               bool last_is_not_zero) const {
  const std::int64_t place = block.unit - added;
  const BigInteger all = power(10, added);
  const BigInteger written = block.written * all;
  BigInteger at = digits_between(block.part.low.view(), block.unit, place) + 1;
  BigInteger end = all;
  if (!block.part.to_end) {
    end = digits_between(block.part.high.view(), block.unit, place) +
          (block.part.high.view().has_below(place) ? 1 : 0);
  }
  if (at >= end) return std::nullopt;
  const BigInteger step = multiple_ ? multiple_->at_place(place) : BigInteger(1);
  std::vector<BigInteger> banned;
  for (const Factors& excluded : excluded_) {
    // Where it has no digit as low as those to be added it divides nothing that they make.
    if (excluded.place() < block.unit) banned.push_back(excluded.at_place(place));
  }
  if (last_is_not_zero) banned.emplace_back(10);
  const auto divides_all = [&](const BigInteger& one) { return divides(one, step); };
  if (std::any_of(banned.begin(), banned.end(), divides_all)) return std::nullopt;
  at += residue(-(written + at), step);
  for (; at < end; at += step) {
    const BigInteger number = written + at;
    const auto is_banned = [&](const BigInteger& one) { return divides(one, number); };
    if (std::none_of(banned.begin(), banned.end(), is_banned)) return at;
  }
  return std::nullopt;
}

// At least one digit. `most`: more are of no use.
std::optional<std::int64_t> Congruence::fewest(const Block& block, std::int64_t most) const {
  if (most < 1) return std::nullopt;
  std::int64_t below = 0;
  std::int64_t at = 1;
  while (!first_at(block, at, false)) {
    if (at == most) return std::nullopt;
    below = at;
    at = std::min(most, 2 * at);
  }
  while (at - below > 1) {
    const std::int64_t middle = below + (at - below) / 2;
    (first_at(block, middle, false) ? at : below) = middle;
  }
  return at;
}

std::optional<Extension> Congruence::extend(const Significand& written, std::int64_t unit, const Part& part,
                                            std::int64_t at_least, std::int64_t at_most) const {
  if (at_least == 0 && !part.above) {
    const Exponents those = exponents(written.residues.stripped);
    const std::int64_t exponent = unit + written.trailing;
    if (those.low <= exponent && exponent <= those.high) return Extension{};
  }
  const Block block{written.residues.all, unit, part};
  // Multiples have no digit below their divisor's last place; a number that is only no multiple always is
  // near.
  const std::int64_t most = multiple_ ? std::min(at_most, unit - multiple_->place()) : at_most;
  const std::optional<std::int64_t> fewest_digits = fewest(block, most);
  if (!fewest_digits) return std::nullopt;
  std::int64_t size = std::max(*fewest_digits, at_least);
  if (size > most) return std::nullopt;
  std::optional<BigInteger> found = first_at(block, size, size > *fewest_digits);
  while (!found && size < most) found = first_at(block, ++size, true);
  if (!found) return std::nullopt;
  const std::string digits = found->get_str();
  return Extension{size, std::string(static_cast<std::size_t>(size) - digits.size(), '0') + digits, '\0'};
}

std::vector<std::int64_t> Congruence::units(const Significand& written) const {
  std::vector<std::int64_t> out;
  // Above these the fewest digits are always as many, or each place costs one digit more.
  const std::int64_t digits = multiple_ ? decimal_digits(multiple_->at_place(multiple_->place())) : 1;
  const std::int64_t last = high_ + digits + static_cast<std::int64_t>(excluded_.size()) + 2;
  for (std::int64_t unit = low_; unit <= last; ++unit) out.push_back(unit);
  // Below them nothing can be added that helps: the digits written serve from one exponent to another.
  const Exponents those = exponents(written.residues.stripped);
  if (those.low > those.high) return out;
  for (const std::int64_t end : {those.low, those.high, those.high + 1}) {
    if (-kNoEnd < end && end < kNoEnd) out.push_back(end - written.trailing);
  }
  return out;
}

}  // namespace lockstep::engine
