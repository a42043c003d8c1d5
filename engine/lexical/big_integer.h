// Integers of any size, by GMP: the one file that knows it. Internal to this folder.
#pragma once

#include <gmpxx.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace lockstep::engine {

using BigInteger = mpz_class;

// Decimal digits; "" is 0. Cost: a little more than linear.
inline BigInteger from_digits(std::string_view digits) {
  return digits.empty() ? BigInteger(0) : BigInteger(std::string(digits), 10);
}

inline BigInteger power(unsigned base, std::int64_t exponent) {
  BigInteger out;
  mpz_ui_pow_ui(out.get_mpz_t(), base, static_cast<unsigned long>(exponent));
  return out;
}

inline bool divides(const BigInteger& divisor, const BigInteger& number) {
  return mpz_divisible_p(number.get_mpz_t(), divisor.get_mpz_t()) != 0;
}

// From 0 up, whatever the sign of `number`.
inline BigInteger residue(const BigInteger& number, const BigInteger& modulus) {
  BigInteger out;
  mpz_fdiv_r(out.get_mpz_t(), number.get_mpz_t(), modulus.get_mpz_t());
  return out;
}

// How often a prime divides, but no more than `most` times; 0 is divided `most` times.
inline std::int64_t times_divided(const BigInteger& number, unsigned prime, std::int64_t most) {
  if (number == 0 || most <= 0) return most <= 0 ? 0 : most;
  BigInteger rest;
  const auto times = static_cast<std::int64_t>(
      mpz_remove(rest.get_mpz_t(), number.get_mpz_t(), BigInteger(prime).get_mpz_t()));
  return times < most ? times : most;
}

inline std::uint64_t low_bits(const BigInteger& number) { return mpz_getlimbn(number.get_mpz_t(), 0); }

inline std::size_t heap_bytes_of(const BigInteger& number) {
  return static_cast<std::size_t>(number.get_mpz_t()->_mp_alloc) * sizeof(mp_limb_t);
}

inline std::int64_t decimal_digits(const BigInteger& number) {  // at most one too many
  return static_cast<std::int64_t>(mpz_sizeinbase(number.get_mpz_t(), 10));
}

}  // namespace lockstep::engine
