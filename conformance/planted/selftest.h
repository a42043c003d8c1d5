// Proves that the checks can fail: every planted fault must be convicted, the healthy subject must not be.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/conformance/judge/compare.h"
#include "lockstep/conformance/planted/wrong_subject.h"
#include "lockstep/conformance/suite/expectations.h"
#include "lockstep/conformance/suite/fault.h"
#include "lockstep/conformance/suite/json_schema_suite.h"

namespace lockstep::conformance {

// Texts with known answers, one schema each.
struct Probe {
  ValidateRequest request;
  std::vector<std::string> ids;    // one for each instance
  std::vector<Expected> expected;  // one for each instance
};

// The suite's groups, optional ones included.
std::vector<Probe> suite_probes(const Suite& suite, std::shared_ptr<const Registry> registry);
// conformance/planted/hand_cases.json. Codes: hand_cases_unreadable, hand_cases_malformed. Ids begin with
// "hand/".
std::optional<std::vector<Probe>> hand_probes(const std::filesystem::path& file, std::string_view dialect,
                                              Fault& fault);

// Cases that convicted, by the check that did it.
struct Convictions {
  std::size_t count = 0;
  std::string first;  // id of the first
};

struct FaultResult {
  std::string name;
  std::string sentence;
  Convictions by_suite;
  Convictions by_hand;   // our own cases
  Convictions by_audit;  // a validator contradicts, although suite and halves might share the misreading
  bool convicted() const { return by_suite.count + by_hand.count + by_audit.count > 0; }
};

struct Selftest {
  std::vector<FaultResult> faults;  // in the order given
  std::size_t cases = 0;            // probed instances
  std::size_t audited = 0;          // of these, with a vote of at least one validator
  std::vector<std::string>
      healthy_wrong;  // ids where the healthy subject itself fails: the check convicts anything
  std::vector<std::string>
      healthy_contested;  // ids where a validator contradicts it and no expectation says so
  bool cancelled = false;
  // Every fault convicted, the healthy subject convicted and contested on no case, and at least one case
  // probed.
  bool passed() const;
};

struct SelftestRun {
  std::vector<Probe> probes;
  std::function<std::unique_ptr<Subject>()> make_healthy;
  Expectations expectations;     // where the healthy subject is known to differ: convicts nobody
  std::vector<Subject*> voters;  // may be empty: then nothing is audited, and that is said
  std::function<void(std::size_t, std::size_t)> progress;  // steps done, steps in all; may be empty
  std::function<bool()> stop_requested;                    // looked at between schemas; may be empty
};

// Cost: each fault asks only where it would show something else than what is asked.
Selftest run_selftest(const std::vector<PlantedFault>& faults, const SelftestRun& run);

}  // namespace lockstep::conformance
