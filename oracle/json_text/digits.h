// Natural numbers and integers as strings of decimal digits, added, compared and divided as on paper.
// Natural: digits without leading zeros, zero is "". Integer: an optional minus before such digits, zero is
// "0". Thread rules: pure functions; the count of steps is each thread's own.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace lockstep::oracle {

// Leading zeros removed.
std::string natural(std::string_view digits);

std::strong_ordering compare_natural(std::string_view a, std::string_view b);
std::string add_natural(std::string_view a, std::string_view b);
// a - b, for a >= b.
std::string subtract_natural(std::string_view a, std::string_view b);
// Does b divide a * 10^zeros? b is not zero. Long division: about 5 (|a| + zeros - |b|) |b| steps.
bool divides(std::string_view b, std::string_view a, std::size_t zeros);
// a mod b, for b not zero; the same long division.
std::string remainder_of(std::string_view a, std::string_view b);
// As on paper: about |a| |b| steps.
std::string multiply_natural(std::string_view a, std::string_view b);
// a / b, rounded down, for b not zero.
std::string quotient_of(std::string_view a, std::string_view b);

// Digits that this thread has looked at in the arithmetic above so far: for tests that hold work to a bound.
std::uint64_t digit_steps();

// An optional sign (+ or -) and digits, as in an exponent.
std::string parse_integer(std::string_view text);
std::string integer_of(std::size_t value);
std::string add_integer(std::string_view a, std::string_view b);
std::string negate_integer(std::string_view a);
std::strong_ordering compare_integer(std::string_view a, std::string_view b);

}  // namespace lockstep::oracle
