// The rules; explain.h has what they check.
#include "lockstep/conformance/judge/explanations.h"

#include <algorithm>

#include "lockstep/conformance/judge/explain.h"

namespace lockstep::conformance {

const std::vector<ExplanationRule>& explanation_rules() {
  static const std::vector<ExplanationRule> kRules = {
      {"binary64_numbers",
       "its numbers are binary64, and on the rounded numbers the oracle agrees with it",
       {"hyperjump"},
       rounds_numbers},
      {"binary64_overflow",
       "a number is beyond binary64, so infinite for it",
       {"hyperjump"},
       overflows_numbers},
      {"multiple_of_tolerance",
       "its multipleOf takes a remainder below 1.2e-7 for none",
       {"hyperjump"},
       divides_with_tolerance},
      {"rounded_quotient",
       "it divides an integer by a fraction in binary64, and the quotient rounds to a whole number",
       {"sourcemeta"},
       rounds_quotients},
      {"mixed_number_kinds",
       "it compares binary64 fractions with exact decimals, and on those values the oracle agrees",
       {"sourcemeta"},
       mixes_number_kinds},
      {"exponent_beyond_32_bits",
       "the place of a number's first digit is beyond 32 bits, where it compares wrongly",
       {"sourcemeta"},
       has_huge_exponent},
      {"contains_count_with_exponent",
       "it ignores minContains and maxContains written with an exponent",
       {"sourcemeta"},
       ignores_counts_with_exponent},
      {"dot_line_terminator",
       "its `.` takes CR, U+2028 and U+2029, which ECMA-262 excludes",
       {"sourcemeta"},
       dot_takes_line_terminators},
      {"empty_name_pattern",
       "the empty pattern alone beside additionalProperties hides no member from it",
       {"hyperjump"},
       loses_empty_pattern},
      {"items_beside_unevaluated_items",
       "under anyOf or if it forgets that items beside unevaluatedItems has evaluated every item",
       {"sourcemeta"},
       loses_items_beside_unevaluated},
      {"repeated_name",
       "an object repeats a name: it keeps the last, the truth refuses the text",
       {"hyperjump", "sourcemeta"},
       repeats_a_name},
      {"lone_surrogate",
       "a string has a lone surrogate escape: it takes it, the truth refuses the text",
       {"hyperjump"},
       has_lone_surrogate},
      {"ill_formed_utf8",
       "a string is ill-formed UTF-8: it takes it, the truth refuses the text",
       {"sourcemeta"},
       has_ill_formed_utf8},
      {"identifier_in_data",
       "it takes $id or $anchor inside enum, const or an unknown keyword for an identifier",
       {"hyperjump"},
       identifies_data},
      {"reference_into_data",
       "it refuses a reference to what is no subschema",
       {"sourcemeta"},
       refers_to_data},
      {"leap_second", "its time has no second 60", {"hyperjump"}, knows_no_leap_second},
      {"pattern_needs_annex_b",
       "a pattern is valid only without the u flag, which it always sets",
       {"hyperjump"},
       needs_annex_b},
  };
  return kRules;
}

std::string_view explain(const Disagreement& disagreement) {
  for (const ExplanationRule& rule : explanation_rules()) {
    const bool concerns =
        std::find(rule.voters.begin(), rule.voters.end(), disagreement.voter) != rule.voters.end();
    if (concerns && rule.explains(disagreement)) return rule.name;
  }
  return {};
}

}  // namespace lockstep::conformance
