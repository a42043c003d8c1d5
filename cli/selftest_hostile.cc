#include "lockstep/cli/selftest_hostile.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <utility>

#include "lockstep/adversarial/case_file.h"
#include "lockstep/adversarial/judge_case.h"

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

}  // namespace

std::optional<CodedError> try_hostile_faults(const std::vector<HostileFault>& faults, const Context& context,
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

}  // namespace lockstep::cli
