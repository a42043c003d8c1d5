#include "lockstep/quality/run/experiment.h"

#include <algorithm>
#include <optional>

namespace lockstep::quality {
namespace {

std::size_t items_of_shard(const Experiment& run) {
  const std::size_t items = run.prepared.items.size();
  return (items + run.shard_count - run.shard_index) / run.shard_count;
}

// The cases of one item in one repeat.
ExperimentEnd run_item(const Experiment& run, ItemRun& item, const std::string& prefix, std::uint32_t repeat,
                       std::size_t& left) {
  for (const std::string& condition : run.prepared.plan.conditions) {
    if (left == 0) return ExperimentEnd::whole;
    --left;
    if (!run.done.contains(prefix + "/" + condition + "/" + std::to_string(repeat))) {
      if (run.stop_requested && run.stop_requested()) return ExperimentEnd::cancelled;
      const std::optional<CaseOutcome> outcome = item.run(condition);
      if (!outcome) return ExperimentEnd::cancelled;
      if (!run.sink(*outcome)) return ExperimentEnd::not_kept;
    }
    if (run.progress) run.progress();
  }
  return ExperimentEnd::whole;
}

}  // namespace

std::size_t case_count(const Experiment& run) {
  const std::size_t each = run.prepared.plan.repeats * run.prepared.plan.conditions.size();
  return std::min(run.limit, items_of_shard(run) * each);
}

ExperimentEnd run_experiment(const Experiment& run) {
  Scorer scorer;
  Language language(run.prepared.policy);
  const std::vector<std::uint32_t> forbidden = engine::forbidden_by_kind(run.prepared.vocabulary);
  const ItemRun::Tools tools{run.prepared, run.subject,        scorer,    language,
                             forbidden,    run.stop_requested, run.tamper};
  std::size_t left = run.limit;
  for (std::size_t i = run.shard_index - 1; i < run.prepared.items.size(); i += run.shard_count) {
    for (std::uint32_t repeat = 0; repeat < run.prepared.plan.repeats; ++repeat) {
      const Item& item = run.prepared.items[i];
      ItemRun one(tools, item, repeat);
      const ExperimentEnd end = run_item(run, one, item.id, repeat, left);
      if (end != ExperimentEnd::whole) return end;
    }
  }
  return ExperimentEnd::whole;
}

reports::Case record_case(const CaseOutcome& outcome, const std::string& kind,
                          const std::string& evidence_sha256) {
  reports::Case one;
  one.id = outcome.id();
  one.keywords = {outcome.condition, kind};
  one.verdict = outcome.verdict;
  one.expected = evidence_sha256;
  one.got = std::string(name(outcome.status));
  one.detail = outcome.detail;
  if (outcome.verdict == "refused") one.refused_by = "constraint";
  return one;
}

}  // namespace lockstep::quality
