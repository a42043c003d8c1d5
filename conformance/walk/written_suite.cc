#include "lockstep/conformance/walk/written_suite.h"

#include <fmt/core.h>

#include <optional>
#include <set>
#include <string>
#include <utility>

#include "lockstep/conformance/suite/run_suite.h"
#include "lockstep/conformance/walk/laws.h"
#include "lockstep/conformance/walk/witness.h"

namespace lockstep::conformance {
namespace {

class Runner {
 public:
  Runner(WalkSubject& subject, WrittenRun run) : subject_(subject), run_(std::move(run)) {
    if (!run_.voters.empty()) audit_.emplace(std::move(run_.voters), run_.audit);
  }

  GeneratedOutcome run() {
    WitnessRun witness;
    witness.seed = run_.seed;
    witness.schemas = run_.schemas;
    witness.generated = run_.schemas;
    witness.shard_index = run_.shard_index;
    witness.shard_count = run_.shard_count;
    witness.judged = [this](const WitnessJudged& judged) { take(judged); };
    witness.stop_requested = run_.stop_requested;
    const WitnessOutcome walked = run_witness(subject_, witness);
    offer();
    outcome_.cancelled = walked.cancelled;
    outcome_.schemas = walked.generated;
    if (audit_) outcome_.audit = audit_->finish();
    conclude();
    return std::move(outcome_);
  }

 private:
  void take(const WitnessJudged& judged) {
    if (!index_ || *index_ != judged.index) begin(judged);
    const bool agreed = judged.verdict == Verdict::agree;
    if (agreed && !seen_.insert(judged.text).second) return;
    reports::Case one;
    one.id = fmt::format("written/{}/{}", run_.seed, judged.index);
    if (judged.verdict != Verdict::refused) one.id += fmt::format("/{}", count_++);
    one.keywords.assign(judged.keywords.begin(), judged.keywords.end());
    one.verdict = name(judged.verdict);
    one.expected = name(judged.truth);
    one.got = agreed ? one.expected : std::string(name(judged.verdict));
    one.detail = judged.detail;
    one.refused_by = judged.refused_by;
    if (is_failure(judged.verdict)) {
      one.detail += fmt::format("; schema {} text {}", shown_bytes(judged.schema), shown_bytes(judged.text));
    }
    if (agreed) {
      ++(judged.truth == Expected::valid ? outcome_.valid : outcome_.invalid);
      request_.instances.push_back(judged.text);
      truths_.push_back(judged.truth);
      labels_.push_back(one.id);
    }
    outcome_.cases.push_back(std::move(one));
  }

  void begin(const WitnessJudged& judged) {
    offer();
    index_ = judged.index;
    count_ = 0;
    seen_.clear();
    request_.schema = judged.schema;
    if (run_.progress) run_.progress(1);
  }

  void offer() {
    if (audit_ && !labels_.empty()) audit_->add(request_, truths_, labels_);
    request_.instances.clear();
    truths_.clear();
    labels_.clear();
  }

  // Triples come in the order of the cases.
  void conclude() {
    std::set<std::string> split;
    for (const AuditedTriple& triple : outcome_.audit.triples) {
      if (triple.split) split.insert(triple.label);
    }
    for (reports::Case& one : outcome_.cases) {
      if (split.contains(one.id)) {
        one.verdict = name(Verdict::split_vote);
        one.detail = "an independent validator disagrees";
      }
      outcome_.tally.add(*verdict_named(one.verdict));
    }
    outcome_.exit = exit_of(outcome_.tally, outcome_.cancelled);
  }

  WalkSubject& subject_;
  WrittenRun run_;
  std::optional<Audit> audit_;
  GeneratedOutcome outcome_;
  // Of the schema that is being walked.
  std::optional<std::uint64_t> index_;
  std::size_t count_ = 0;
  std::set<std::string> seen_;
  ValidateRequest request_;
  std::vector<Expected> truths_;
  std::vector<std::string> labels_;
};

}  // namespace

GeneratedOutcome run_written(WalkSubject& subject, WrittenRun run) {
  return Runner(subject, std::move(run)).run();
}

}  // namespace lockstep::conformance
