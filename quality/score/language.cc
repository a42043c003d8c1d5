#include "lockstep/quality/score/language.h"

#include "lockstep/conformance/subject/oracle_masks.h"

namespace lockstep::quality {

Language::Language(const engine::Policy& policy) : policy_(conformance::oracle_policy_of(policy)) {}

const oracle::PrefixOracle* Language::truth_of(const std::string& schema, std::string& reason) {
  if (!policy_) {
    reason = "policy: the oracle does not read it";
    return nullptr;
  }
  auto found = truths_.find(schema);
  if (found == truths_.end())
    found = truths_.emplace(schema, oracle::PrefixOracle::make(schema, {}, {}, *policy_)).first;
  if (found->second) return &found->second.value();
  reason = found->second.error().code + ": " + found->second.error().message;
  return nullptr;
}

oracle::Answer Language::contains(const std::string& schema, std::string_view text) {
  std::string reason;
  const oracle::PrefixOracle* truth = truth_of(schema, reason);
  return truth != nullptr ? truth->complete(text) : oracle::Answer::unknown(reason);
}

oracle::Answer Language::viable(const std::string& schema, std::string_view prefix) {
  std::string reason;
  const oracle::PrefixOracle* truth = truth_of(schema, reason);
  return truth != nullptr ? truth->viable(prefix) : oracle::Answer::unknown(reason);
}

}  // namespace lockstep::quality
