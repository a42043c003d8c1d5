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
  AgreedTexts(std::string schema, const Audit* audit, const oracle::OraclePolicy& policy)
      : schema_(std::move(schema)),
        audit_(audit),
        assert_formats_(policy.format == oracle::FormatRule::assertion),
        plain_numbers_(policy.numbers == oracle::NumberRule::plain) {}

  bool wanted() const { return audit_ != nullptr; }

  // Of `facts.audit`, which holds all on which both agreed: counts those that are new to the schema, keeps
  // those that the audit takes. What both refuse counts only where it is a JSON text whose value is invalid:
  // a text outside the policy's spellings says nothing about the schema. Nor what both take counts where only
  // plain numbers make it valid (1.0 is no `integer` there): validators know no such policy.
  void settle(PrefixFacts& facts);

  // The subject did not take these to their end: those that the oracle refuses too.
  PrefixFacts refused(const oracle::PrefixOracle& truth, const std::vector<std::string>& texts,
                      const oracle::PrefixLimits& limits);

 private:
  // By the value alone, however it is spelled; nullopt where the text is no JSON or nobody can tell.
  std::optional<bool> is_valid(const std::string& text);

  std::string schema_;
  const Audit* audit_;
  bool assert_formats_;
  bool plain_numbers_;
  std::optional<Truth> truth_;  // of whole texts under `spec`; read at the first question
  std::set<std::string> seen_;
};

}  // namespace lockstep::conformance
