// Wrong engines: by their masks, and as whole subjects.
#include <fmt/core.h>

#include <optional>
#include <string>

#include "lockstep/conformance/planted/follow.h"
#include "lockstep/conformance/planted/try_fault.h"
#include "lockstep/conformance/walk/schema_walk.h"
#include "lockstep/engine/vocabulary/builtin.h"

namespace lockstep::conformance {
namespace {

constexpr std::size_t kPrefixes = 16;  // judged in each generated schema
constexpr std::size_t kMasks = 6;      // of these, with their masks
constexpr std::size_t kFullMasks = 4;  // of these, compared with the token filter
constexpr std::uint64_t kSeed = 1;

// What the walk says at one prefix names its check; other cases are named by their id.
void see_case(const reports::Case& one, Trial& trial) {
  ++trial.cases;
  const std::optional<Verdict> verdict = verdict_named(one.verdict);
  const std::optional<PrefixFacts> facts = facts_of(one.got);
  if (!facts) {
    if (verdict && is_failure(*verdict))
      trial.see(one.id.ends_with("/limit") ? "limit" : "compile", *verdict, trial.cases, one.id);
    return;
  }
  for (const auto& [what, count] : facts->found) {  // "mask_too_wide by next_byte"
    const std::size_t by = what.find(" by ");
    const std::optional<Verdict> found = verdict_named(what.substr(0, by));
    if (!found || by == std::string::npos) continue;
    for (std::size_t i = 0; i < count; ++i) trial.see(what.substr(by + 4), *found, trial.cases, one.id);
  }
}

void walk_generated(WalkSubject& subject, const SelftestRun& run, const BytePath& byte_path, Trial& trial) {
  const PrefixJudge judge(byte_path, {});
  SchemaTask task;
  task.seed = kSeed;
  task.prefixes = kPrefixes;
  task.masks = kMasks;
  task.full_masks = kFullMasks;
  for (task.index = 0; task.index < run.schemas; ++task.index) {
    if (run.stop_requested && run.stop_requested()) return;
    task.full_in_string = task.index % 2 == 0;
    for (const reports::Case& one : walk_schema(subject, judge, task).cases) see_case(one, trial);
  }
}

void follow_hand_cases(WalkSubject& subject, const SelftestRun& run, const BytePath& byte_path,
                       KnownNextBytes& known, Trial& trial) {
  for (const Probe& probe : run.probes) {
    if (!probe.ids.front().starts_with("hand/") || probe.request.assert_formats) continue;
    Followed sum;
    const std::size_t before = trial.cases;
    follow_texts(subject, byte_path, probe.request.schema, probe.request.schema, probe.request.instances,
                 false, known, sum, [&](std::size_t text, const Finding& one) {
                   trial.see(one.check, one.verdict, before + sum.prefixes, probe.ids[text]);
                 });
    trial.cases += sum.prefixes;
  }
}

}  // namespace

std::unique_ptr<WalkSubject> healthy_walk_subject() {
  return make_engine_walk_subject(
      {engine::Policy::spec(), {}, engine::builtin_vocabulary(), engine::MaskPath::memo});
}

Trial try_engine(const MaskFault& fault, const SelftestRun& run, const BytePath& byte_path,
                 KnownNextBytes& known) {
  Trial trial{PlantedKind::engine, fault.name, fault.sentence, fault.check, fault.verdict};
  const std::unique_ptr<WalkSubject> subject = fault.make(healthy_walk_subject(), byte_path);
  follow_hand_cases(*subject, run, byte_path, known, trial);
  walk_generated(*subject, run, byte_path, trial);
  trial.conclude();
  return trial;
}

Trial try_process(const ProcessFault& fault, const SelftestRun& run) {
  Trial trial{PlantedKind::engine, fault.name, fault.sentence, fault.check, fault.verdict};
  const std::unique_ptr<Subject> subject = fault.make();
  for (const Probe& probe : run.probes) {
    if (!probe.ids.front().starts_with(fault.only_ids)) continue;
    if (run.stop_requested && run.stop_requested()) break;
    const ValidateReply reply = subject->validate(probe.request);
    for (std::size_t i = 0; i < probe.ids.size(); ++i) {
      const Judgement judgement = compare(probe.expected[i], reply.compile, reply_at(reply, i));
      ++trial.cases;
      if (is_failure(judgement.verdict) && !run.expectations.lists(probe.ids[i], judgement.verdict))
        trial.see(check_of(probe.ids[i]), judgement.verdict, trial.cases, probe.ids[i]);
    }
  }
  trial.conclude();
  return trial;
}

}  // namespace lockstep::conformance
