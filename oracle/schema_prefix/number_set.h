// Sets of numbers as schemas make them, and their spellings: does a spelling begin with these bytes?
// policy.md 4.4 and 4.5, RFC 8259 section 6. Thread rules: pure functions over plain values.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/oracle/answer.h"
#include "lockstep/oracle/json_text/decimal.h"
#include "lockstep/oracle/schema_prefix/oracle_policy.h"

namespace lockstep::oracle {

// All decimals between the bounds; an absent bound is infinite.
struct NumberSet {
  std::optional<Decimal> low;
  std::optional<Decimal> high;
  bool low_open = false;  // the bound itself is not in the set
  bool high_open = false;
  bool integral = false;           // integers only
  bool word = false;               // spelled as integer words only (4.4 `plain`; `integer` of draft 4)
  bool not_word = false;           // spelled otherwise than as an integer word (`plain`, draft 4)
  std::optional<Decimal> step;     // multiples of it only; positive
  std::vector<Decimal> not_steps;  // multiples of none of these; positive
  std::vector<Decimal> excluded;   // and none of these values

  static NumberSet only(const Decimal& value);
  void at_least(const Decimal& bound, bool open);
  void at_most(const Decimal& bound, bool open);
  void multiple_of(const Decimal& divisor);
  void no_multiple_of(const Decimal& divisor) { not_steps.push_back(divisor); }
  void exclude(const Decimal& value) { excluded.push_back(value); }
  // The negatives of its members.
  NumberSet mirrored() const;
  // By value; how it is spelled is not asked.
  bool holds(const Decimal& value) const;
};

// The reason why the functions below answer unknown; empty: they do not. The integrality is in the step.
std::string beyond_reach(const NumberSet& set);

// How many members have a spelling under the policy: at least and at most, both counted up to `cap`.
struct AmountRange {
  std::size_t least = 0;
  std::size_t most = 0;
};
AmountRange count_numbers(const NumberSet& set, const OraclePolicy& policy, std::size_t cap);

// -?(0|[1-9][0-9]*), 4.4.
bool is_integer_word(std::string_view text);

// The one canonical spelling of 4.4.
std::string canonical_spelling(const Decimal& value);

// Does the policy admit this spelling of a whole number, whatever the schema says?
bool admits_spelling(std::string_view number, const OraclePolicy& policy);

// Is there a spelling under the policy of a member of the set that begins with `prefix`? `prefix` is empty or
// begins some number of RFC 8259. Unknown only for bounds, divisors and excluded values of more than 2000
// digits or with an exponent beyond 10^+-15, beside more than eight negated divisors, and where more than 64
// digits could still follow under a number_bytes that is not none.
Answer number_begins(std::string_view prefix, const NumberSet& set, const OraclePolicy& policy);

}  // namespace lockstep::oracle
