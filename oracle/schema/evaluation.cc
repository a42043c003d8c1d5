// The walk: limits, dynamic scope, keywords in their stages. What keywords mean is in the vocabularies'
// files.
#include "lockstep/oracle/schema/evaluation.h"

namespace lockstep::oracle {

void Marks::mark(std::size_t part, const Answer& truth) {
  if (truth.is_no()) return;
  if (parts_.size() <= part) parts_.resize(part + 1, Truth::no);
  if (parts_[part] == Truth::yes) return;
  parts_[part] = truth.truth;
  if (truth.is_unknown() && reason_.empty()) reason_ = truth.reason;
}

Answer Marks::at(std::size_t part) const {
  const Truth truth = part < parts_.size() ? parts_[part] : Truth::no;
  if (truth == Truth::yes) return Answer::yes();
  return truth == Truth::unknown || lost_ ? Answer::unknown(reason_) : Answer::no();
}

void Marks::lose(const std::string& reason) {
  lost_ = true;
  if (reason_.empty()) reason_ = reason;
}

void Marks::merge(const Marks& from, bool certain, const std::string& reason) {
  for (std::size_t part = 0; part < from.parts_.size(); ++part) {
    if (from.parts_[part] == Truth::no) continue;
    mark(part, certain ? from.at(part) : Answer::unknown(reason));
  }
  if (from.lost_) lose(from.reason_);
}

Answer Evaluation::run(const Subschema& schema, const JsonValue& instance) {
  root_ = &instance;
  Marks marks;
  Frame frame{schema, instance, &instance, 0, nullptr, marks};
  return evaluate(frame);
}

Answer Evaluation::in_place(const Frame& frame, const Subschema& target, Marks& marks) {
  Frame inner{target, frame.instance, frame.location, frame.instance_depth, &frame, marks};
  return evaluate(inner);
}

Answer Evaluation::in_place(const Frame& frame, const JsonValue& value, Marks& marks) {
  return in_place(frame, *impl_.at.at(&value), marks);
}

Answer Evaluation::at_child(const Frame& frame, const JsonValue& value, const JsonValue& child) {
  Marks marks;
  Frame inner{*impl_.at.at(&value), child, &child, frame.instance_depth + 1, &frame, marks};
  return evaluate(inner);
}

Answer Evaluation::at_name(const Frame& frame, const JsonValue& value, const std::string& name) {
  JsonValue text;
  text.kind = JsonKind::string;
  text.text = name;
  Marks marks;
  Frame inner{*impl_.at.at(&value), text, frame.location, frame.instance_depth, &frame, marks};
  return evaluate(inner);
}

const Subschema& Evaluation::dynamic_target(const std::string& anchor, const Subschema& initial) const {
  for (const Resource* resource : scope_) {
    const auto found = resource->dynamic_anchors.find(anchor);
    if (found != resource->dynamic_anchors.end()) return *found->second;
  }
  return initial;
}

void Evaluation::record_fault(const Frame& frame) {
  if (fault_.where != nullptr && fault_.depth >= frame.instance_depth) return;
  fault_ = {frame.location, frame.instance_depth};
}

// The same schema at the same instance location, reached without leaving it: the evaluation would never end
// (Core 9.4.1). A longer dynamic scope does not help: every reference of the first round was resolved
// outermost first, so the second round resolves each to the same place.
bool Evaluation::is_reentry(const Frame& frame) const {
  for (const Frame* outer = frame.parent; outer != nullptr; outer = outer->parent) {
    if (&outer->instance != &frame.instance) return false;
    if (&outer->schema == &frame.schema) return true;
  }
  return false;
}

Answer Evaluation::cut_short(Frame& frame, const std::string& reason) {
  frame.marks.lose(reason);
  return Answer::unknown(reason);
}

Answer Evaluation::evaluate(Frame& frame) {
  if (opaque_ != nullptr && &frame.instance != root_ && opaque_->contains(&frame.instance))
    return Answer::yes();
  if (frame.schema.value->kind == JsonKind::boolean) {  // Core 4.3.2
    if (!frame.schema.value->boolean) record_fault(frame);
    return Answer::of(frame.schema.value->boolean);
  }
  if (is_reentry(frame)) return cut_short(frame, "infinite_recursion: " + frame.schema.pointer());
  if (depth_ >= limits_.depth) {
    return cut_short(frame, "depth: " + std::to_string(limits_.depth) + " nested evaluations");
  }
  ++depth_;
  const bool enters = scope_.empty() || scope_.back() != frame.schema.resource;
  if (enters) scope_.push_back(frame.schema.resource);
  Answer answer = judge(frame);
  if (enters) scope_.pop_back();
  --depth_;
  return answer;
}

// Core 10.2.1: a schema object is valid iff all its keywords are. Faults inside a keyword that did not fail
// are none.
Answer Evaluation::judge(Frame& frame) {
  Answer all = Answer::yes();
  for (const Keyword& keyword : frame.schema.keywords) {
    if (keyword.rule->judge == nullptr) continue;
    if (++steps_ > limits_.steps) {
      return both(all, cut_short(frame, "steps: " + std::to_string(limits_.steps) + " keyword evaluations"));
    }
    const Fault before = fault_;
    all = both(all, keyword.rule->judge(*this, frame, keyword));
    if (all.is_no()) {
      record_fault(frame);
      return all;
    }
    fault_ = before;
  }
  return all;
}

}  // namespace lockstep::oracle
