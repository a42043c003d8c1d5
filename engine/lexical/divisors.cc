#include "lockstep/engine/lexical/divisors.h"

#include <algorithm>
#include <utility>

#include "lockstep/engine/base/check.h"
#include "lockstep/engine/lexical/number_magnitude.h"

namespace lockstep::engine {
namespace {

BigInteger least_common_multiple(const BigInteger& a, const BigInteger& b) {
  BigInteger out;
  mpz_lcm(out.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
  return out;
}

// Goes through the divisors, each a divisor of the class or not.
class ClassSearch {
 public:
  ClassSearch(const std::vector<Factors>& divisors, bool integral, std::size_t most)
      : divisors_(divisors), most_(most) {
    const Factors one;
    if (integral) {
      multiple_ = one;
    } else {
      excluded_.push_back(one);
    }
  }

  std::optional<std::vector<Divisors::Bits>> run() {
    visit(0);
    if (out_.size() > most_) return std::nullopt;
    return std::move(out_);
  }

 private:
  // The least common multiple of what is chosen has exactly the bits chosen, so every leaf occurs.
  void visit(std::size_t at) {
    if (out_.size() > most_) return;
    if (at == divisors_.size()) {
      out_.push_back(bits_);
      return;
    }
    const Factors& divisor = divisors_[at];
    const std::optional<Factors> before = multiple_;
    multiple_ = before ? before->together(divisor) : divisor;
    const bool possible = std::none_of(excluded_.begin(), excluded_.end(),
                                       [&](const Factors& one) { return one.divides(*multiple_); });
    bits_.push_back(true);
    if (possible) visit(at + 1);
    multiple_ = before;
    bits_.back() = false;
    if (!before || !divisor.divides(*before)) {
      excluded_.push_back(divisor);
      visit(at + 1);
      excluded_.pop_back();
    }
    bits_.pop_back();
  }

  const std::vector<Factors>& divisors_;
  std::size_t most_;
  std::optional<Factors> multiple_;
  std::vector<Factors> excluded_;
  Divisors::Bits bits_;
  std::vector<Divisors::Bits> out_;
};

}  // namespace

Factors Factors::of(const Decimal& positive) {
  LOCKSTEP_CHECK(!positive.negative() && !positive.is_zero());
  Factors out;
  out.rest = from_digits(positive.digits());
  const auto take = [&](unsigned prime) {
    const std::int64_t times = times_divided(out.rest, prime, decimal_digits(out.rest) * 4);
    out.rest /= power(prime, times);
    return times + positive.exponent();
  };
  out.twos = take(2);
  out.fives = take(5);
  return out;
}

Factors Factors::together(const Factors& other) const {
  return {least_common_multiple(rest, other.rest), std::max(twos, other.twos), std::max(fives, other.fives)};
}

bool Factors::divides(const Factors& other) const {
  return twos <= other.twos && fives <= other.fives && engine::divides(rest, other.rest);
}

BigInteger Factors::at_place(std::int64_t place) const {
  BigInteger out = rest;
  if (twos > place) out <<= static_cast<unsigned long>(twos - place);
  if (fives > place) out *= power(5, fives - place);
  return out;
}

std::optional<std::int64_t> Factors::least_exponent(const BigInteger& residue) const {
  if (!engine::divides(rest, residue)) return std::nullopt;
  // Not divisible by 10: where it has any of the one prime it has none of the other.
  if (twos > fives) return twos - times_divided(residue, 2, twos - fives);
  return fives - times_divided(residue, 5, fives - twos);
}

Divisors::Divisors(std::vector<Decimal> numbers) : numbers_(std::move(numbers)) {
  std::sort(numbers_.begin(), numbers_.end());
  numbers_.erase(std::unique(numbers_.begin(), numbers_.end()), numbers_.end());
  for (const Decimal& number : numbers_) {
    factors_.push_back(Factors::of(number));
    modulus_ = least_common_multiple(modulus_, from_digits(number.digits()));
  }
}

std::size_t Divisors::place_of(const Decimal& divisor) const {
  const auto found = std::lower_bound(numbers_.begin(), numbers_.end(), divisor);
  LOCKSTEP_CHECK(found != numbers_.end() && *found == divisor);
  return static_cast<std::size_t>(found - numbers_.begin());
}

Divisors::Bits Divisors::bits_of(const Decimal& value) const {
  Bits out(numbers_.size(), true);
  if (value.is_zero() || numbers_.empty()) return out;
  const BigInteger of_digits = residue(from_digits(value.digits()), modulus_);
  for (std::size_t i = 0; i < factors_.size(); ++i) {
    const std::optional<std::int64_t> least = factors_[i].least_exponent(of_digits);
    out[i] = least && *least <= value.exponent();
  }
  return out;
}

std::optional<std::vector<Divisors::Bits>> Divisors::classes(bool integral, std::size_t most) const {
  return ClassSearch(factors_, integral, most).run();
}

void Divisors::append(Residues& digits, char digit) const {
  digits.all = (digits.all * 10 + (digit - '0')) % modulus_;
  if (digit != '0') digits.stripped = digits.all;
}

void DivisorSpan::add_divisor(const Decimal& divisor) {
  const Factors factors = Factors::of(divisor);
  modulus_ = least_common_multiple(modulus_, from_digits(divisor.digits()));
  low_ = std::min(low_, factors.place());
  high_ = std::max(high_, factors.top());
}

void DivisorSpan::add_number(const Decimal& number) {
  if (!number.is_zero()) high_ = std::max(high_, magnitude(number).lead());
}

std::int64_t DivisorSpan::places() const {
  return std::max(high_ - low_, static_cast<std::int64_t>(modulus_.get_str().size()));
}

}  // namespace lockstep::engine
