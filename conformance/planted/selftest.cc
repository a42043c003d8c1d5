#include "lockstep/conformance/planted/selftest.h"

#include <algorithm>
#include <utility>

#include "lockstep/conformance/judge/audit.h"

namespace lockstep::conformance {
namespace {

const InstanceReply* reply_at(const ValidateReply& reply, std::size_t index) {
  return index < reply.instances.size() ? &reply.instances[index] : nullptr;
}

// valid, invalid, or unknown for anything that is no opinion.
Expected opinion(const ValidateReply& reply, std::size_t index) {
  const InstanceReply* instance = reply_at(reply, index);
  if (instance == nullptr) return Expected::unknown;
  if (instance->validity == Validity::valid) return Expected::valid;
  return instance->validity == Validity::invalid ? Expected::invalid : Expected::unknown;
}

// What is known about one probe before any fault is tried.
struct Baseline {
  ValidateReply healthy;
  std::vector<bool> usable;  // the healthy subject agrees with the known answer
  std::vector<Expected>
      audited;  // the healthy answer where a validator confirms it and none contradicts; else unknown
};

void count(Convictions& convictions, const std::string& id) {
  if (convictions.count++ == 0) convictions.first = id;
}

class Tester {
 public:
  Tester(const std::vector<PlantedFault>& faults, const SelftestRun& run) : faults_(faults), run_(run) {
    steps_ = run.probes.size() + faults.size();
  }

  Selftest run() {
    const std::unique_ptr<Subject> healthy = run_.make_healthy();
    for (const Probe& probe : run_.probes) {
      if (stopped()) return std::move(result_);
      baselines_.push_back(baseline(probe, *healthy));
      step();
    }
    for (const PlantedFault& fault : faults_) {
      if (stopped()) return std::move(result_);
      result_.faults.push_back(try_fault(fault));
      step();
    }
    return std::move(result_);
  }

 private:
  bool stopped() {
    result_.cancelled = run_.stop_requested && run_.stop_requested();
    return result_.cancelled;
  }

  void step() {
    ++done_;
    if (run_.progress) run_.progress(done_, steps_);
  }

  Baseline baseline(const Probe& probe, Subject& healthy) {
    Baseline base;
    base.healthy = healthy.validate(probe.request);
    std::vector<Expected> truth;
    for (std::size_t i = 0; i < probe.ids.size(); ++i) truth.push_back(opinion(base.healthy, i));
    std::vector<std::vector<Vote>> votes;
    for (Subject* voter : run_.voters) votes.push_back(poll(*voter, probe.request, truth));
    for (std::size_t i = 0; i < probe.ids.size(); ++i) {
      const Judgement judgement = compare(probe.expected[i], base.healthy.compile, reply_at(base.healthy, i));
      ++result_.cases;
      base.usable.push_back(judgement.verdict == Verdict::agree);
      if (is_failure(judgement.verdict) && !run_.expectations.lists(probe.ids[i], judgement.verdict)) {
        result_.healthy_wrong.push_back(probe.ids[i]);
      }
      base.audited.push_back(audit(probe.ids[i], truth[i], votes, i));
    }
    return base;
  }

  Expected audit(const std::string& id, Expected healthy, const std::vector<std::vector<Vote>>& votes,
                 std::size_t i) {
    bool confirmed = false;
    bool contested = false;
    for (const std::vector<Vote>& vote : votes) {
      confirmed = confirmed || vote.at(i).ballot == Ballot::agreed;
      contested = contested || vote.at(i).ballot == Ballot::split;
    }
    if (contested && !run_.expectations.entries.contains(id)) result_.healthy_contested.push_back(id);
    if (contested || !confirmed) return Expected::unknown;
    ++result_.audited;
    return healthy;
  }

  FaultResult try_fault(const PlantedFault& fault) {
    FaultResult result{fault.name, fault.sentence, {}, {}, {}};
    const std::unique_ptr<Subject> wrong = make_wrong_subject(fault, run_.make_healthy());
    for (std::size_t p = 0; p < run_.probes.size(); ++p) {
      const Probe& probe = run_.probes[p];
      if (!changes(fault, probe.request)) continue;
      const ValidateReply reply = wrong->validate(probe.request);
      for (std::size_t i = 0; i < probe.ids.size(); ++i) {
        const Baseline& base = baselines_[p];
        const Judgement judgement = compare(probe.expected[i], reply.compile, reply_at(reply, i));
        if (base.usable[i] && is_failure(judgement.verdict)) {
          count(probe.ids[i].starts_with("hand/") ? result.by_hand : result.by_suite, probe.ids[i]);
        }
        if (base.audited[i] == Expected::unknown) continue;
        if (is_failure(compare(base.audited[i], reply.compile, reply_at(reply, i)).verdict)) {
          count(result.by_audit, probe.ids[i]);
        }
      }
    }
    return result;
  }

  const std::vector<PlantedFault>& faults_;
  const SelftestRun& run_;
  std::vector<Baseline> baselines_;
  std::size_t done_ = 0;
  std::size_t steps_ = 0;
  Selftest result_;
};

}  // namespace

bool Selftest::passed() const {
  return !cancelled && !faults.empty() && cases > 0 && healthy_wrong.empty() && healthy_contested.empty() &&
         std::all_of(faults.begin(), faults.end(), [](const FaultResult& one) { return one.convicted(); });
}

Selftest run_selftest(const std::vector<PlantedFault>& faults, const SelftestRun& run) {
  return Tester(faults, run).run();
}

}  // namespace lockstep::conformance
