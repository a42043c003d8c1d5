#include "lockstep/conformance/planted/known_next_bytes.h"

#include <utility>

namespace lockstep::conformance {

const oracle::NextBytes& KnownOracle::next_bytes(const std::string& prefix,
                                                 const oracle::PrefixLimits& limits) {
  const auto& [depth, values, witnesses] = limits;  // a new limit does not compile before the key has it
  const Question question(prefix, depth, values, witnesses);
  const auto known = known_.find(question);
  if (known != known_.end()) return known->second;
  return known_.emplace(question, truth_.next_bytes(prefix, limits)).first->second;
}

KnownOracle* KnownNextBytes::of(const std::string& schema, const oracle::OraclePolicy& policy) {
  // A new field does not compile before the key has it.
  const auto& [whitespace, outer, order, numbers, number_bytes, escapes, format] = policy;
  const auto [place, added] = oracles_.try_emplace(
      Key(schema, whitespace, outer, order, numbers, number_bytes, escapes, format), nullptr);
  if (added) {
    auto truth = oracle::PrefixOracle::make(schema, {}, {}, policy);
    if (truth.ok()) place->second = std::make_unique<KnownOracle>(std::move(truth.value()));
  }
  return place->second.get();
}

}  // namespace lockstep::conformance
