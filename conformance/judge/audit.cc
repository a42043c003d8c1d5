// Polls and the bulk audit. Batches are numbered as they come; each validator fills a column of its own, and
// the columns are put together at the end in order of number, so the result does not depend on the threads.
#include "lockstep/conformance/judge/audit.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <string_view>
#include <thread>
#include <utility>

#include "lockstep/conformance/external/external_subjects.h"
#include "lockstep/conformance/judge/explanations.h"
#include "lockstep/conformance/judge/shrink.h"
#include "lockstep/oracle/json_text/json_text.h"

namespace lockstep::conformance {
namespace {

constexpr std::size_t kQueue = 64;  // batches waiting for a validator

std::string before_colon(const std::string& text) { return text.substr(0, text.find(':')); }

Vote abstain(std::string reason) { return {Ballot::abstained, {}, std::move(reason)}; }

Vote disagree(const Disagreement& disagreement, std::string says) {
  const std::string_view rule = explain(disagreement);
  if (!rule.empty()) return {Ballot::explained, std::string(rule), std::move(says)};
  return {Ballot::split, {}, std::move(says)};
}

Vote on_bad_schema(const CompileReply& compile, const Disagreement& disagreement) {
  if (compile.outcome == Compile::malformed)
    return disagree(disagreement, "schema malformed: " + compile.message);
  std::string reason(name(compile.outcome));
  const std::string& detail = compile.keyword.empty() ? compile.code : compile.keyword;
  if (!detail.empty()) reason += " (" + detail + ")";
  return abstain(std::move(reason));
}

// A text that the validator cannot read is outside its language, which agrees with "invalid" where the
// oracle's reader refuses the text as well; where that can read it, the validator has said nothing about the
// schema.
Vote on_unread(const Disagreement& disagreement, const std::string& reason) {
  if (disagreement.truth == Expected::valid) return disagree(disagreement, reason);
  if (!oracle::parse_json(disagreement.instance)) return {Ballot::agreed, {}, {}};
  return abstain("not_parsed");
}

Vote on_instance(const InstanceReply& reply, Disagreement disagreement) {
  disagreement.vote = reply.validity;
  switch (reply.validity) {
    case Validity::valid:
    case Validity::invalid: {
      const bool agrees = (reply.validity == Validity::valid) == (disagreement.truth == Expected::valid);
      if (agrees) return {Ballot::agreed, {}, {}};
      return disagree(disagreement, std::string(name(reply.validity)));
    }
    case Validity::error:
      if (reply.reason.rfind("not_parsed", 0) == 0) return on_unread(disagreement, reply.reason);
      return abstain("error");
    case Validity::unknown:
      return abstain(before_colon(reply.reason));
    case Validity::crash:
    case Validity::hang:
      break;
  }
  return abstain(std::string(name(reply.validity)));
}

// FNV-1a over the bytes, finished as in SplitMix64: a choice that depends on the triple alone.
std::uint64_t mix(std::uint64_t hash, std::string_view bytes) {
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  hash = (hash ^ (hash >> 30U)) * 0xbf58476d1ce4e5b9U;
  hash = (hash ^ (hash >> 27U)) * 0x94d049bb133111ebU;
  return hash ^ (hash >> 31U);
}

struct Batch {
  ValidateRequest request;
  std::vector<Expected> truth;
  std::vector<std::string> labels;
};

}  // namespace

std::vector<Vote> poll(Subject& voter, const ValidateRequest& request, const std::vector<Expected>& truth) {
  const ValidateReply reply = voter.validate(request);
  const bool compiled = reply.compile.outcome == Compile::ok || reply.compile.outcome == Compile::empty;
  std::vector<Vote> votes;
  for (std::size_t i = 0; i < request.instances.size(); ++i) {
    const std::string name = voter.name();
    const Disagreement base{request, request.instances[i], truth[i], name, Validity::unknown, !compiled};
    if (truth[i] == Expected::unknown) {
      votes.push_back(abstain("unknown_truth"));
    } else if (!compiled) {
      votes.push_back(on_bad_schema(reply.compile, base));
    } else if (i >= reply.instances.size()) {
      votes.push_back(abstain("no_reply"));
    } else {
      votes.push_back(on_instance(reply.instances[i], base));
    }
  }
  return votes;
}

// One validator with its queue and its column of votes.
struct Voter {
  explicit Voter(std::unique_ptr<Subject> one) : subject(std::move(one)) {}

  void run() {
    const std::string fault = smoke_test(*subject);
    while (true) {
      std::unique_lock lock(mutex);
      changed.wait(lock, [this] { return closed || !waiting.empty(); });
      if (waiting.empty()) return;
      const std::shared_ptr<const Batch> batch = waiting.front();
      waiting.pop_front();
      lock.unlock();
      changed.notify_all();
      std::vector<Vote> votes(batch->truth.size(), abstain("smoke_test"));
      if (fault.empty()) votes = poll(*subject, batch->request, batch->truth);
      column.push_back(std::move(votes));
    }
  }

