// A single number whose exponent is beyond what a Decimal counts, and its spellings: which half-written
// numbers can still become it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lockstep/engine/lexical/number_prefix.h"
#include "lockstep/engine/policy/policy.h"

namespace lockstep::engine {

// ±d * 10^e for digits d that neither begin nor end with 0 and |e| >= kNearest. Its spellings
// (conformance/spec/policy.md 4.4) are those with an exponent: as an integer word or a plain fraction it
// would take ten million million digits, and no text is that long. Thread rules: immutable.
class FarNumber {
 public:
  static constexpr std::int64_t kNearest = 10'000'000'000'000;

  // `exponent`: decimal, with `-` or no sign, without leading zeros.
  FarNumber(bool negative, std::string digits, std::string_view exponent);

  // What is known of a half-written spelling beside its NumberPrefix, which must count digits
  // (NumberSpellings of a language that is not uniform).
  struct Spot {
    std::int64_t shift = 0;    // the exponent to be written is e + shift; known from the `e` on
    std::int64_t matched = 0;  // digits of it, zeros before them left out
    bool operator==(const Spot&) const = default;
  };
  // Where a spelling stands that begins with one byte more; nullopt: none does. `before` is the prefix of a
  // spelling that stands at `spot`; the grammar goes on with the byte. Cost: constant.
  std::optional<Spot> step(const Spot& spot, const NumberPrefix& before, char byte, Numbers numbers) const;
  // Is it written in full?
  bool complete(const Spot& spot, const NumberPrefix& prefix) const;
  // Some shortest rest, and its length. Cost: its length; constant.
  std::string finish(const Spot& spot, const NumberPrefix& prefix, Numbers numbers) const;
  std::int64_t finish_bytes(const Spot& spot, const NumberPrefix& prefix, Numbers numbers) const;

 private:
  // An exponent: digits before the last kLow, which are `low`.
  struct Exponent {
    std::string_view high;
    std::int64_t low = 0;
    std::int64_t size() const;
    char digit(std::int64_t at) const;
    std::string text() const;
  };
  // What is left of the digits, and the exponent's shift after them.
  struct Mantissa {
    std::string_view before_point, behind_point;
    bool point = false;
    std::int64_t shift = 0;
  };
  Exponent exponent(std::int64_t shift) const;
  std::optional<Spot> step_digit(const Spot& spot, const NumberPrefix& before, char byte,
                                 bool canonical) const;
  Mantissa mantissa(const NumberPrefix& prefix, bool canonical) const;

  bool negative_;
  std::string digits_;
  bool below_ = false;                // e < 0
  std::string high_, above_, under_;  // the digits of |e| before the last kLow, that + 1, that - 1
  std::int64_t low_ = 0;
};

}  // namespace lockstep::engine
