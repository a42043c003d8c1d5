// Wrong validators, and halves with a misreading in common: judged on whole documents.
#include <fmt/core.h>

#include <algorithm>

#include "lockstep/conformance/judge/audit.h"
#include "lockstep/conformance/planted/follow.h"
#include "lockstep/conformance/planted/try_fault.h"

namespace lockstep::conformance {
namespace {

constexpr std::size_t kFollowed = 60;  // prefixes of a pair at which masks are compared

class PairTrial {
 public:
  PairTrial(const CommonMode& mode, const PlantedFault& fault, const SelftestRun& run,
            const std::vector<Baseline>& baselines, const BytePath& byte_path)
      : fault_(fault),
        run_(run),
        baselines_(baselines),
        byte_path_(byte_path),
        oracle_(make_wrong_subject(fault, run.make_healthy())),
        engine_(make_wrong_subject(fault, run.make_engine())),
        trial_{PlantedKind::pair, fault.name, fault.sentence, mode.check, mode.verdict} {}

  Trial run() {
    for (std::size_t p = 0; p < run_.probes.size(); ++p) {
      if (!changes(fault_, run_.probes[p].request)) continue;
      judge_documents(run_.probes[p], baselines_[p]);
      if (trial_.prefixes < kFollowed) judge_masks(run_.probes[p]);
    }
    if (trial_.compared == 0) seen("nothing", "no text was compared");
    trial_.conclude();
    return std::move(trial_);
  }

 private:
  void judge_documents(const Probe& probe, const Baseline& base) {
    const ValidateReply engine = engine_->validate(probe.request);
    // No answer, so nothing to compare.
    if (engine.compile.outcome == Compile::refused || engine.compile.outcome == Compile::limit) return;
    const ValidateReply oracle = oracle_->validate(probe.request);
    ValidateRequest odd = probe.request;  // where both say otherwise than the healthy ones, who were audited
    odd.instances.clear();
    std::vector<Expected> said;
    std::vector<std::string> ids;
    std::vector<std::size_t> at;
    for (std::size_t i = 0; i < probe.ids.size(); ++i) {
      const Expected truth = opinion(oracle, i);
      const Judgement plain = compare(oracle, engine, i);
      if (plain.verdict == Verdict::unknown || plain.verdict == Verdict::refused) continue;
      if (is_failure(plain.verdict)) seen(probe.ids[i], name(plain.verdict));
      ++trial_.cases;
      ++trial_.compared;
      const Judgement known = compare(probe.expected[i], engine.compile, reply_at(engine, i));
      if (base.usable[i] && is_failure(known.verdict))
        trial_.see(check_of(probe.ids[i]), known.verdict, trial_.cases, probe.ids[i]);
      if (truth == Expected::unknown || base.audited[i] == Expected::unknown || base.audited[i] == truth)
        continue;
      odd.instances.push_back(probe.request.instances[i]);
      said.push_back(truth);
      ids.push_back(probe.ids[i]);
      at.push_back(trial_.cases);
    }
    audit(odd, said, ids, at);
  }

  // The validators vote on what both halves agree on.
  void audit(const ValidateRequest& request, const std::vector<Expected>& said,
             const std::vector<std::string>& ids, const std::vector<std::size_t>& at) {
    if (said.empty()) return;
    std::vector<bool> split(said.size(), false);
    for (Subject* voter : run_.voters) {
      const std::vector<Vote> votes = poll(*voter, request, said);
      for (std::size_t i = 0; i < said.size(); ++i) split[i] = split[i] || votes[i].ballot == Ballot::split;
    }
    for (std::size_t i = 0; i < said.size(); ++i) {
      if (split[i]) trial_.see("audit", Verdict::split_vote, at[i], ids[i]);
    }
  }

  // Where the misreading lies in the schema alone, the exact tier is blind too.
  void judge_masks(const Probe& probe) {
    if (probe.request.assert_formats || probe.request.registry || !fault_.trees) return;
    const std::vector<Shown> shown = show_all(fault_, probe.request);
    for (std::size_t i = 0; i < shown.size(); ++i) {
      if (shown[i].schema != shown[0].schema || shown[i].instance != probe.request.instances[i]) return;
    }
    if (shown.empty() || shown[0].schema == probe.request.schema) return;
    Followed sum;
    KnownNextBytes apart;  // what an oracle says that is shown another schema is shared with no other trial
    const std::unique_ptr<WalkSubject> subject = healthy_walk_subject();
    follow_texts(*subject, byte_path_, shown[0].schema, shown[0].schema, probe.request.instances, true, apart,
                 sum, [&](std::size_t text, const Finding& one) {
                   const bool no_answer = one.check == "compile" && one.verdict == Verdict::limit;
                   if (!no_answer) seen(probe.ids[text], one.check);
                 });
    trial_.prefixes += sum.prefixes;
  }

  void seen(std::string_view where, std::string_view what) {
    if (trial_.problem.empty())
      trial_.problem = fmt::format("no common mode: engine against oracle shows {} at {}", what, where);
  }

  const PlantedFault& fault_;
  const SelftestRun& run_;
  const std::vector<Baseline>& baselines_;
  const BytePath& byte_path_;
  std::unique_ptr<Subject> oracle_;
  std::unique_ptr<Subject> engine_;
  Trial trial_;
};

}  // namespace

Trial try_validator(const PlantedFault& fault, const SelftestRun& run,
                    const std::vector<Baseline>& baselines) {
  Trial trial{PlantedKind::validator, fault.name, fault.sentence, "", Verdict::agree};
  const std::unique_ptr<Subject> wrong = make_wrong_subject(fault, run.make_healthy());
  for (std::size_t p = 0; p < run.probes.size(); ++p) {
    const Probe& probe = run.probes[p];
    if (!changes(fault, probe.request)) continue;
    const ValidateReply reply = wrong->validate(probe.request);
    for (std::size_t i = 0; i < probe.ids.size(); ++i) {
      const Baseline& base = baselines[p];
      ++trial.cases;
      const Judgement known = compare(probe.expected[i], reply.compile, reply_at(reply, i));
      if (base.usable[i] && is_failure(known.verdict))
        trial.see(check_of(probe.ids[i]), known.verdict, trial.cases, probe.ids[i]);
      if (base.audited[i] == Expected::unknown) continue;
      const Judgement voted = compare(base.audited[i], reply.compile, reply_at(reply, i));
      if (is_failure(voted.verdict)) trial.see("audit", voted.verdict, trial.cases, probe.ids[i]);
    }
  }
  trial.conclude();
  return trial;
}

Trial try_pair(const CommonMode& mode, const SelftestRun& run, const std::vector<Baseline>& baselines,
               const BytePath& byte_path) {
  const PlantedFault* fault = planted_fault(mode.fault);
  if (fault != nullptr) return PairTrial(mode, *fault, run, baselines, byte_path).run();
  Trial trial{PlantedKind::pair, mode.fault, "", mode.check, mode.verdict};
  trial.problem = "no planted fault is called so";
  return trial;
}

}  // namespace lockstep::conformance
