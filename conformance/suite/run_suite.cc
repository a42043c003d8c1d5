#include "lockstep/conformance/suite/run_suite.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "lockstep/conformance/judge/audit.h"

namespace lockstep::conformance {
namespace {

// Marks the votes in a case's detail, where a resumed run finds them again.
constexpr std::string_view kVotes = "votes: ";
constexpr std::string_view kAgreed = " agreed";
constexpr std::string_view kSays = " says ";

std::string_view said(const ValidateReply& reply, std::size_t index) {
  const InstanceReply* instance = reply_at(reply, index);
  return instance != nullptr ? name(instance->validity) : name(reply.compile.outcome);
}

// At least one validator gave a verdict of its own.
bool was_voted_on(const reports::Case& one) {
  const std::size_t at = one.detail.find(kVotes);
  return at != std::string::npos && (one.detail.find(kAgreed, at) != std::string::npos ||
                                     one.detail.find(kSays, at) != std::string::npos);
}

// "sourcemeta agreed", "hyperjump says valid", "hyperjump explained by binary64", "hyperjump none (refused
// ($ref))".
std::string text_of(std::string_view voter, const Vote& vote) {
  switch (vote.ballot) {
    case Ballot::agreed:
      return fmt::format("{}{}", voter, kAgreed);
    case Ballot::split:
      return fmt::format("{}{}{}", voter, kSays, vote.reason);
    case Ballot::explained:
      return fmt::format("{} explained by {}", voter, vote.rule);
    case Ballot::abstained:
      break;
  }
  return fmt::format("{} none ({})", voter, vote.reason);
}

// What the subject itself got wrong, whatever the votes made of it: expectation lists speak of the subject,
// so that they hold with every jury. A split vote on an agreement stays one.
Verdict own_verdict(const reports::Case& one, Verdict verdict) {
  if (verdict != Verdict::split_vote || one.got == one.expected) return verdict;
  return one.expected == name(Expected::invalid) ? Verdict::over_accept : Verdict::over_reject;
}

class Runner {
 public:
  Runner(Subject& subject, const Suite& suite, const SuiteRun& run)
      : subject_(subject), suite_(suite), run_(run) {
    for (const reports::Case& one : run.done) done_.emplace(one.id, one);
  }

  SuiteOutcome run() {
    const std::vector<std::vector<std::size_t>> chosen = select_tests(suite_, run_.selection);
    for (const std::vector<std::size_t>& tests : chosen) outcome_.planned += tests.size();
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      if (chosen[i].empty()) continue;
      if (run_.stop_requested && run_.stop_requested()) {
        outcome_.cancelled = true;
        break;
      }
      run_group(suite_.groups[i], chosen[i]);
      if (run_.progress) run_.progress(outcome_.cases.size(), outcome_.planned);
    }
    conclude();
    return std::move(outcome_);
  }

 private:
  void run_group(const SuiteGroup& group, const std::vector<std::size_t>& chosen) {
    std::vector<const SuiteTest*> open;
    for (const std::size_t index : chosen) {
      if (!done_.contains(group.tests[index].id)) open.push_back(&group.tests[index]);
    }
    std::map<std::string, reports::Case> fresh;
    if (!open.empty()) fresh = judge(group, open);
    for (const std::size_t index : chosen) {
      const std::string& id = group.tests[index].id;
      const auto old = done_.find(id);
      keep(old != done_.end() ? old->second : fresh.at(id), old == done_.end());
    }
  }

  ValidateRequest request_for(const SuiteGroup& group, const std::vector<const SuiteTest*>& tests) const {
    ValidateRequest request;
    request.schema = group.schema;
    request.dialect = suite_.dialect;
    request.assert_formats = group.assert_formats;
    request.registry = run_.registry;
    for (const SuiteTest* test : tests) request.instances.push_back(test->instance);
    return request;
  }

  std::map<std::string, reports::Case> judge(const SuiteGroup& group,
                                             const std::vector<const SuiteTest*>& tests) {
    const ValidateReply reply = subject_.validate(request_for(group, tests));
    std::map<std::string, reports::Case> cases;
    std::vector<const SuiteTest*> right;
    std::vector<const SuiteTest*> disputed;
    for (std::size_t i = 0; i < tests.size(); ++i) {
      const Judgement judgement = compare(tests[i]->expected, reply.compile, reply_at(reply, i));
      reports::Case one;
      one.id = tests[i]->id;
      one.keywords = group.keywords;
      one.verdict = name(judgement.verdict);
      one.expected = name(tests[i]->expected);
      one.got = said(reply, i);
      one.detail = judgement.detail;
      if (judgement.verdict == Verdict::refused) {
        one.refused_by = !reply.compile.keyword.empty() ? reply.compile.keyword : "(unnamed)";
      }
      if (judgement.verdict == Verdict::agree) right.push_back(tests[i]);
      const bool wrong =
          judgement.verdict == Verdict::over_accept || judgement.verdict == Verdict::over_reject;
      if (wrong || (run_.audit && judgement.verdict == Verdict::agree)) disputed.push_back(tests[i]);
      cases.emplace(one.id, std::move(one));
    }
    if (!right.empty() && run_.variants != nullptr) vary(group, right, cases);
    if (!disputed.empty() && !run_.voters.empty()) vote(group, disputed, cases);
    return cases;
  }

