// The declared order of names (policy.md 4.3): the walk over applied schemas, and what it leaves of an
// object's names.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/oracle/answer.h"
#include "lockstep/oracle/schema/model.h"
#include "lockstep/oracle/schema_prefix/partial_value.h"

namespace lockstep::oracle {

// The applied schemas of a position, in the order of the walk. Empty where the policy has `key_order: any`.
using Applied = std::vector<const Subschema*>;

// Thread rules: a plain value.
class MemberOrder {
 public:
  MemberOrder() = default;  // any order
  explicit MemberOrder(std::vector<std::string> declared) : declared_(std::move(declared)) {}

  const std::vector<std::string>& declared() const { return declared_; }
  // May the name come next? Whether it was used before is not asked.
  bool admits(std::string_view name) const;
  void take(std::string_view name);

 private:
  std::vector<std::string> declared_;
  std::size_t next_ = 0;  // declared names before this one are over
};

// Thread rules: one thread; the schema must live on.
class DeclaredOrder {
 public:
  // pattern_steps: for patternProperties; a pattern that needs more makes the answers unknown.
  DeclaredOrder(const Schema::Impl& schema, std::size_t pattern_steps)
      : schema_(schema), pattern_steps_(pattern_steps) {}

  MemberOrder order_of(const Applied& applied) const;
  Applied of_member(const Applied& applied, std::string_view name);
  Applied of_item(const Applied& applied, std::size_t index) const;
  // Are the members of every object in order, as far as they are there? A name that is not closed is not
  // asked.
  bool holds(const Applied& applied, const PartialValue& value);
  bool holds(const Applied& applied, const JsonValue& value);
  // yes, or unknown where some pattern could not be decided.
  const Answer& certainty() const { return certainty_; }

 private:
  bool take_members(const Applied& applied, const JsonValue& object, MemberOrder& order);
  void add_of_member(const Subschema& schema, const Keyword& keyword, std::string_view name, Applied& out);
  bool matches(const Keyword* patterns, std::size_t which, std::string_view name);

  const Schema::Impl& schema_;
  const std::size_t pattern_steps_;
  Answer certainty_ = Answer::yes();
};

}  // namespace lockstep::oracle
