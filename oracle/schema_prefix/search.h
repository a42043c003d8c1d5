// Deciding a position that is not exact by structure: all values of a finite superset, each checked (at most
// PrefixLimits::values), else a witness among candidates (PrefixLimits::witnesses), else unknown.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "lockstep/oracle/schema_prefix/position.h"
#include "lockstep/oracle/schema_prefix/schema_prefix.h"

namespace lockstep::oracle {

class Search : public PositionSearch {
 public:
  Search(Language& language, DeclaredOrder& orders, const PrefixLimits& limits)
      : language_(language), orders_(orders), limits_(limits) {}

  Answer decide(const Conjunction& all, const Applied& applied, const PartialValue& partial) override;

 private:
  Language& language_;
  DeclaredOrder& orders_;
  const PrefixLimits limits_;
};

// enumerate.cc. All values of the superset, of one kind or of every kind, numbers spelled as integer words;
// nullopt: more than `most`, or infinitely many, or under `plain` numbers whose spelling counts.
std::optional<std::vector<JsonValue>> enumerate_values(Language& language, const Conjunction& all,
                                                       std::optional<JsonKind> kind, std::size_t most);

// witness.cc. Values that the partial text may become, as far as can be seen from the schema's shape; at most
// `most`. Numbers carry the spelling that is meant. Not checked against the schema.
std::vector<JsonValue> candidate_values(Language& language, const Conjunction& all,
                                        const PartialValue& partial, std::size_t most);

}  // namespace lockstep::oracle