  void vary(const SuiteGroup& group, const std::vector<const SuiteTest*>& tests,
            std::map<std::string, reports::Case>& cases) {
    std::vector<Expected> truth;
    for (const SuiteTest* test : tests) truth.push_back(test->expected);
    const std::vector<VariantResult> results = run_.variants->judge(request_for(group, tests), truth);
    for (std::size_t i = 0; i < tests.size(); ++i) {
      reports::Case& one = cases.at(tests[i]->id);
      one.verdict = name(results[i].verdict);
      one.detail = variant_text(results[i]);
    }
  }

  void vote(const SuiteGroup& group, const std::vector<const SuiteTest*>& tests,
            std::map<std::string, reports::Case>& cases) {
    const ValidateRequest request = request_for(group, tests);
    std::vector<Expected> truth;
    for (const SuiteTest* test : tests) truth.push_back(test->expected);
    std::vector<std::string> votes(tests.size());
    std::vector<bool> split(tests.size(), false);
    for (Subject* voter : run_.voters) {
      const std::vector<Vote> given = poll(*voter, request, truth);
      for (std::size_t i = 0; i < tests.size(); ++i) {
        if (given.at(i).ballot == Ballot::split) split[i] = true;
        votes[i] += (votes[i].empty() ? "" : ", ") + text_of(voter->name(), given.at(i));
      }
    }
    for (std::size_t i = 0; i < tests.size(); ++i) {
      reports::Case& one = cases.at(tests[i]->id);
      one.detail += fmt::format("{}{}{}", one.detail.empty() ? "" : "; ", kVotes, votes[i]);
      // A variant's failure stands, whatever the votes on the text as it stands.
      const bool varied = one.got == one.expected && one.verdict != name(Verdict::agree);
      if (split[i] && !varied) one.verdict = name(Verdict::split_vote);
    }
  }

  void keep(reports::Case one, bool is_new) {
    const std::optional<Verdict> verdict = verdict_named(one.verdict);
    if (verdict) outcome_.tally.add(*verdict);
    if (verdict && is_failure(*verdict)) {
      one.listed = run_.expectations.lists(one.id, own_verdict(one, *verdict));
      if (!one.listed) outcome_.unlisted.push_back(one.id);
    }
    if (was_voted_on(one)) ++outcome_.audited;
    outcome_.variants += variants_in(one.detail);
    for (const std::string& what : without_in(one.detail)) ++outcome_.without[what];
    if (is_new && run_.sink) run_.sink(one);
    if (verdict) ran_.emplace(one.id, own_verdict(one, *verdict));
    outcome_.cases.push_back(std::move(one));
  }

  void conclude() {
    std::set<std::string> known;
    for (const SuiteGroup& group : suite_.groups) {
      for (const SuiteTest& test : group.tests) known.insert(test.id);
    }
    for (const auto& [id, entry] : run_.expectations.entries) {
      const auto ran = ran_.find(id);
      const bool votes_missing = entry.verdict == Verdict::split_vote && !(run_.audit && run_.full_jury);
      const bool ended_otherwise = ran != ran_.end() && ran->second != entry.verdict && !votes_missing;
      if (ended_otherwise || !known.contains(id)) outcome_.stale.push_back(id);
    }
    outcome_.exit =
        exit_of_run(outcome_.unlisted, outcome_.stale, outcome_.cancelled || outcome_.tally.compared() == 0);
  }

  Subject& subject_;
  const Suite& suite_;
  const SuiteRun& run_;
  std::map<std::string, reports::Case> done_;
  std::map<std::string, Verdict> ran_;  // id -> verdict
  SuiteOutcome outcome_;
};

}  // namespace

std::string_view name(Expected expected) {
  switch (expected) {
    case Expected::valid:
      return "valid";
    case Expected::invalid:
      return "invalid";
    case Expected::unknown:
      break;
  }
  return "unknown";
}

SuiteOutcome run_suite(Subject& subject, const Suite& suite, const SuiteRun& run) {
  return Runner(subject, suite, run).run();
}

}  // namespace lockstep::conformance
