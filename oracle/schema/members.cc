// Applicators to the members of an object (Core section 10.3.2).
#include "lockstep/oracle/schema/applicator.h"

namespace lockstep::oracle {
namespace {

// Is the name covered by the neighbours `properties` and `patternProperties`?
Answer is_covered(const Evaluation& evaluation, const Frame& frame, const std::string& name) {
  if (const Keyword* named = frame.find("properties");
      named != nullptr && named->value->find(name) != nullptr) {
    return Answer::yes();
  }
  Answer covered = Answer::no();
  if (const Keyword* by_pattern = frame.find("patternProperties")) {
    for (const Pattern& pattern : by_pattern->patterns) {
      covered = either(covered, pattern.search(name, evaluation.pattern_steps()));
      if (covered.is_yes()) return covered;
    }
  }
  return covered;
}

}  // namespace

// 10.3.2.1
Answer judge_properties(Evaluation& evaluation, Frame& frame, const Keyword& keyword) {
  Answer all = Answer::yes();
  for (std::size_t i = 0; i < frame.instance.members.size(); ++i) {
    const JsonMember& member = frame.instance.members[i];
    const JsonValue* schema = keyword.value->find(member.name);
    if (schema == nullptr) continue;
    all = both(all, evaluation.at_child(frame, *schema, member.value));
    if (all.is_no()) return all;
    if (evaluation.annotates()) frame.marks.mark(i, Answer::yes());
  }
  return all;
}

// 10.3.2.2. Where it is unknown whether a name matches, the member is either valid anyway or unknown.
Answer judge_pattern_properties(Evaluation& evaluation, Frame& frame, const Keyword& keyword) {
  Answer all = Answer::yes();
  for (std::size_t i = 0; i < frame.instance.members.size(); ++i) {
    const JsonMember& member = frame.instance.members[i];
    for (std::size_t p = 0; p < keyword.patterns.size(); ++p) {
      const Answer matches = keyword.patterns[p].search(member.name, evaluation.pattern_steps());
      if (matches.is_no()) continue;
      const Answer valid = evaluation.at_child(frame, keyword.value->members[p].value, member.value);
      all = both(all, either(negate(matches), valid));
      if (all.is_no()) return all;
      if (evaluation.annotates()) frame.marks.mark(i, matches);
    }
  }
  return all;
}

// 10.3.2.3
Answer judge_additional_properties(Evaluation& evaluation, Frame& frame, const Keyword& keyword) {
  Answer all = Answer::yes();
  for (std::size_t i = 0; i < frame.instance.members.size(); ++i) {
    const JsonMember& member = frame.instance.members[i];
    const Answer covered = is_covered(evaluation, frame, member.name);
    if (covered.is_yes()) continue;
    all = both(all, either(covered, evaluation.at_child(frame, *keyword.value, member.value)));
    if (all.is_no()) return all;
    // Where the pattern was unknown, the member is evaluated by that pattern or by this keyword.
    if (evaluation.annotates()) frame.marks.mark(i, Answer::yes());
  }
  return all;
}

// 10.3.2.4
Answer judge_property_names(Evaluation& evaluation, Frame& frame, const Keyword& keyword) {
  Answer all = Answer::yes();
  for (const JsonMember& member : frame.instance.members) {
    all = both(all, evaluation.at_name(frame, *keyword.value, member.name));
    if (all.is_no()) return all;
  }
  return all;
}

}  // namespace lockstep::oracle
