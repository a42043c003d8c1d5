// Proves that the checks can fail: every planted fault must be convicted, the healthy halves must not be.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/conformance/judge/compare.h"
#include "lockstep/conformance/planted/common_mode.h"
#include "lockstep/conformance/planted/trial.h"
#include "lockstep/conformance/planted/wrong_masks.h"
#include "lockstep/conformance/planted/wrong_process.h"
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
// Of conformance/spec/policy_cases.json those under the policy `spec`. Codes: policy_cases_unreadable,
// policy_cases_malformed. Ids begin with "policy/".
std::optional<std::vector<Probe>> policy_probes(const std::filesystem::path& file, Fault& fault);

// The check whose cases have such ids: suite, hand or policy_cases.
std::string_view check_of(std::string_view id);

// What is known about one probe before any fault is tried.
struct Baseline {
  ValidateReply healthy;     // of the oracle
  std::vector<bool> usable;  // it agrees with the known answer
  std::vector<Expected>
      audited;  // its answer where a validator confirms it and none contradicts; else unknown
};

struct SelftestRun {
  std::vector<Probe> probes;
  std::function<std::unique_ptr<Subject>()> make_healthy;  // the oracle
  std::function<std::unique_ptr<Subject>()> make_engine;   // the healthy engine; empty where no pair is tried
  std::vector<PlantedFault> validators;
  std::vector<MaskFault> engines;  // tried by the walk, on generated schemas and on the cases `hand/`
  std::vector<ProcessFault>
      processes;  // engines whole or in a process of their own, tried on whole documents
  std::vector<CommonMode> pairs;
  bool whole = false;              // every fault is there: every check and every failing verdict must show up
  std::size_t schemas = 60;        // generated for each engine
  Expectations expectations;       // where the healthy oracle is known to differ: convicts nobody
  std::vector<Subject*> voters;    // may be empty: then nothing is audited, and that is said
  std::function<void()> progress;  // a step of steps() is done; from any thread, one at a time
  std::function<bool()> stop_requested;  // looked at between steps; from any thread; may be empty

  std::size_t steps() const;
};

struct Selftest {
  std::vector<Trial> trials;               // validators, engines, processes, pairs, each in the order given
  std::size_t cases = 0;                   // probed instances
  std::size_t audited = 0;                 // of these, with a vote of at least one validator
  std::vector<std::string> healthy_wrong;  // where a healthy half is convicted: the check convicts anything
  std::vector<std::string> healthy_contested;  // ids where a validator contradicts the oracle, unlisted
  std::vector<std::string> idle;               // checks that convicted nothing (whole runs)
  std::vector<std::string> unlisted;           // checks that convicted and stand in no list
  std::vector<Verdict> unseen;  // failing verdicts that no engine or pair produced (whole runs)
  bool cancelled = false;

  // The checks themselves can be believed: nobody healthy convicted or contested, none idle, none unlisted,
  // no verdict unseen.
  bool sound() const;
  // Sound, not cancelled, at least one case and one fault, every fault convicted as declared.
  bool passed() const;
};

// Two threads: one for documents, one for masks. Deterministic but for faults that kill or stop a process.
Selftest run_selftest(const SelftestRun& run);

}  // namespace lockstep::conformance
