// Runs a subject over schemas with instances in the form of MaskBench.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/conformance/maskbench/bench_judge.h"
#include "lockstep/conformance/suite/expectations.h"
#include "lockstep/reports/record.h"
#include "lockstep/reports/summary.h"

namespace lockstep::conformance {

// What one schema came to.
struct BenchFigure {
  std::string id;
  std::string outcome;  // ok, empty, refused, ...
  std::string reason;   // refused: the keyword; malformed, limit: the code
  std::optional<CompileCost> cost;
  double text_milliseconds = 0;
  std::size_t grown_bytes = 0;
};

struct BenchRun {
  // One for each thread that works; null stops the run with a fault of the caller's own.
  std::function<BenchWorker()> worker;
  std::shared_ptr<const Registry> registry;
  // Independent validators: they vote on every wrong answer and on every kFileDisagrees. One that contradicts
  // what oracle (else file) says makes it a split vote.
  std::vector<Subject*> voters;
  std::size_t threads = 1;            // the outcome does not depend on it, but for the times
  std::size_t shard = 1, shards = 1;  // schemas are dealt out
  std::size_t limit = 0;              // at most so many schemas of the shard, drawn by the seed; 0: all
  std::uint64_t seed = 1;
  Expectations expectations;
  std::vector<reports::Case>
      done;  // of an interrupted run; a schema all of whose cases are there is not asked
  std::function<void(const reports::Case&)> sink;
  std::function<void(std::size_t)> progress;  // schemas done since the last call
  std::function<bool()> stop_requested;
};

struct BenchOutcome {
  std::vector<reports::Case> cases;  // in the order of the files
  bool cancelled = false;
  std::size_t variants = 0;
  std::map<std::string, std::size_t> without;
  std::vector<BenchFigure> figures;         // a schema each, but for those taken over from an interrupted run
  std::size_t taken_over = 0;               // schemas
  std::vector<std::string> oracle_against;  // cases on which subject and file agree, and the oracle does not
  std::vector<std::string> unlisted, stale;
  // As of SuiteOutcome.
  reports::ExitCode exit = reports::ExitCode::pass;
};

// The schemas that a run takes, ascending.
std::vector<std::size_t> select_schemas(std::size_t schemas, const BenchRun& run);

BenchOutcome run_maskbench(const std::vector<BenchSchema>& schemas, const BenchRun& run);

// What a schema may cost before it is listed.
inline constexpr double kSlowMilliseconds = 50;
inline constexpr std::size_t kLargeBytes = std::size_t{8} << 20U;

}  // namespace lockstep::conformance
