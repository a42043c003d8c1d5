// Wrong engines: by their masks, and as whole subjects.
#include <fmt/core.h>

#include <algorithm>

#include "lockstep/conformance/planted/follow.h"
#include "lockstep/conformance/planted/try_fault.h"
#include "lockstep/conformance/walk/mask_walk.h"
#include "lockstep/engine/vocabulary/builtin.h"

namespace lockstep::conformance {
namespace {

constexpr std::size_t kPrefixes = 16;  // judged in each generated schema
constexpr std::size_t kFullMasks = 4;  // of these, compared with the token filter
constexpr std::uint64_t kSeed = 1;

// What the walk found by none of its checks, by the id of the case: the schema's own, or ".../limit".
std::string_view check_of_case(const reports::Case& one, const std::string& schema_id) {
  if (one.id == schema_id) return "compile";
  return one.id.ends_with("/limit") ? "limit" : "accept";
}

// "mask_too_wide by next_byte": what the walk counts by.
void see_all(const MaskWalkOutcome& outcome, const std::string& id, Trial& trial) {
  for (const auto& [what, count] : outcome.found_by) {
    const std::size_t by = what.find(" by ");
    const std::optional<Verdict> verdict = verdict_named(what.substr(0, by));
    if (!verdict || by == std::string::npos) continue;
    for (std::size_t i = 0; i < count; ++i) trial.see(what.substr(by + 4), *verdict, trial.cases, id);
  }
  for (const reports::Case& one : outcome.cases) {
    const std::optional<Verdict> verdict = verdict_named(one.verdict);
    const bool other = one.id == id || one.id.ends_with("/limit") || outcome.found_by.empty();
    if (verdict && is_failure(*verdict) && other)
      trial.see(check_of_case(one, id), *verdict, trial.cases, one.id);
  }
}

// One schema a run, so that the cases up to the first conviction are known.
void walk_generated(WalkSubject& subject, const SelftestRun& run, const BytePath& byte_path, Trial& trial) {
  MaskWalkRun walk;
  walk.seed = kSeed;
  walk.schemas = run.schemas;
  walk.prefixes = kPrefixes;
  walk.full_masks = kFullMasks;
  walk.reproducers = 0;
  walk.shard_count = run.schemas;
  for (walk.shard_index = 1; walk.shard_index <= run.schemas; ++walk.shard_index) {
    if (run.stop_requested && run.stop_requested()) return;
    const MaskWalkOutcome outcome = run_mask_walk(subject, byte_path, walk);
    trial.cases += outcome.cases.size();
    see_all(outcome, fmt::format("walk/{}/{}", kSeed, walk.shard_index - 1), trial);
  }
}

void follow_hand_cases(WalkSubject& subject, const SelftestRun& run, const BytePath& byte_path,
                       Trial& trial) {
  for (const Probe& probe : run.probes) {
    if (!probe.ids.front().starts_with("hand/") || probe.request.assert_formats) continue;
    Followed sum;
    const std::size_t before = trial.cases;
    follow_texts(subject, byte_path, probe.request.schema, probe.request.schema, probe.request.instances,
                 false, sum, [&](std::size_t text, const Finding& one) {
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

Trial try_engine(const MaskFault& fault, const SelftestRun& run, const BytePath& byte_path) {
  Trial trial{PlantedKind::engine, fault.name, fault.sentence, fault.check, fault.verdict};
  const std::unique_ptr<WalkSubject> subject = fault.make(healthy_walk_subject(), byte_path);
  follow_hand_cases(*subject, run, byte_path, trial);
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
