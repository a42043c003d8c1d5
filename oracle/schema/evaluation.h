// Evaluation of one instance: dynamic scope, annotations, limits. What every keyword function is given.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lockstep/oracle/answer.h"
#include "lockstep/oracle/json_text/json_text.h"
#include "lockstep/oracle/schema/model.h"
#include "lockstep/oracle/schema/schema_check.h"

namespace lockstep::oracle {

// Which members or items of one instance have been evaluated (Core 11.2, 11.3), three-valued. The marks of a
// schema object hold under the condition that the schema object is valid: where it is not, nobody looks at
// them.
class Marks {
 public:
  // `truth` is joined to what is known of the part.
  void mark(std::size_t part, const Answer& truth);
  Answer at(std::size_t part) const;
  // The evaluation was cut short: of every part not marked yet nobody knows whether it would have been.
  void lose(const std::string& reason);
  // Takes over the marks of an in-place subschema. `certain`: the subschema is valid wherever the parent is;
  // else its marks become unknown.
  void merge(const Marks& from, bool certain, const std::string& reason);

 private:
  std::vector<Truth> parts_;
  bool lost_ = false;
  std::string reason_;  // of the first unknown
};

// A schema object that is being applied to an instance location.
struct Frame {
  const Subschema& schema;
  const JsonValue& instance;
  const JsonValue* location;   // the instance, or, for a property name, the object that it belongs to
  std::size_t instance_depth;  // of the location
  const Frame* parent;
  Marks& marks;

  const Keyword* find(std::string_view name) const { return schema.find(name); }
};

// Where the instance broke its schema: the deepest location that counts, the first of those.
struct Fault {
  const JsonValue* where = nullptr;
  std::size_t depth = 0;
};

// Thread rules: one evaluation, one thread. Stack: up to 1.1 KiB for each nested evaluation
// (CheckLimits::depth).
class Evaluation {
 public:
  Evaluation(const Schema::Impl& impl, const CheckLimits& limits) : impl_(impl), limits_(limits) {}

  // Parts of the instance that are taken as valid unseen: embedded resources of other dialects (Core 9.3.3).
  void set_opaque(const std::set<const JsonValue*>* opaque) { opaque_ = opaque; }

  // The dynamic scope that the next run begins in, outermost first (Core 7.1); empty where nobody sets it.
  void set_scope(std::vector<const Resource*> scope) { scope_ = std::move(scope); }

  Answer run(const Subschema& schema, const JsonValue& instance);
  const Fault& fault() const { return fault_; }

  // For keyword functions.
  // The subschema at `value`, applied in place. Its marks are not merged: the keyword knows under which
  // condition.
  Answer in_place(const Frame& frame, const JsonValue& value, Marks& marks);
  Answer in_place(const Frame& frame, const Subschema& target, Marks& marks);
  // The subschema at `value`, applied to a member's value or an item of the frame's instance.
  Answer at_child(const Frame& frame, const JsonValue& value, const JsonValue& child);
  // The subschema at `value`, applied to a property name.
  Answer at_name(const Frame& frame, const JsonValue& value, const std::string& name);
  // Core 8.2.3.2: the outermost resource of the dynamic scope with that dynamic anchor, else `initial`.
  const Subschema& dynamic_target(const std::string& anchor, const Subschema& initial) const;
  bool annotates() const { return impl_.annotates; }
  bool plain_numbers() const { return impl_.plain_numbers; }
  std::size_t pattern_steps() const { return limits_.pattern_steps; }

 private:
  Answer evaluate(Frame& frame);
  Answer judge(Frame& frame);
  Answer cut_short(Frame& frame, const std::string& reason);
  void record_fault(const Frame& frame);
  bool is_reentry(const Frame& frame) const;

  const Schema::Impl& impl_;
  const CheckLimits limits_;
  const std::set<const JsonValue*>* opaque_ = nullptr;
  const JsonValue* root_ = nullptr;     // the instance as a whole, never opaque
  std::vector<const Resource*> scope_;  // the dynamic scope, outermost first
  std::size_t depth_ = 0;
  std::size_t steps_ = 0;
  Fault fault_;
};

}  // namespace lockstep::oracle
