// Schemas are walked on any thread and taken over in the order of their numbers.
#include "lockstep/conformance/walk/mask_walk.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "lockstep/conformance/walk/ordered_work.h"
#include "lockstep/conformance/walk/reproducer.h"
#include "lockstep/conformance/walk/schema_walk.h"
#include "lockstep/conformance/walk/walk_audit.h"
#include "lockstep/conformance/walk/walk_schemas.h"

namespace lockstep::conformance {
namespace {

constexpr std::size_t kMostOfAKind = 3;
// A run that needs more schemas than this many times those asked for gives up.
constexpr std::size_t kPatience = 10;
// Full masks offered to schemas, for one that is wanted: some schemas have no prefix in the right place.
constexpr std::size_t kOfferedPercent = 125;
constexpr std::string_view kAgain = "; again: ";

std::size_t part_of(std::size_t total, std::size_t count) { return (total + count - 1) / count; }

WalkFloors floors_of_shard(const WalkFloors& floors, std::size_t count) {
  return {part_of(floors.schemas, count), part_of(floors.prefixes, count),
          part_of(floors.masks, count),   part_of(floors.full_masks, count),
          floors.dense_percent,           floors.per_keyword / count};
}

// The numbers of the schemas of this shard, one after the other; of equal texts the first one only.
class Numbers {
 public:
  explicit Numbers(const MaskWalkRun& run) : run_(run), most_(run.schemas) {
    if (has_floors(run.floors)) most_ = std::max<std::size_t>(run.schemas, run.floors.schemas) * kPatience;
  }

  std::optional<std::uint64_t> next() {
    for (; next_ < most_; ++next_) {
      if (!texts_.insert(walk_schema_at(run_.seed, next_).text).second) continue;
      if (next_ % run_.shard_count == run_.shard_index - 1) return next_++;
    }
    return std::nullopt;
  }

  static bool has_floors(const WalkFloors& floors) {
    return floors.schemas + floors.prefixes + floors.masks + floors.full_masks > 0;
  }

 private:
  const MaskWalkRun& run_;
  std::size_t most_;
  std::uint64_t next_ = 0;
  std::set<std::string> texts_;
};

class MaskWalk {
 public:
  MaskWalk(WalkSubject& subject, const BytePath& byte_path, const MaskWalkRun& run)
      : subject_(subject),
        run_(run),
        judge_(byte_path, run.limits),
        audit_(run.audit, run.seed),
        floors_(floors_of_shard(run.floors, run.shard_count)),
        has_floors_(Numbers::has_floors(run.floors)) {}

  MaskWalkOutcome walk() {
    Numbers numbers(run_);
    take_over();
    const auto claim = [&]() -> std::optional<SchemaTask> {
      for (std::optional<std::uint64_t> index = numbers.next(); index; index = numbers.next()) {
        if (*index >= begin_) return task_of(*index);
      }
      return std::nullopt;
    };
    const auto work = [&](const SchemaTask& task) { return walk_schema(subject_, judge_, task); };
    const auto take = [&](const SchemaTask& task, SchemaWalked walked) {
      return take_schema(task, std::move(walked));
    };
    if (!reached()) do_in_order<SchemaTask, SchemaWalked>(run_.threads, claim, work, take);
    conclude();
    return std::move(outcome_);
  }

 private:
  // The cases of an interrupted run up to the last schema, which may be torn and is judged again. The split
  // votes behind them are asked for again.
  void take_over() {
    for (const reports::Case& one : run_.done) {
      if (WalkAudit::is_vote(one)) {
        torn_votes_.push_back(one);
      } else {
        begin_ = schema_index_of(one.id);
      }
    }
    for (const reports::Case& one : run_.done) {
      if (WalkAudit::is_vote(one)) continue;
      if (schema_index_of(one.id) < begin_) {
        add(one);
      } else {
        torn_.push_back(one);
      }
    }
  }

  SchemaTask task_of(std::uint64_t index) const {
    SchemaTask task;
    task.seed = run_.seed;
    task.index = index;
    task.prefixes = run_.prefixes;
    task.masks = run_.masks;
    // Spread evenly over the schemas that are asked for, whatever the shard.
    const std::size_t schemas = std::max<std::size_t>(run_.schemas, 1);
    const std::size_t offered = run_.full_masks * kOfferedPercent / 100;
    const std::size_t turn = index / run_.shard_count;
    const std::size_t before = turn * offered / schemas;
    task.full_masks = (turn + 1) * offered / schemas - before;
    // Not every schema has strings: asked for more often, they come out as half.
    task.full_in_string = before % 8 < 5;
    task.policy = run_.policy;
    task.limits = run_.limits;
    task.audit = run_.audit;
    task.stop_requested = run_.stop_requested;
    return task;
  }