  void push(std::shared_ptr<const Batch> batch) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [this] { return waiting.size() < kQueue; });
    waiting.push_back(std::move(batch));
    lock.unlock();
    changed.notify_all();
  }

  void close() {
    {
      const std::lock_guard lock(mutex);
      closed = true;
    }
    changed.notify_all();
    if (thread.joinable()) thread.join();
  }

  std::unique_ptr<Subject> subject;
  std::vector<std::vector<Vote>> column;  // of the thread, until it is joined
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::shared_ptr<const Batch>> waiting;
  bool closed = false;
  std::thread thread;
};

struct Audit::Impl {
  AuditOptions options;
  std::vector<std::unique_ptr<Voter>> voters;
  std::vector<std::shared_ptr<const Batch>> batches;
  AuditResult result;

  void count_triple(const Batch& batch, std::size_t batch_index, std::size_t i) {
    std::size_t verdicts = 0;
    bool split = false;
    for (std::size_t v = 0; v < voters.size(); ++v) {
      const Vote& vote = voters[v]->column[batch_index][i];
      VoterResult& sum = result.voters[v];
      ++sum.ballots[static_cast<std::size_t>(vote.ballot)];
      if (vote.ballot == Ballot::explained) ++sum.explained_by[vote.rule];
      if (vote.ballot == Ballot::abstained) ++sum.abstained_by[vote.reason];
      if (vote.ballot != Ballot::abstained) ++verdicts;
      if (vote.ballot != Ballot::split) continue;
      split = true;
      if (result.splits.size() >= options.kept_splits) continue;
      Split kept{batch.labels[i], sum.name, vote.reason, batch.truth[i], batch.request};
      kept.request.instances = {batch.request.instances[i]};
      result.splits.push_back(std::move(kept));
    }
    result.audited += verdicts > 0 ? 1U : 0U;
    result.audited_by_all += verdicts == voters.size() && verdicts > 0 ? 1U : 0U;
    result.split_triples += split ? 1U : 0U;
    result.triples.push_back({batch.labels[i], verdicts > 0, split});
  }
};

Audit::Audit(std::vector<std::unique_ptr<Subject>> voters, const AuditOptions& options)
    : impl_(std::make_unique<Impl>()) {
  impl_->options = options;
  for (auto& subject : voters) impl_->voters.push_back(std::make_unique<Voter>(std::move(subject)));
  for (auto& voter : impl_->voters) voter->thread = std::thread([one = voter.get()] { one->run(); });
}

Audit::~Audit() {
  for (auto& voter : impl_->voters) voter->close();
}

bool Audit::takes(std::string_view schema, std::string_view instance) const {
  const AuditOptions& options = impl_->options;
  if (options.one_in <= 1) return true;
  return mix(mix(0xcbf29ce484222325U ^ options.seed, schema), instance) % options.one_in == 0;
}

void Audit::add(const ValidateRequest& request, const std::vector<Expected>& truth,
                const std::vector<std::string>& labels) {
  auto batch = std::make_shared<Batch>();
  batch->request = request;
  batch->request.instances.clear();
  for (std::size_t i = 0; i < request.instances.size(); ++i) {
    ++impl_->result.offered;
    if (!takes(request.schema, request.instances[i])) continue;
    batch->request.instances.push_back(request.instances[i]);
    batch->truth.push_back(truth[i]);
    batch->labels.push_back(labels[i]);
  }
  if (batch->truth.empty()) return;
  impl_->result.taken += batch->truth.size();
  impl_->batches.push_back(batch);
  for (auto& voter : impl_->voters) voter->push(batch);
}

AuditResult Audit::finish() {
  for (auto& voter : impl_->voters) {
    voter->close();
    impl_->result.voters.push_back({voter->subject->name(), voter->subject->version(), {}, {}, {}});
  }
  for (std::size_t b = 0; b < impl_->batches.size(); ++b) {
    for (std::size_t i = 0; i < impl_->batches[b]->truth.size(); ++i)
      impl_->count_triple(*impl_->batches[b], b, i);
  }
  return std::move(impl_->result);
}

Split shrink_split(const Split& split, Subject& truth, Subject& voter) {
  Split small = split;
  const auto ask = [&](const Pair& pair) {
    Split now = split;
    now.request.schema = pair.schema;
    now.request.instances = {pair.instance};
    const ValidateReply reply = truth.validate(now.request);
    const Validity validity =
        reply.instances.size() == 1 ? reply.instances.front().validity : Validity::unknown;
    now.truth = validity == Validity::valid     ? Expected::valid
                : validity == Validity::invalid ? Expected::invalid
                                                : Expected::unknown;
    const std::vector<Vote> votes = poll(voter, now.request, {now.truth});
    if (votes.front().ballot != Ballot::split) return false;
    now.says = votes.front().reason;
    small = std::move(now);
    return true;
  };
  shrink_pair({split.request.schema, split.request.instances.front()}, ask);
  return small;
}

}  // namespace lockstep::conformance
