// Pairs of number texts that lie close together in ways that break inexact arithmetic.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <utility>

namespace lockstep::conformance::second_source {

class NumberMaker {
 public:
  explicit NumberMaker(std::uint64_t seed) : random_(seed) {}

  // Unrelated numbers; one value in two spellings; multiples and near-multiples; long numbers that differ in
  // one digit; divisors of twos and fives. Up to about 60 digits. Exponents lie within +-350 of
  // `exponent_base` or, half the time, of 0; a base of 0 keeps them all small enough to be expanded.
  std::pair<std::string, std::string> pair(long long exponent_base);

 private:
  struct Number {
    bool negative = false;
    std::string digits;  // "0" or without leading zeros
    long long exponent = 0;
  };

  std::uint64_t below(std::uint64_t n) { return random_() % n; }
  std::string digits(std::uint64_t count);
  Number number(long long base);
  std::string spell(Number number);
  std::string spell_exponent(long long exponent);
  std::pair<Number, Number> multiple(long long base);
  std::pair<Number, Number> long_multiple(long long base);
  std::pair<Number, Number> twos_and_fives(long long base);

  std::mt19937_64 random_;
};

}  // namespace lockstep::conformance::second_source
