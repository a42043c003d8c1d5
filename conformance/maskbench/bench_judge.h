// Judges the instances of one schema by the file, with the oracle beside it.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/conformance/maskbench/maskbench_file.h"
#include "lockstep/conformance/maskbench/measured_engine.h"
#include "lockstep/conformance/suite/variants.h"
#include "lockstep/reports/record.h"

namespace lockstep::conformance {

// The verdict where subject and oracle say the same of an instance and the file the other: external
// validators settle it. No failure of the subject by itself.
inline constexpr std::string_view kFileDisagrees = "file_disagrees";

// Who judges on one thread.
struct BenchWorker {
  std::unique_ptr<Subject> subject;
  MeasuredEngine* measured = nullptr;      // the same, where it says what a compile costs
  std::unique_ptr<Subject> oracle;         // null: the subject is the oracle
  std::unique_ptr<PythonSpeller> python;   // of the variants
  std::unique_ptr<VariantJudge> variants;  // null: instances as they stand and compact, byte by byte
};

// A text to be voted on, and what subject and oracle say of it.
struct BenchDispute {
  std::size_t case_index = 0;
  ValidateRequest request;             // with this one instance
  Expected truth = Expected::unknown;  // the oracle's, else the file's
};

struct BenchJudged {
  std::vector<reports::Case> cases;  // one an instance; of a schema without instances one, ".../compile"
  std::vector<BenchDispute> disputes;
  CompileReply compile;
  std::optional<CompileCost> cost;
  double text_milliseconds = 0;  // processor time of its texts, as they stand and compact
  std::size_t grown_bytes = 0;   // memory after all its texts
};

// The ids of a schema's cases, in order.
std::vector<std::string> case_ids(const BenchSchema& schema);

// Of a schema whose texts take longer there are no variants, and that is told.
inline constexpr double kVariedMilliseconds = 2'000;

// Formats are asserted; the draft is that of `$schema`, 2020-12 where it is absent. Each instance is asked as
// it stands and compact, then, where the answer stands, in variants. A wrong answer of the subject is
// over_accept or over_reject where the oracle says what the file says or cannot tell, else kFileDisagrees. A
// right one that the oracle contradicts stays `agree`, and its detail says so (oracle_against()).
BenchJudged judge_schema(BenchWorker& worker, const BenchSchema& schema,
                         const std::shared_ptr<const Registry>& registry);

// Does a case's detail say that the oracle contradicts subject and file?
bool oracle_against(std::string_view detail);

}  // namespace lockstep::conformance
