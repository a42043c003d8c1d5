// What numbers are multiples of, where several divisors are asked for at once (the keyword multipleOf).
//
// A divisor is rest * 2^twos * 5^fives, its rest prime to 10. An integer M with a decimal exponent e is a
// multiple of it iff the rest divides M and M has the factors 2 and 5 that 10^e lacks. So of M only its
// residue by one modulus counts, which is no larger than the digits of the divisors make it, whatever their
// exponents. Internal to this folder, save for Divisors' decimals and bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/engine/lexical/big_integer.h"
#include "lockstep/engine/lexical/decimal.h"

namespace lockstep::engine {

struct Factors {
  BigInteger rest = 1;
  std::int64_t twos = 0;
  std::int64_t fives = 0;

  static Factors of(const Decimal& positive);
  // The least common multiple.
  Factors together(const Factors& other) const;
  bool divides(const Factors& other) const;
  std::int64_t place() const { return twos < fives ? twos : fives; }  // of its last digit that is not 0
  std::int64_t top() const { return twos < fives ? fives : twos; }  // from this place on only the rest counts
  // The divisor over 10^place, for an integer at that place: what has to divide it.
  BigInteger at_place(std::int64_t place) const;
  // From which exponent on an integer with this residue, not divisible by 10, is a multiple; nullopt: from
  // none.
  std::optional<std::int64_t> least_exponent(const BigInteger& residue) const;
};

// Digits written, as far as divisors are concerned.
struct Residues {
  BigInteger all;       // of the digits as an integer
  BigInteger stripped;  // of the same without zeros at the end
  bool operator==(const Residues&) const = default;
};

// The distinct divisors of one value. Thread rules: immutable.
class Divisors {
 public:
  using Bits = std::vector<bool>;  // one a divisor: is the value a multiple of it?

  // All positive; in any order, each as often as one likes.
  explicit Divisors(std::vector<Decimal> numbers);

  const std::vector<Decimal>& numbers() const { return numbers_; }  // ascending, each once
  bool empty() const { return numbers_.empty(); }
  std::size_t place_of(const Decimal& divisor) const;
  Bits bits_of(const Decimal& value) const;

  // The bits that occur, among integers or among other numbers. nullopt: more than `most`.
  std::optional<std::vector<Bits>> classes(bool integral, std::size_t most) const;

  const Factors& factors(std::size_t divisor) const { return factors_[divisor]; }
  const BigInteger& modulus() const { return modulus_; }
  // The residues of digits with one more behind them.
  void append(Residues& digits, char digit) const;

  bool operator==(const Divisors& other) const { return numbers_ == other.numbers_; }

 private:
  std::vector<Decimal> numbers_;
  std::vector<Factors> factors_;
  BigInteger modulus_ = 1;
};

// What a divisor among others costs is bounded by this: the digits of all divisors' least common multiple and
// the places from the last of any to the first of any or of a number beside them.
struct DivisorSpan {
  void add_divisor(const Decimal& divisor);
  void add_number(const Decimal& number);
  std::int64_t places() const;

 private:
  BigInteger modulus_ = 1;
  std::int64_t low_ = 0;  // 1 divides integers: its place is always there
  std::int64_t high_ = 0;
};

}  // namespace lockstep::engine
