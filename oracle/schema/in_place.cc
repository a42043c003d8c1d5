// Applicators that judge the same instance location (Core section 10.2). The marks of a branch are taken over
// as certain where the branch must be valid for this keyword to hold, else as unknown: see Marks.
#include <string>
#include <vector>

#include "lockstep/oracle/schema/applicator.h"

namespace lockstep::oracle {
namespace {

struct Branch {
  Answer answer;
  Marks marks;
};

std::vector<Branch> judge_branches(Evaluation& evaluation, Frame& frame, const Keyword& keyword) {
  std::vector<Branch> branches;
  branches.reserve(keyword.value->items.size());
  for (const JsonValue& schema : keyword.value->items) {
    Branch& branch = branches.emplace_back();
    branch.answer = evaluation.in_place(frame, schema, branch.marks);
  }
  return branches;
}

struct Count {
  std::size_t yes = 0;
  std::size_t unknown = 0;
  std::string reason;  // of the first unknown
};

Count count(const std::vector<Branch>& branches) {
  Count out;
  for (const Branch& branch : branches) {
    if (branch.answer.is_yes()) ++out.yes;
    if (branch.answer.is_unknown() && ++out.unknown == 1) out.reason = branch.answer.reason;
  }
  return out;
}

}  // namespace

// 10.2.1.1
Answer judge_all_of(Evaluation& evaluation, Frame& frame, const Keyword& keyword) {
  Answer all = Answer::yes();
  for (const JsonValue& schema : keyword.value->items) {
    Marks marks;
    all = both(all, evaluation.in_place(frame, schema, marks));
    if (all.is_no()) return all;
    frame.marks.merge(marks, true, all.reason);
  }
  return all;
}

// 10.2.1.2. Every branch is judged, as each valid one contributes annotations. A lone unknown branch must be
// valid if the keyword holds; of several any one may be.
Answer judge_any_of(Evaluation& evaluation, Frame& frame, const Keyword& keyword) {
  const std::vector<Branch> branches = judge_branches(evaluation, frame, keyword);
  const Count found = count(branches);
  const bool lone = found.yes == 0 && found.unknown == 1;
  for (const Branch& branch : branches) {
    if (branch.answer.is_yes()) frame.marks.merge(branch.marks, true, {});
    if (branch.answer.is_unknown()) frame.marks.merge(branch.marks, lone, branch.answer.reason);
  }
  if (found.yes > 0) return Answer::yes();
  return found.unknown > 0 ? Answer::unknown(found.reason) : Answer::no();
}

// 10.2.1.3. If the keyword holds and one branch is surely valid, then no unknown branch is.
Answer judge_one_of(Evaluation& evaluation, Frame& frame, const Keyword& keyword) {
  const std::vector<Branch> branches = judge_branches(evaluation, frame, keyword);
  const Count found = count(branches);
  if (found.yes > 1) return Answer::no();
  for (const Branch& branch : branches) {
    if (branch.answer.is_yes()) frame.marks.merge(branch.marks, true, {});
    if (branch.answer.is_unknown() && found.yes == 0) {
      frame.marks.merge(branch.marks, found.unknown == 1, branch.answer.reason);
    }
  }
  if (found.unknown > 0) return Answer::unknown(found.reason);
  return Answer::of(found.yes == 1);
}

// 10.2.1.4. No annotations come out: where `not` holds, its subschema is invalid.
Answer judge_not(Evaluation& evaluation, Frame& frame, const Keyword& keyword) {
  Marks marks;
  return negate(evaluation.in_place(frame, *keyword.value, marks));
}

// 10.2.2. The annotations of `if` count wherever it is valid, with or without `then`.
Answer judge_if(Evaluation& evaluation, Frame& frame, const Keyword& keyword) {
  Marks if_marks;
  const Answer condition = evaluation.in_place(frame, *keyword.value, if_marks);
  if (!condition.is_no()) frame.marks.merge(if_marks, condition.is_yes(), condition.reason);

  const auto branch = [&](std::string_view name) {
    const Keyword* found = frame.find(name);
    if (found == nullptr) return Answer::yes();
    Marks marks;
    Answer answer = evaluation.in_place(frame, *found->value, marks);
    if (!answer.is_no()) frame.marks.merge(marks, !condition.is_unknown(), condition.reason);
    return answer;
  };
  if (condition.is_yes()) return branch("then");
  if (condition.is_no()) return branch("else");
  const Answer when_valid = branch("then");
  const Answer when_not = branch("else");
  return either(both(condition, when_valid),
                either(both(negate(condition), when_not), both(when_valid, when_not)));
}

// 10.2.2.4
Answer judge_dependent_schemas(Evaluation& evaluation, Frame& frame, const Keyword& keyword) {
  Answer all = Answer::yes();
  if (frame.instance.kind != JsonKind::object) return all;
  for (const JsonMember& dependency : keyword.value->members) {
    if (dependency.value.kind == JsonKind::array) continue;  // names among `dependencies`
    if (frame.instance.find(dependency.name) == nullptr) continue;
    Marks marks;
    all = both(all, evaluation.in_place(frame, dependency.value, marks));
    if (all.is_no()) return all;
    frame.marks.merge(marks, true, all.reason);
  }
  return all;
}

}  // namespace lockstep::oracle