  bool reached() const { return has_floors_ && outcome_.figures.reached(floors_); }

  // False: no more of them.
  bool take_schema(const SchemaTask& task, SchemaWalked walked) {
    if (walked.cancelled || (run_.stop_requested && run_.stop_requested())) {
      outcome_.cancelled = true;
      return false;
    }
    make_small(task, walked);
    add_new(walked.cases, torn_);
    torn_.clear();
    if (run_.progress) run_.progress(walked.cases.size());
    return !reached();
  }

  // Those that the interrupted run has, in this order, stand in its stream already.
  void add_new(const std::vector<reports::Case>& cases, const std::vector<reports::Case>& torn) {
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const bool known = i < torn.size();
      if (known && torn[i] != cases[i] && problem_.empty())
        problem_ =
            "judged again, " + cases[i].id + " is not what the interrupted run says: not deterministic";
      if (!known && run_.sink) run_.sink(cases[i]);
      add(cases[i]);
    }
  }

  void add(const reports::Case& one) {
    audit_.add(one);
    outcome_.figures.add(one);
    if (const auto verdict = verdict_named(one.verdict)) outcome_.tally.add(*verdict);
    if (const std::size_t at = one.detail.rfind(kAgain); at != std::string::npos) {
      ++small_;
      ++kinds_[kind_of(one)];
      outcome_.reproducers.push_back(fmt::format("{} {} {}\n  {}\n", one.id, one.verdict,
                                                 one.detail.substr(0, at),
                                                 one.detail.substr(at + kAgain.size())));
    }
    outcome_.cases.push_back(one);
  }

  // "mask_too_wide by next_byte"
  static std::string kind_of(const reports::Case& one) {
    return fmt::format("{} by {}", one.verdict, one.detail.substr(0, one.detail.find(':')));
  }

  void make_small(const SchemaTask& task, SchemaWalked& walked) {
    std::size_t small = small_;
    std::map<std::string, std::size_t> kinds = kinds_;
    for (const WalkFailure& failure : walked.failures) {
      reports::Case& one = walked.cases[failure.at];
      if (small >= run_.reproducers || kinds[kind_of(one)] >= kMostOfAKind) continue;
      ++small;
      ++kinds[kind_of(one)];
      const Reproducer made = shrink_failure(subject_, judge_, task, failure);
      one.detail =
          fmt::format("{}: {}; at \"{}\"; schema {}{}{}", made.finding.check, made.finding.detail,
                      escaped_bytes(made.prefix), made.schema, kAgain, command_of(made, run_.options));
    }
  }

  void conclude() {
    using reports::ExitCode;
    if (!outcome_.cancelled) {
      std::vector<reports::Case> split;
      outcome_.audit = audit_.finish(split);
      add_new(split, torn_votes_);
    }
    outcome_.found_by = outcome_.figures.found_by;
    const bool shares = has_floors_ || outcome_.figures.schemas >= 50;
    WalkFloors floors = floors_;
    // Nothing was asked for: of what there is, two in five inside strings.
    if (!has_floors_) floors.full_masks = outcome_.figures.full_masks * 4 / 5;
    if (shares) outcome_.too_little = too_little(outcome_.figures, floors);
    if (outcome_.too_little.empty() && run_.audit != nullptr && outcome_.audit.audited == 0)
      outcome_.too_little = "nothing was audited";
    if (!problem_.empty()) outcome_.too_little = problem_;
    const bool nothing = outcome_.cancelled || outcome_.tally.compared() == 0;
    outcome_.exit = outcome_.tally.failures() > 0  ? ExitCode::conformance_failure
                    : outcome_.cancelled           ? ExitCode::unresolved
                    : !outcome_.too_little.empty() ? ExitCode::self_check_failed
                    : nothing                      ? ExitCode::unresolved
                                                   : ExitCode::pass;
  }

  WalkSubject& subject_;
  const MaskWalkRun& run_;
  const PrefixJudge judge_;
  WalkAudit audit_;
  const WalkFloors floors_;
  const bool has_floors_;
  MaskWalkOutcome outcome_;
  std::uint64_t begin_ = 0;          // schemas before it are done
  std::vector<reports::Case> torn_;  // cases of schema begin_ that the stream has
  std::vector<reports::Case> torn_votes_;
  std::size_t small_ = 0;
  std::map<std::string, std::size_t> kinds_;
  std::string problem_;
};

}  // namespace

MaskWalkOutcome run_mask_walk(WalkSubject& subject, const BytePath& byte_path, const MaskWalkRun& run) {
  return MaskWalk(subject, byte_path, run).walk();
}

}  // namespace lockstep::conformance
