// The oracle as a subject with masks: true masks, one question a token, for whoever wants to see them.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "lockstep/conformance/subject/oracle_subject.h"
#include "lockstep/conformance/subject/subject.h"
#include "lockstep/engine/policy/policy.h"
#include "lockstep/engine/vocabulary/vocabulary.h"
#include "lockstep/oracle/schema_prefix/oracle_policy.h"
#include "lockstep/oracle/schema_prefix/schema_prefix.h"
#include "lockstep/oracle/token_filter/token_filter.h"

namespace lockstep::conformance {

// The oracle's own reading of the policy's words. Nullopt where the halves do not know the same ones.
std::optional<oracle::OraclePolicy> oracle_policy_of(const engine::Policy& policy);

// The vocabulary as the token filter takes it, by id.
std::vector<oracle::FilterToken> filter_tokens_of(const engine::Vocabulary& vocabulary);

struct OracleMaskSettings {
  engine::Policy policy = engine::Policy::spec();
  engine::Vocabulary vocabulary;
  oracle::PrefixLimits limits{};
  OracleSettings whole{};  // for validate()
};

// Masks under the policy; validate() is that of the oracle subject under the preset `spec` (format apart),
// and by the whole text under any other policy. What the oracle cannot tell is in unknown() of the session: a
// bit of the mask is clear then, a token is not taken, a text is not complete, forced bytes end there. Cost:
// a mask is one question for each token that does not extend a dead one: up to seconds. Thread rules: one
// thread at a time.
std::unique_ptr<Subject> make_oracle_mask_subject(const OracleMaskSettings& settings);

}  // namespace lockstep::conformance
