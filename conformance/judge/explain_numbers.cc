// Reasons in the numbers: how a validator holds and compares them.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "lockstep/conformance/judge/binary64.h"
#include "lockstep/conformance/judge/explain.h"
#include "lockstep/oracle/json_text/decimal.h"
#include "lockstep/oracle/json_text/json_text.h"

namespace lockstep::conformance {

namespace {

// Where these numbers are rounded to binary64, the oracle gives the voter's verdict.
bool agrees_after_rounding(const Disagreement& one, NumberFilter which) {
  if (!is_vote(one)) return false;
  const auto schema = round_numbers(one.request.schema, which);
  const auto instance = round_numbers(one.instance, which);
  if (!schema || !instance || (!schema->changed && !instance->changed)) return false;
  ValidateRequest request = one.request;
  request.schema = schema->text;
  return ask_oracle(std::move(request), instance->text) == one.vote;
}

}  // namespace

// The numbers of schema and instance, rounded to binary64, have another answer: the voter's.
bool rounds_numbers(const Disagreement& one) { return agrees_after_rounding(one, is_any_number); }

// sourcemeta 16.11.0 reads a plain fraction as binary64, and a number with an exponent or too many digits as
// a decimal; comparing the two it takes the binary64 at its exact value.
bool mixes_number_kinds(const Disagreement& one) { return agrees_after_rounding(one, is_plain_fraction); }

// Some number is infinite for the voter. What follows from that is not modelled, so the bytes must hold such
// a number.
bool overflows_numbers(const Disagreement& one) {
  if (!is_vote(one)) return false;
  const auto schema = round_numbers(one.request.schema);
  const auto instance = round_numbers(one.instance);
  return (schema && schema->overflow) || (instance && instance->overflow);
}

// sourcemeta 16.11.0 keeps the place of the first digit in 32 bits; what it says of a number beyond is not
// modelled, so the bytes must hold one.
bool has_huge_exponent(const Disagreement& one) {
  const auto schema = oracle::parse_json(one.request.schema);
  const auto instance = oracle::parse_json(one.instance);
  if (!is_vote(one) || !schema || !instance) return false;
  std::vector<std::string> numbers;
  collect_numbers(schema.value(), "", numbers);
  collect_numbers(instance.value(), "", numbers);
  return std::any_of(numbers.begin(), numbers.end(), [](const std::string& number) {
    const std::size_t mark = number.find_first_of("eE");
    if (mark == std::string::npos) return false;
    const std::size_t first = number.find_first_of("123456789", mark);
    const std::string digits = first == std::string::npos ? "0" : number.substr(first);
    return digits.size() > 10 || std::strtoull(digits.c_str(), nullptr, 10) + mark > 2147483647U;
  });
}

namespace {

template <typename Differs>
bool some_division(const Disagreement& one, const Differs& differs) {
  const auto schema = oracle::parse_json(one.request.schema);
  const auto instance = oracle::parse_json(one.instance);
  if (!is_vote(one) || !schema || !instance) return false;
  std::vector<std::string> divisors;
  std::vector<std::string> values;
  collect_numbers(schema.value(), "multipleOf", divisors);
  collect_numbers(instance.value(), "", values);
  for (const std::string& divisor : divisors) {
    const oracle::Decimal by = oracle::parse_decimal(divisor);
    if (by.is_zero() || by.negative) continue;
    for (const std::string& value : values) {
      const oracle::Answer exact = oracle::is_multiple_of(oracle::parse_decimal(value), by);
      if (!exact.is_unknown() && differs(value, divisor, exact.is_yes())) return true;
    }
  }
  return false;
}

// hyperjump 1.18.0, lib/keywords/multipleOf.js: a remainder closer than this to 0 or to the divisor is none.
bool is_multiple_in_hyperjump(const std::string& value, const std::string& divisor) {
  constexpr double kTolerance = 1.19209290e-7;
  const double by = std::strtod(divisor.c_str(), nullptr);
  const double remainder = std::fmod(std::strtod(value.c_str(), nullptr), by);
  return std::fabs(remainder) < kTolerance || std::fabs(by - remainder) < kTolerance;
}

}  // namespace

// A divisor of the schema and a number of the instance on which the voter's remainder and the exact one
// differ.
bool divides_with_tolerance(const Disagreement& one) {
  return some_division(one, [](const std::string& value, const std::string& divisor, bool exact) {
    return exact != is_multiple_in_hyperjump(value, divisor);
  });
}

// sourcemeta 16.11.0 divides an integer of up to 2^53 by a fraction in binary64, and takes it for a multiple
// where the quotient comes out whole, which every quotient from 2^52 on does.
bool rounds_quotients(const Disagreement& one) {
  return some_division(one, [](const std::string& value, const std::string& divisor, bool exact) {
    constexpr double kLargest = 9007199254740992;
    const bool integer = value.find_first_of(".eE") == std::string::npos;
    const double by = std::strtod(divisor.c_str(), nullptr);
    const double dividend = std::strtod(value.c_str(), nullptr);
    if (!integer || !is_plain_fraction(divisor) || std::fabs(dividend) > kLargest) return false;
    const double quotient = dividend / by;
    return !exact && std::trunc(quotient) == quotient;
  });
}

}  // namespace lockstep::conformance
