// The Core vocabulary (JSON Schema Core section 8): references. Identifiers are read by index.cc, before
// evaluation.
#include <array>

#include "lockstep/oracle/schema/evaluation.h"

namespace lockstep::oracle {
namespace {

// In place, and whatever holds for the target holds for the schema with the reference.
Answer apply(Evaluation& evaluation, Frame& frame, const Subschema& target) {
  Marks marks;
  Answer answer = evaluation.in_place(frame, target, marks);
  frame.marks.merge(marks, true, answer.reason);
  return answer;
}

// 8.2.3.1: siblings of $ref are judged like any other keyword.
Answer judge_ref(Evaluation& evaluation, Frame& frame, const Keyword& keyword) {
  return apply(evaluation, frame, *keyword.target);
}

// 8.2.3.2: dynamic only where the initially resolved target was named by a $dynamicAnchor (decided by the
// loader).
Answer judge_dynamic_ref(Evaluation& evaluation, Frame& frame, const Keyword& keyword) {
  if (keyword.dynamic_anchor.empty()) return apply(evaluation, frame, *keyword.target);
  return apply(evaluation, frame, evaluation.dynamic_target(keyword.dynamic_anchor, *keyword.target));
}

constexpr Draft k2019 = Draft::draft2019;

constexpr std::array<Rule, 9> kRules = {{
    {"$schema", kCore, ValueShape::string, Stage::assertion, nullptr},                           // 8.1.1
    {"$vocabulary", kCore, ValueShape::boolean_map, Stage::assertion, nullptr, k2019},           // 8.1.2
    {"$id", kCore, ValueShape::string, Stage::assertion, nullptr, Draft::draft6},                // 8.2.1
    {"$anchor", kCore, ValueShape::string, Stage::assertion, nullptr, k2019},                    // 8.2.2
    {"$dynamicAnchor", kCore, ValueShape::string, Stage::assertion, nullptr, Draft::draft2020},  // 8.2.2
    {"$ref", kCore, ValueShape::string, Stage::applicator, judge_ref},
    {"$dynamicRef", kCore, ValueShape::string, Stage::applicator, judge_dynamic_ref, Draft::draft2020},
    {"$defs", kCore, ValueShape::schema_map, Stage::assertion, nullptr, k2019},         // 8.2.4
    {"$comment", kCore, ValueShape::string, Stage::assertion, nullptr, Draft::draft7},  // 8.3
}};

}  // namespace

std::span<const Rule> core_rules() { return kRules; }

}  // namespace lockstep::oracle
