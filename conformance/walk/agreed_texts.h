// The complete texts of one schema on which subject and oracle agree: what independent validators are asked
// about, since a misreading that both share shows nowhere else.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "lockstep/conformance/judge/audit.h"
#include "lockstep/conformance/walk/prefix_facts.h"
#include "lockstep/conformance/walk/truth.h"
#include "lockstep/oracle/schema_prefix/schema_prefix.h"

namespace lockstep::conformance {

// Thread rules: one thread at a time. Cost: a validation by the oracle for each text that both refuse.
class AgreedTexts {
 public:
  // Without an audit nothing is kept.
  AgreedTexts(std::string schema, const Audit* audit) : schema_(std::move(schema)), audit_(audit) {}

  bool wanted() const { return audit_ != nullptr; }

  // Of `facts.audit`, which holds all on which both agreed: counts those that are new to the schema, keeps
  // those that the audit takes. What both refuse counts only where it is a JSON text whose value is invalid:
  // a text outside the policy's spellings says nothing about the schema.
  void settle(PrefixFacts& facts);

  // The subject did not take these to their end: those that the oracle refuses too.
  PrefixFacts refused(const oracle::PrefixOracle& truth, const std::vector<std::string>& texts,
                      const oracle::PrefixLimits& limits);

 private:
  bool is_invalid(const std::string& text);

  std::string schema_;
  const Audit* audit_;
  std::optional<Truth> truth_;  // of whole texts under `spec`; read at the first question
  std::set<std::string> seen_;
};

}  // namespace lockstep::conformance
