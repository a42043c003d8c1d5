#include "lockstep/conformance/planted/selftest.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <mutex>
#include <thread>
#include <utility>

#include "lockstep/conformance/judge/audit.h"
#include "lockstep/conformance/planted/try_fault.h"
#include "lockstep/engine/vocabulary/builtin.h"

namespace lockstep::conformance {
namespace {

class Tester {
 public:
  explicit Tester(const SelftestRun& run) : run_(run), byte_path_(engine::builtin_vocabulary()) {}

  Selftest run() {
    std::vector<Trial> masks;
    std::vector<std::string> convicted;  // healthy engines
    std::thread walker([&] { masks = try_masks(convicted); });
    std::vector<Trial> documents = try_documents();
    walker.join();
    result_.cancelled = stopped();
    if (result_.cancelled) return std::move(result_);
    std::move(convicted.begin(), convicted.end(), std::back_inserter(result_.healthy_wrong));
    // Validators, engines, pairs.
    const auto pairs = std::find_if(documents.begin(), documents.end(),
                                    [](const Trial& one) { return one.kind == PlantedKind::pair; });
    std::move(documents.begin(), pairs, std::back_inserter(result_.trials));
    std::move(masks.begin(), masks.end(), std::back_inserter(result_.trials));
    std::move(pairs, documents.end(), std::back_inserter(result_.trials));
    result_.unlisted = unlisted_checks(result_.trials);
    if (run_.whole) {
      result_.idle = idle_checks(result_.trials);
      result_.unseen = missing_verdicts(result_.trials);
    }
    return std::move(result_);
  }

 private:
  bool stopped() const { return run_.stop_requested && run_.stop_requested(); }

  void step() {
    const std::lock_guard lock(mutex_);
    if (run_.progress) run_.progress();
  }

  std::vector<Trial> try_documents() {
    std::vector<Trial> trials;
    const std::unique_ptr<Subject> oracle = run_.make_healthy();
    const std::unique_ptr<Subject> engine = run_.make_engine ? run_.make_engine() : nullptr;
    for (const Probe& probe : run_.probes) {
      if (stopped()) return trials;
      baselines_.push_back(baseline(probe, *oracle, engine.get()));
      step();
    }
    for (const PlantedFault& fault : run_.validators) {
      if (stopped()) return trials;
      trials.push_back(try_validator(fault, run_, baselines_));
      step();
    }
    for (const CommonMode& mode : run_.pairs) {
      if (stopped()) return trials;
      trials.push_back(try_pair(mode, run_, baselines_, byte_path_));
      step();
    }
    return trials;
  }

  // The healthy ones go the same ways first.
  std::vector<Trial> try_masks(std::vector<std::string>& convicted) {
    std::vector<Trial> trials;
    KnownNextBytes known;  // of the right oracle: it answers for every engine alike
    const auto acquit = [&](const Trial& trial) {
      for (const Sighting& one : trial.found)
        convicted.push_back(fmt::format("{}: {} by {}", one.first, name(one.verdict), one.check));
    };
    if (!run_.engines.empty()) {
      const auto as_it_is = [](std::unique_ptr<WalkSubject> engine, const BytePath&) { return engine; };
      acquit(
          try_engine({"healthy", "nothing", Verdict::agree, "", false, as_it_is}, run_, byte_path_, known));
      step();
    }
    for (const MaskFault& fault : run_.engines) {
      if (stopped()) return trials;
      trials.push_back(try_engine(fault, run_, byte_path_, known));
      step();
    }
    if (!run_.processes.empty()) {
      acquit(try_process({"healthy", "nothing", Verdict::agree, "", "hand/", make_healthy_process}, run_));
      step();
    }
    for (const ProcessFault& fault : run_.processes) {
      if (stopped()) return trials;
      trials.push_back(try_process(fault, run_));
      step();
    }
    return trials;
  }

  Baseline baseline(const Probe& probe, Subject& oracle, Subject* engine) {
    Baseline base;
    base.healthy = oracle.validate(probe.request);
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
    if (engine != nullptr) compare_halves(probe, truth, engine->validate(probe.request));
    return base;
  }

  // The plain comparison, to which pairs must be invisible: of the healthy halves it says nothing either.
  void compare_halves(const Probe& probe, const std::vector<Expected>& truth, const ValidateReply& engine) {
    for (std::size_t i = 0; i < probe.ids.size(); ++i) {
      const Judgement plain = compare(truth[i], engine.compile, reply_at(engine, i));
      if (is_failure(plain.verdict))
        result_.healthy_wrong.push_back(
            fmt::format("{}: engine against oracle, {}", probe.ids[i], name(plain.verdict)));
    }
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

  const SelftestRun& run_;
  BytePath byte_path_;
  std::mutex mutex_;
  std::vector<Baseline> baselines_;
  Selftest result_;
};

}  // namespace

std::size_t SelftestRun::steps() const {
  return probes.size() + validators.size() + pairs.size() + engines.size() + (engines.empty() ? 0U : 1U) +
         processes.size() + (processes.empty() ? 0U : 1U);
}

bool Selftest::sound() const {
  return healthy_wrong.empty() && healthy_contested.empty() && idle.empty() && unlisted.empty() &&
         unseen.empty();
}

bool Selftest::passed() const {
  return sound() && !cancelled && !trials.empty() && cases > 0 &&
         std::all_of(trials.begin(), trials.end(), [](const Trial& one) { return one.convicted(); });
}

Selftest run_selftest(const SelftestRun& run) { return Tester(run).run(); }

}  // namespace lockstep::conformance
