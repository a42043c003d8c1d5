#include "lockstep/conformance/maskbench/bench_suite.h"

#include <fmt/core.h>

#include <algorithm>
#include <mutex>
#include <set>
#include <utility>

#include "lockstep/conformance/judge/audit.h"
#include "lockstep/conformance/suite/select.h"
#include "lockstep/conformance/walk/ordered_work.h"

namespace lockstep::conformance {
namespace {

// Idle workers, so that no two threads have the same.
class Pool {
 public:
  explicit Pool(const std::function<BenchWorker()>& make) : make_(make) {}
  std::unique_ptr<BenchWorker> take() {
    {
      const std::lock_guard<std::mutex> guard(lock_);
      if (!idle_.empty()) {
        std::unique_ptr<BenchWorker> worker = std::move(idle_.back());
        idle_.pop_back();
        return worker;
      }
    }
    return std::make_unique<BenchWorker>(make_());
  }
  void give(std::unique_ptr<BenchWorker> worker) {
    const std::lock_guard<std::mutex> guard(lock_);
    idle_.push_back(std::move(worker));
  }

 private:
  const std::function<BenchWorker()>& make_;
  std::mutex lock_;
  std::vector<std::unique_ptr<BenchWorker>> idle_;
};

std::string words_of(const std::string& voter, const Vote& vote) {
  switch (vote.ballot) {
    case Ballot::agreed:
      return voter + " agrees with the truth";
    case Ballot::split:
      return voter + " says " + vote.reason;
    case Ballot::explained:
      return voter + " explained by " + vote.rule;
    case Ballot::abstained:
      break;
  }
  return voter + " none (" + vote.reason + ")";
}

class Runner {
 public:
  Runner(const std::vector<BenchSchema>& schemas, const BenchRun& run) : schemas_(schemas), run_(run) {
    for (const reports::Case& one : run.done) done_.emplace(one.id, one);
  }

  bool is_done(const BenchSchema& schema) const {
    const std::vector<std::string> ids = case_ids(schema);
    return std::all_of(ids.begin(), ids.end(), [&](const std::string& id) { return done_.contains(id); });
  }

  void take_over(const BenchSchema& schema) {
    ++outcome_.taken_over;
    for (const std::string& id : case_ids(schema)) keep(done_.at(id), false);
  }

  void take(const BenchSchema& schema, BenchJudged judged) {
    for (BenchDispute& one : judged.disputes) vote(one, judged.cases[one.case_index]);
    for (reports::Case& one : judged.cases) {
      const bool is_new = !done_.contains(one.id);
      keep(is_new ? std::move(one) : done_.at(one.id), is_new);
    }
    const CompileReply& compile = judged.compile;
    outcome_.figures.push_back({schema.id, std::string(name(compile.outcome)),
                                compile.outcome == Compile::refused ? compile.keyword : compile.code,
                                judged.cost, judged.text_milliseconds, judged.grown_bytes});
  }

  BenchOutcome conclude(bool cancelled) {
    outcome_.cancelled = cancelled;
    std::set<std::string> known;
    for (const BenchSchema& schema : schemas_) {
      for (std::string& id : case_ids(schema)) known.insert(std::move(id));
    }
    outcome_.stale = stale_entries(run_.expectations, known, ran_);
    outcome_.exit = exit_of_run(outcome_.unlisted, outcome_.stale, cancelled || tally_.compared() == 0);
    return std::move(outcome_);
  }

 private:
  void vote(const BenchDispute& dispute, reports::Case& one) {
    bool split = false;
    for (Subject* voter : run_.voters) {
      const Vote given = poll(*voter, dispute.request, {dispute.truth}).at(0);
      one.detail += "; " + words_of(voter->name(), given);
      split = split || given.ballot == Ballot::split;
    }
    // A wrong answer stays one: the oracle says so too. Where all of ours say the same, a voter decides.
    if (split && one.verdict == kFileDisagrees) one.verdict = name(Verdict::split_vote);
  }

  void keep(reports::Case one, bool is_new) {
    const std::optional<Verdict> verdict = verdict_named(one.verdict);
    if (verdict) {
      tally_.add(*verdict);
      ran_.emplace(one.id, *verdict);
    }
    if (verdict && is_failure(*verdict)) {
      one.listed = run_.expectations.lists(one.id, *verdict);
      if (!one.listed) outcome_.unlisted.push_back(one.id);
    }
    outcome_.variants += variants_in(one.detail);
    for (const std::string& what : without_in(one.detail)) ++outcome_.without[what];
    if (verdict == Verdict::agree && oracle_against(one.detail)) outcome_.oracle_against.push_back(one.id);
    if (is_new && run_.sink) run_.sink(one);
    outcome_.cases.push_back(std::move(one));
  }

  const std::vector<BenchSchema>& schemas_;
  const BenchRun& run_;
  std::map<std::string, reports::Case> done_;
  Tally tally_;
  std::map<std::string, Verdict> ran_;
  BenchOutcome outcome_;
};

}  // namespace

std::vector<std::size_t> select_schemas(std::size_t schemas, const BenchRun& run) {
  return select_indices(schemas, {false, run.shard, run.shards, run.limit, run.seed});
}

BenchOutcome run_maskbench(const std::vector<BenchSchema>& schemas, const BenchRun& run) {
  const std::vector<std::size_t> chosen = select_schemas(schemas.size(), run);
  Runner runner(schemas, run);
  Pool pool(run.worker);
  std::size_t next = 0;
  bool cancelled = false;
  const auto claim = [&]() -> std::optional<std::size_t> {
    if (next == chosen.size()) return std::nullopt;
    if (run.stop_requested && run.stop_requested()) {
      cancelled = true;
      return std::nullopt;
    }
    return chosen[next++];
  };
  const auto work = [&](std::size_t index) -> std::optional<BenchJudged> {
    if (runner.is_done(schemas[index])) return std::nullopt;
    std::unique_ptr<BenchWorker> worker = pool.take();
    BenchJudged judged = judge_schema(*worker, schemas[index], run.registry);
    pool.give(std::move(worker));
    return judged;
  };
  const auto take = [&](std::size_t index, std::optional<BenchJudged> judged) {
    judged ? runner.take(schemas[index], std::move(*judged)) : runner.take_over(schemas[index]);
    if (run.progress) run.progress(1);
    return true;
  };
  do_in_order<std::size_t, std::optional<BenchJudged>>(std::max<std::size_t>(run.threads, 1), claim, work,
                                                       take);
  return runner.conclude(cancelled);
}

}  // namespace lockstep::conformance
