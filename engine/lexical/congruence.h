// Numbers that are multiples of certain divisors and not multiples of others: which exponents and which
// further digits lead to one. Internal to this folder.
//
// Digits t are written, the last of them at the place u, and k more bring the last to E = u - k. The number
// is M * 10^E, M between t * 10^k and (t + 1) * 10^k. It is a multiple of all that must divide it iff one
// integer divides M, and the first such M at or above any bound is a division away; that M is not a multiple
// of another divisor costs at most a step for every subset of these (their primes: Kanold's bound on the gaps
// of a sieve). Where k digits are enough k + 1 are too, so the fewest are found by doubling and halving.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/engine/lexical/divisors.h"
#include "lockstep/engine/lexical/number_block.h"

namespace lockstep::engine {

// Thread rules: immutable.
class Congruence {
 public:
  static constexpr std::int64_t kNoEnd = std::numeric_limits<std::int64_t>::max() / 4;

  // `integral`: multiples of 1, or no multiples of it.
  Congruence(const Divisors& divisors, const std::vector<std::size_t>& of,
             const std::vector<std::size_t>& not_of, bool integral);

  // Both ends included; low > high: no exponent.
  struct Exponents {
    std::int64_t low = 1;
    std::int64_t high = 0;
  };
  // Those of an integer with this residue, not divisible by 10.
  Exponents exponents(const BigInteger& stripped) const;

  // The fewest digits, but `at_least` and at most `at_most` of them, behind `written` that reach a number of
  // the part; if any are added the last is not 0. `unit`: the place of the last digit written.
  std::optional<Extension> extend(const Significand& written, std::int64_t unit, const Part& part,
                                  std::int64_t at_least, std::int64_t at_most) const;

  // Places of the last digit written at which the price of a completion may turn. Besides these: where the
  // exponent is 0, and the ends of a cell.
  std::vector<std::int64_t> units(const Significand& written) const;

 private:
  struct Block;
  std::optional<BigInteger> first_at(const Block& block, std::int64_t added, bool last_is_not_zero) const;
  std::optional<std::int64_t> fewest(const Block& block, std::int64_t most) const;

  std::optional<Factors> multiple_;  // nullopt: of nothing in particular
  std::vector<Factors> excluded_;
  std::int64_t low_ = 0;   // no divisor has a digit below this place
  std::int64_t high_ = 0;  // from this place on only the rests of the divisors count
};

}  // namespace lockstep::engine
