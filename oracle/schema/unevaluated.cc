// The Unevaluated vocabulary (Core section 11). Runs last in its schema object, over the marks that the other
// keywords of the object left, those of in-place subschemas included.
#include <array>

#include "lockstep/oracle/schema/evaluation.h"

namespace lockstep::oracle {
namespace {

// 11.2
Answer judge_unevaluated_items(Evaluation& evaluation, Frame& frame, const Keyword& keyword) {
  Answer all = Answer::yes();
  for (std::size_t i = 0; i < frame.instance.items.size(); ++i) {
    const Answer evaluated = frame.marks.at(i);
    if (evaluated.is_yes()) continue;
    all = both(all, either(evaluated, evaluation.at_child(frame, *keyword.value, frame.instance.items[i])));
    if (all.is_no()) return all;
    frame.marks.mark(i, Answer::yes());
  }
  return all;
}

// 11.3
Answer judge_unevaluated_properties(Evaluation& evaluation, Frame& frame, const Keyword& keyword) {
  Answer all = Answer::yes();
  for (std::size_t i = 0; i < frame.instance.members.size(); ++i) {
    const Answer evaluated = frame.marks.at(i);
    if (evaluated.is_yes()) continue;
    all = both(
        all, either(evaluated, evaluation.at_child(frame, *keyword.value, frame.instance.members[i].value)));
    if (all.is_no()) return all;
    frame.marks.mark(i, Answer::yes());
  }
  return all;
}

constexpr std::array<Rule, 2> kRules = {{
    {"unevaluatedItems", kUnevaluated, ValueShape::schema, Stage::unevaluated, judge_unevaluated_items,
     Draft::draft2019},
    {"unevaluatedProperties", kUnevaluated, ValueShape::schema, Stage::unevaluated,
     judge_unevaluated_properties, Draft::draft2019},
}};

}  // namespace

std::span<const Rule> unevaluated_rules() { return kRules; }

}  // namespace lockstep::oracle
