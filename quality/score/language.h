// Is a text of a schema's language under a policy? The oracle says, so that the engine never vouches for
// itself.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "lockstep/engine/policy/policy.h"
#include "lockstep/oracle/answer.h"
#include "lockstep/oracle/schema_prefix/schema_prefix.h"

namespace lockstep::quality {

// Thread rules: one thread at a time; schemas are kept once loaded.
class Language {
 public:
  explicit Language(const engine::Policy& policy);

  // unknown with the reason where the oracle does not read the schema or the policy, or gives up.
  oracle::Answer contains(const std::string& schema, std::string_view text);
  oracle::Answer viable(const std::string& schema, std::string_view prefix);

 private:
  // Null, with the reason, where there is none.
  const oracle::PrefixOracle* truth_of(const std::string& schema, std::string& reason);

  std::optional<oracle::OraclePolicy> policy_;
  std::map<std::string, oracle::Outcome<oracle::PrefixOracle>, std::less<>> truths_;
};

}  // namespace lockstep::quality
