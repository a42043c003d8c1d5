// Why nothing satisfies a schema: a set of its keywords that conflict, of which none can be taken away.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/engine/base/cancellation.h"
#include "lockstep/engine/base/limits.h"
#include "lockstep/engine/base/meter.h"
#include "lockstep/engine/policy/policy.h"
#include "lockstep/engine/schema/schema.h"

namespace lockstep::engine {

// Something that was taken away: a keyword of a subschema (an empty keyword: the subschema `false`), or a
// field of the policy, which then has no node.
struct CorePart {
  std::optional<NodeId> node;
  std::string keyword;
  std::string pointer;  // "2#/type" is in the second of the documents that references reached
};

// Parts that together make something so. irreducible: without any one of them it is so no more.
struct Core {
  std::vector<CorePart> parts;
  bool irreducible = true;
};

// Is it still so under this schema and policy, which admit more than the given ones? nullopt: a limit came.
using StillSo = std::function<std::optional<bool>(std::shared_ptr<const Schema>, const Policy&)>;

// Sets of keywords (and fields of the policy, where `fields`) that make something so, each by itself, found
// one after the other, each without the parts of those before; at most `most`, and none that is so without
// any part. At most Limits::conflict_questions questions in all.
// Work is passed to the meter, whose Stop is the caller's.
std::vector<Core> find_cores(const Schema& schema, const Policy& policy, bool fields, std::size_t most,
                             const Limits& limits, const StillSo& still_so, Meter& meter);

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
// The meter as for find_cores; `cancellation` is the one that it looks at.
Conflict find_conflict(const Schema& schema, const Policy& policy, const Limits& limits,
                       const Cancellation* cancellation, Meter& meter);

}  // namespace lockstep::engine
