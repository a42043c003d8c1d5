// Generate, ask, compare, and hand what agrees to the audit; the votes come in at the end.
#include "lockstep/conformance/generate/generated_suite.h"

#include <fmt/core.h>

#include <optional>
#include <utility>

namespace lockstep::conformance {
namespace {

std::string text_of(Expected expected) {
  return expected == Expected::valid ? "valid" : expected == Expected::invalid ? "invalid" : "unknown";
}

class Runner {
 public:
  Runner(Subject* subject, Subject& truth, GeneratedRun run)
      : subject_(subject), truth_(truth), run_(std::move(run)) {
    if (!run_.voters.empty()) audit_.emplace(std::move(run_.voters), run_.audit);
  }

  GeneratedOutcome run() {
    std::size_t pairs = 0;
    for (std::uint64_t index = 0; pairs < run_.pairs; ++index) {
      const GeneratedCase made = generate_case(run_.seed, index, run_.shape);
      pairs += made.instances.size();
      if (index % run_.shard_count != run_.shard_index - 1) continue;
      if (run_.stop_requested && run_.stop_requested()) {
        outcome_.cancelled = true;
        break;
      }
      judge(made, index);
      if (run_.progress) run_.progress(made.instances.size());
    }
    if (audit_) outcome_.audit = audit_->finish();
    conclude();
    return std::move(outcome_);
  }

 private:
  void judge(const GeneratedCase& made, std::uint64_t index) {
    ++outcome_.schemas;
    for (const std::string& keyword : made.keywords) ++outcome_.keywords[keyword];
    ValidateRequest request;
    request.schema = made.schema;
    request.instances = made.instances;
    const ValidateReply right = truth_.validate(request);
    const ValidateReply reply = subject_ != nullptr ? subject_->validate(request) : right;
    ValidateRequest agreed = request;
    agreed.instances.clear();
    std::vector<Expected> truths;
    std::vector<std::string> labels;
    for (std::size_t i = 0; i < made.instances.size(); ++i) {
      const Expected expected = opinion(right, i);
      outcome_.valid += expected == Expected::valid ? 1U : 0U;
      outcome_.invalid += expected == Expected::invalid ? 1U : 0U;
      const InstanceReply* instance = reply_at(reply, i);
      const Judgement judgement = compare(expected, reply.compile, instance);
      reports::Case one;
      one.id = fmt::format("generated/{}/{}/{}", run_.seed, index, i);
      one.keywords.assign(made.keywords.begin(), made.keywords.end());
      one.verdict = name(judgement.verdict);
      one.expected = text_of(expected);
      one.got = instance != nullptr ? name(instance->validity) : name(reply.compile.outcome);
      one.detail = judgement.detail;
      if (judgement.verdict == Verdict::refused) {
        one.refused_by = reply.compile.keyword.empty() ? "(unnamed)" : reply.compile.keyword;
      }
      if (is_failure(judgement.verdict))
        one.detail += "; schema " + made.schema + " instance " + made.instances[i];
      if (judgement.verdict == Verdict::agree) {
        agreed.instances.push_back(made.instances[i]);
        truths.push_back(expected);
        labels.push_back(one.id);
      }
      outcome_.cases.push_back(std::move(one));
    }
    if (audit_ && !labels.empty()) audit_->add(agreed, truths, labels);
  }

  // Triples come in the order of the cases.
  void conclude() {
    std::size_t next = 0;
    const std::vector<AuditedTriple>& triples = outcome_.audit.triples;
    for (reports::Case& one : outcome_.cases) {
      const bool audited = next < triples.size() && triples[next].label == one.id;
      const bool voted = audited && triples[next].voted;
      if (audited && triples[next].split) {
        one.verdict = name(Verdict::split_vote);
        one.detail = "an independent validator disagrees";
      } else if (subject_ == nullptr && one.verdict == name(Verdict::agree) && !voted) {
        one.verdict = name(Verdict::unknown);
        one.detail = "no independent validator gave a verdict";
      }
      next += audited ? 1U : 0U;
      outcome_.tally.add(*verdict_named(one.verdict));
    }
    outcome_.exit = exit_of(outcome_.tally, outcome_.cancelled);
  }

  Subject* subject_;
  Subject& truth_;
  GeneratedRun run_;
  std::optional<Audit> audit_;
  GeneratedOutcome outcome_;
};

}  // namespace

GeneratedOutcome run_generated(Subject* subject, Subject& truth, GeneratedRun run) {
  return Runner(subject, truth, std::move(run)).run();
}

}  // namespace lockstep::conformance
