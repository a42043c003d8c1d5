// A generated schema in the words of an older draft, for a draft's own forms of lists, dependencies, bounds
// and identifiers. It need not mean the same: what the older draft lacks stays as an unknown keyword, and
// what stands beside a `$ref` may be void there. It has no `$schema`. Drafts: conformance/spec/drafts.md.
#pragma once

#include <string_view>

#include "lockstep/conformance/generate/json_tree.h"

namespace lockstep::conformance {

// `draft`: 4, 6, 7, 2019-09; any other leaves it as it is. `schema` is of 2020-12.
Tree older_draft_of(const Tree& schema, std::string_view draft);

}  // namespace lockstep::conformance
