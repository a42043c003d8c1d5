// The audit of a walk: the texts on which subject and oracle agree, out of the walk's cases, to the
// independent validators; and a case for each text about which one of them says otherwise.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/conformance/judge/audit.h"
#include "lockstep/reports/record.h"

namespace lockstep::conformance {

// Thread rules: one thread at a time.
class WalkAudit {
 public:
  // `audit` null: nothing is audited.
  WalkAudit(Audit* audit, std::uint64_t seed) : audit_(audit), seed_(seed) {}

  // Cases of one schema come one after the other. May wait for the validators.
  void add(const reports::Case& one);

  // Waits for the votes. `split` gets "walk/SEED/SCHEMA/PREFIX/vote/N", verdict split_vote, in the order of
  // the texts. Call it once.
  AuditResult finish(std::vector<reports::Case>& split);

  // Is it one of those cases?
  static bool is_vote(const reports::Case& one);

 private:
  void flush();

  Audit* audit_;
  std::uint64_t seed_;
  std::uint64_t index_ = 0;
  ValidateRequest request_;
  std::vector<Expected> truths_;
  std::vector<std::string> labels_;
};

// "walk/SEED/SCHEMA/..." -> SCHEMA
std::uint64_t schema_index_of(std::string_view id);

}  // namespace lockstep::conformance
