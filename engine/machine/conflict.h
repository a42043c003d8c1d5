// Why nothing satisfies a schema: a set of its keywords that conflict, of which none can be taken away.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lockstep/engine/base/cancellation.h"
#include "lockstep/engine/base/limits.h"
#include "lockstep/engine/policy/policy.h"
#include "lockstep/engine/schema/schema.h"

namespace lockstep::engine {

struct Conflict {
  // JSON pointers of keywords (and of subschemas `false`), in the order of the text's subschemas. Alone, with
  // the keywords that lead to them, they admit nothing. "2#/type" is in the second of the documents that
  // references reached.
  std::vector<std::string> pointers;
  // Without any one of them something is admitted. False when Limits::conflict_questions or another limit
  // came first.
  bool irreducible = true;
};

// By deletion (as for minimal unsatisfiable subsets), halves first. What can go: assertions, `$ref`,
// subschemas `false`, `not` and `oneOf` as a whole. Keywords that only lead to subschemas (`properties`,
// `allOf`, ...) stay: without those they say nothing. Inside `not`, `if` and `oneOf` nothing goes: there less
// said can forbid more. `schema` must be empty under `policy`. Cost: at most Limits::conflict_questions
// satisfiability questions.
Conflict find_conflict(const Schema& schema, const Policy& policy, const Limits& limits,
                       const Cancellation* cancellation);

}  // namespace lockstep::engine
