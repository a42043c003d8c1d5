#include "lockstep/cli/selftest_hostile.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "lockstep/adversarial/case_file.h"
#include "lockstep/adversarial/judge_case.h"
#include "lockstep/fuzz/inputs.h"

namespace lockstep::cli {
namespace {

using adversarial::CaseOutcome;
using adversarial::HostileCase;
using adversarial::HostileFault;
using conformance::Trial;
using conformance::Verdict;

constexpr bool kSanitized = LOCKSTEP_SANITIZED != 0;
constexpr std::size_t kSeconds = kSanitized ? 300 : 30;
constexpr std::size_t kHangSeconds = 2;

CaseOutcome judged(HostileCase one, const std::string& command, std::size_t seconds) {
  one.limits.seconds = seconds;
  return adversarial::judge_case(one, {command, 1, !kSanitized});
}

Trial tried(const HostileFault& fault, const HostileCase& one, const std::string& command) {
  Trial trial{.kind = conformance::PlantedKind::engine,
              .name = fault.name,
              .sentence = fault.sentence,
              .check = "adversarial",
              .verdict = fault.verdict};
  const std::size_t seconds = fault.verdict == Verdict::hang ? kHangSeconds : kSeconds;
  const CaseOutcome outcome = judged(one, command + " --planted " + fault.name, seconds);
  trial.cases = 1;
  if (conformance::is_failure(outcome.verdict)) trial.see(trial.check, outcome.verdict, 1, one.id);
  trial.conclude();
  return trial;
}

// Where the healthy target finds something, its inputs go to `healthy_wrong`.
Trial tried(const FuzzFault& one, conformance::Selftest& result) {
  Trial trial{.kind = conformance::PlantedKind::engine,
              .name = one.fault->name,
              .sentence = one.fault->sentence,
              .check = "fuzz",
              .verdict = one.fault->verdict};
  for (const fuzz::InputFile& input : fuzz::input_files(LOCKSTEP_SOURCE_DIR "/fuzz", one.target->name)) {
    ++trial.cases;
    if (one.target->check(input.bytes, "").finding) result.healthy_wrong.push_back(input.id);
    const auto found = one.target->check(input.bytes, one.fault->name).finding;
    if (found) trial.see(trial.check, found->verdict, trial.cases, input.id);
  }
  trial.conclude();
  return trial;
}

std::optional<CodedError> try_engines(const std::vector<HostileFault>& faults, const Context& context,
                                      conformance::Selftest& result) {
  if (faults.empty()) return std::nullopt;
  conformance::Fault unreadable;
  const auto folder = adversarial::read_folder(LOCKSTEP_SOURCE_DIR "/adversarial", unreadable);
  if (!folder) return CodedError{unreadable.code, unreadable.message, unreadable.file, ""};
  std::map<std::string, HostileCase> cases;
  for (HostileCase& one : adversarial::cases_of(*folder)) cases.emplace(one.id, one);
  const std::string command = fmt::format("'{}' subject", context.program);
  std::map<std::string, bool> healthy;
  for (const HostileFault& fault : faults) {
    const auto one = cases.find(fault.case_id);
    if (one == cases.end())
      return CodedError{"no_case", fault.name + " names a case that is not there", fault.case_id, ""};
    if (!healthy.contains(one->first)) {
      const CaseOutcome outcome = judged(one->second, command, kSeconds);
      healthy[one->first] = outcome.verdict == Verdict::agree;
      if (outcome.verdict != Verdict::agree)
        result.healthy_wrong.push_back(fmt::format("{}: {}", one->first, outcome.detail));
    }
    result.trials.push_back(tried(fault, one->second, command));
  }
  return std::nullopt;
}

}  // namespace

const std::vector<conformance::Check>& hostile_checks() {
  static const std::vector<conformance::Check> kChecks = {
      {"adversarial", "hostile schemas, texts, vocabularies and sessions, each in a process with limits"},
      {"fuzz", "the checks of the fuzz targets on every kept input"},
  };
  return kChecks;
}

const std::vector<FuzzFault>& fuzz_faults() {
  static const std::vector<FuzzFault> kFaults = [] {
    std::vector<FuzzFault> faults;
    for (const fuzz::Target& target : fuzz::targets()) {
      if (target.name == "mask") continue;  // its faults are those of the walk
      for (const fuzz::TargetFault& fault : target.planted) {
        if (fault.verdict != Verdict::crash && fault.verdict != Verdict::hang)
          faults.push_back({&target, &fault});
      }
    }
    return faults;
  }();
  return kFaults;
}

std::optional<CodedError> try_hostile_faults(const HostileFaults& faults, bool whole, const Context& context,
                                             conformance::Selftest& result) {
  if (auto error = try_engines(faults.engines, context, result)) return error;
  for (const FuzzFault& one : faults.targets) result.trials.push_back(tried(one, result));
  if (!whole) return std::nullopt;
  for (const conformance::Check& check : hostile_checks()) {
    const bool convicts = std::any_of(result.trials.begin(), result.trials.end(), [&](const Trial& trial) {
      return trial.check == check.name && trial.convicted();
    });
    if (!convicts) result.idle.push_back(check.name);
  }
  return std::nullopt;
}

}  // namespace lockstep::cli
