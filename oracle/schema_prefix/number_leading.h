// Numbers by their first digits, whatever their size: those that begin with the digits c are, for each
// magnitude, the numbers from c * 10^s to (c + 1) * 10^s, the latter not. Thread rules: pure functions.
#pragma once

#include <string>

#include "lockstep/oracle/schema_prefix/number_member.h"
#include "lockstep/oracle/schema_prefix/number_set.h"

namespace lockstep::oracle {

// As number_member.h has it.
struct Magnitudes {
  long first = -kAnySize;
  long last = kAnySize;
};

// Is there a number in the set whose digits begin with c, of a magnitude in the range? c is natural, not
// zero; the digits of a number go on with zeros. The set is one of has_member.
bool leading_digits_hit(const std::string& c, const NumberSet& set, const Magnitudes& range);

// Is there one whose canonical spelling has an exponent (4.4)? more: its digits, without zeros at the end,
// are more than c. The set may have nine not_steps.
bool leading_digits_hit_with_exponent(const std::string& c, bool more, const NumberSet& set);

}  // namespace lockstep::oracle
