// `check --batch`: JSON lines in, one JSON line per instance out, in the order of the input.
#pragma once

#include <iosfwd>
#include <memory>
#include <string>

#include "lockstep/cli/batch_engine.h"
#include "lockstep/cli/command.h"
#include "lockstep/conformance/subject/subject.h"

namespace lockstep::cli {

// Longest line; a longer one is a bad line, and no more of it is kept.
inline constexpr std::size_t kLongestBatchLine = std::size_t{64} << 20U;

struct Batch {
  std::istream& lines;
  std::string name;  // of the input, for locations
  conformance::Subject& subject;
  std::shared_ptr<const conformance::Registry> registry;
  std::string dialect;            // where neither the line nor the schema names one
  bool assert_formats = false;    // where the line does not say
  EngineBatch* engine = nullptr;  // where the subject is the built-in engine
  bool patterns = false;          // `regex` may be asked of the oracle's patterns: the subject is the oracle
};

// Answers every line; `--limit` and `--shard` count lines. Bad lines are printed as errors and do not end the
// run. `summary` gets cases = instances, verdicts accepted, not_accepted, unknown and what did not compile.
// Exit code, the worst of: 2 a bad line, 3 a subject that died or hung, 5 an unknown answer or an
// interruption, 0 all else.
ExitCode run_batch(const Batch& batch, Context& context, reports::Summary& summary);

}  // namespace lockstep::cli
