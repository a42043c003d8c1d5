// The keywords of the Applicator vocabulary (Core section 10), by file: in place, to items, to members.
#pragma once

#include "lockstep/oracle/schema/evaluation.h"

namespace lockstep::oracle {

// in_place.cc: Core 10.2
Answer judge_all_of(Evaluation& evaluation, Frame& frame, const Keyword& keyword);
Answer judge_any_of(Evaluation& evaluation, Frame& frame, const Keyword& keyword);
Answer judge_one_of(Evaluation& evaluation, Frame& frame, const Keyword& keyword);
Answer judge_not(Evaluation& evaluation, Frame& frame, const Keyword& keyword);
Answer judge_if(Evaluation& evaluation, Frame& frame, const Keyword& keyword);
Answer judge_dependent_schemas(Evaluation& evaluation, Frame& frame, const Keyword& keyword);

// items.cc: Core 10.3.1
Answer judge_prefix_items(Evaluation& evaluation, Frame& frame, const Keyword& keyword);
Answer judge_items(Evaluation& evaluation, Frame& frame, const Keyword& keyword);
Answer judge_contains(Evaluation& evaluation, Frame& frame, const Keyword& keyword);

// members.cc: Core 10.3.2
Answer judge_properties(Evaluation& evaluation, Frame& frame, const Keyword& keyword);
Answer judge_pattern_properties(Evaluation& evaluation, Frame& frame, const Keyword& keyword);
Answer judge_additional_properties(Evaluation& evaluation, Frame& frame, const Keyword& keyword);
Answer judge_property_names(Evaluation& evaluation, Frame& frame, const Keyword& keyword);

}  // namespace lockstep::oracle
