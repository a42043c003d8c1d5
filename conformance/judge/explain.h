// The predicates behind the rules of explanations.h: does the reason hold on these very bytes? Where it can
// be done, a predicate shows the oracle what the validator saw and asks for the validator's verdict: an
// explanation that would also cover any other verdict is no explanation.
#pragma once

#include <string>
#include <string_view>

#include "lockstep/conformance/judge/explanations.h"

namespace lockstep::conformance {

// What they are made of.
bool is_vote(const Disagreement& one);  // on the instance, not on the schema
Validity ask_oracle(ValidateRequest request, std::string instance);
void replace_all(std::string& text, std::string_view what, std::string_view by);

// Numbers (explain_numbers.cc).
bool rounds_numbers(const Disagreement& one);
bool mixes_number_kinds(const Disagreement& one);
bool overflows_numbers(const Disagreement& one);
bool has_huge_exponent(const Disagreement& one);
bool divides_with_tolerance(const Disagreement& one);
bool rounds_quotients(const Disagreement& one);

// Schemas (explain_schemas.cc).
bool ignores_counts_with_exponent(const Disagreement& one);
bool loses_empty_pattern(const Disagreement& one);
bool loses_items_beside_unevaluated(const Disagreement& one);
bool dot_takes_line_terminators(const Disagreement& one);
bool needs_annex_b(const Disagreement& one);
bool identifies_data(const Disagreement& one);
bool refers_to_data(const Disagreement& one);

// Texts of instances (explain_texts.cc).
bool repeats_a_name(const Disagreement& one);
bool has_lone_surrogate(const Disagreement& one);
bool has_ill_formed_utf8(const Disagreement& one);
bool knows_no_leap_second(const Disagreement& one);

}  // namespace lockstep::conformance
