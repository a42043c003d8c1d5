#include "lockstep/conformance/insertion/insertion_suite.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "lockstep/conformance/insertion/insertion.h"
#include "lockstep/conformance/judge/compare.h"

namespace lockstep::conformance {
namespace {

Choices choices_for(std::uint64_t seed, std::size_t keyword, std::size_t attempt) {
  NextByte mixer = seeded_bytes(seed ^ (keyword * 0xd1b54a32d192ed03U) ^ (attempt * 0x94d049bb133111ebU));
  std::uint64_t start = 0;
  for (int i = 0; i < 8; ++i) start = start << 8U | mixer();
  return Choices(seeded_bytes(start));
}

bool answers(const CompileReply& compile) {
  return compile.outcome == Compile::ok || compile.outcome == Compile::empty;
}

// What one insertion shows.
struct Shown {
  enum class Kind { nothing, refused, changed, listed, failed } kind = Kind::nothing;
  Verdict verdict = Verdict::agree;
  std::string detail;
};

// Both schemas, asked of both sides.
struct Asked {
  Insertion insertion;
  InsertionReply with;
  ValidateReply without;
  ValidateReply right_with;
  ValidateReply right_without;

  std::size_t size() const { return insertion.with.instances.size(); }
};

// The worst that comparing subject and oracle says, over both schemas.
Shown compared(const Asked& asked) {
  Shown worst;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    for (const bool inserted : {true, false}) {
      const Judgement one = inserted ? compare(asked.right_with, asked.with.reply, i)
                                     : compare(asked.right_without, asked.without, i);
      if (!is_failure(one.verdict)) continue;
      if (worst.kind == Shown::Kind::failed && worst.verdict <= one.verdict) continue;
      worst = {Shown::Kind::failed, one.verdict,
               fmt::format("{} the keyword: {}; instance {}", inserted ? "with" : "without", one.detail,
                           asked.insertion.with.instances[i])};
    }
  }
  return worst;
}

// Does the oracle's word change, or what the subject takes?
bool changed(const Asked& asked) {
  const Compile before = asked.right_without.compile.outcome;
  const bool refused = asked.without.compile.outcome == Compile::refused;
  if (before == Compile::malformed || refused) return true;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const Expected with = opinion(asked.right_with, i);
    const Expected without = opinion(asked.right_without, i);
    if (with != without && with != Expected::unknown && without != Expected::unknown) return true;
  }
  return false;
}

Shown shown_by(const InsertedKeyword& keyword, const Asked& asked) {
  const CompileReply& compile = asked.with.reply.compile;
  const bool oracle_reads =
      answers(asked.right_without.compile) || asked.right_without.compile.outcome == Compile::malformed;
  const bool refused_before = asked.without.compile.outcome == Compile::refused;
  // A base that is refused for another reason tells nothing, unless it was made for the keyword.
  if (!oracle_reads || (refused_before && keyword.value)) return {};
  if (compile.outcome == Compile::refused) {
    if (compile.keyword == keyword.keyword && compile.pointer == asked.insertion.pointer)
      return {Shown::Kind::refused, Verdict::refused, compile.message};
    return {Shown::Kind::failed, Verdict::inconsistent,
            fmt::format("refused, but not by its name at {}: {} at {}", asked.insertion.pointer,
                        compile.keyword, compile.pointer)};
  }
  if (asked.right_with.compile.outcome == Compile::malformed && !answers(compile)) return {};
  if (!answers(asked.right_with.compile)) {
    return {Shown::Kind::failed, Verdict::inconsistent,
            fmt::format("answers where the oracle says {}", name(asked.right_with.compile.outcome))};
  }
  if (Shown failed = compared(asked); failed.kind == Shown::Kind::failed) return failed;
  if (keyword.effect == InsertionEffect::asserts)
    return {changed(asked) ? Shown::Kind::changed : Shown::Kind::nothing, Verdict::agree, ""};
  if (changed(asked)) return {Shown::Kind::failed, Verdict::inconsistent, "an annotation changes a verdict"};
  // What nothing satisfies has no list.
  if (compile.outcome == Compile::empty) return {};
  const std::pair<std::string, std::string> wanted = {asked.insertion.pointer, keyword.keyword};
  const bool there =
      std::find(asked.with.listed.begin(), asked.with.listed.end(), wanted) != asked.with.listed.end();
  if (there) return {Shown::Kind::listed, Verdict::agree, ""};
  return {Shown::Kind::failed, Verdict::inconsistent, "an annotation that is not listed, at " + wanted.first};
}

class Runner {
 public:
  Runner(const AskInsertion& subject, Subject& truth, InsertionRun run)
      : subject_(subject), truth_(truth), run_(std::move(run)) {
    if (!run_.voters.empty()) audit_.emplace(std::move(run_.voters), run_.audit);
  }

  InsertionOutcome run() {
    const std::vector<InsertedKeyword>& all = inserted_keywords();
    for (std::size_t k = 0; k < all.size() && !outcome_.suite.cancelled; ++k) {
      const bool wanted =
          run_.only.empty() || std::find(run_.only.begin(), run_.only.end(), all[k].id) != run_.only.end();
      if (!wanted || k % run_.shard_count != run_.shard_index - 1) continue;
      insert_all(all[k], k);
      if (run_.progress) run_.progress(1);
    }
    if (audit_) outcome_.suite.audit = audit_->finish();
    conclude();
    return std::move(outcome_);
  }

 private:
  void insert_all(const InsertedKeyword& keyword, std::size_t index) {
    KeywordInsertions sum{keyword.id, keyword.effect};
    std::set<std::string> seen;
    for (std::size_t attempt = 0;
         attempt < run_.attempts * run_.wanted && sum.told() < run_.wanted && sum.failed < run_.wanted;
         ++attempt) {
      if (run_.stop_requested && run_.stop_requested()) {
        outcome_.suite.cancelled = true;
        return;
      }
      Choices choices = choices_for(run_.seed, index, attempt);
      Asked asked;
      asked.insertion = make_insertion(keyword, choices);
      if (!seen.insert(asked.insertion.with.schema).second) continue;
      ++sum.made;
      asked.with = subject_(asked.insertion.with);
      asked.without = subject_(asked.insertion.without).reply;
      asked.right_with = truth_.validate(asked.insertion.with);
      asked.right_without = truth_.validate(asked.insertion.without);
      take(keyword, asked, fmt::format("insertion/{}/{}/{}", run_.seed, keyword.id, attempt), sum);
    }
    if (sum.told() < run_.wanted || (sum.listed > 0 && (sum.valid == 0 || sum.invalid == 0)))
      outcome_.too_few.push_back(keyword.id);
    outcome_.keywords.push_back(std::move(sum));
  }

  void take(const InsertedKeyword& keyword, const Asked& asked, const std::string& id,
            KeywordInsertions& sum) {
    using Kind = Shown::Kind;
    const Shown shown = shown_by(keyword, asked);
    sum.refused += shown.kind == Kind::refused ? 1U : 0U;
    sum.changed += shown.kind == Kind::changed ? 1U : 0U;
    sum.listed += shown.kind == Kind::listed ? 1U : 0U;
    sum.failed += shown.kind == Kind::failed ? 1U : 0U;
    ++outcome_.suite.schemas;
    if (shown.kind == Kind::nothing) return;
    reports::Case one;
    one.id = id;
    one.keywords = {keyword.keyword};
    one.verdict = name(shown.verdict);
    one.detail = shown.detail;
    one.expected = keyword.effect == InsertionEffect::asserts ? "refused by name, or observable" : "listed";
    one.got = shown.kind == Kind::refused   ? "refused"
              : shown.kind == Kind::changed ? "observable"
              : shown.kind == Kind::listed  ? "listed"
                                            : "neither";
    if (shown.kind == Kind::refused) one.refused_by = keyword.keyword;
    if (shown.kind == Kind::failed) one.detail += "; schema " + asked.insertion.with.schema;
    outcome_.suite.cases.push_back(std::move(one));
    if (shown.kind == Kind::changed || shown.kind == Kind::listed) offer(asked, id, sum);
  }

  // On whatever both sides agree, the validators vote. Where formats assert they differ too much to be asked.
  void offer(const Asked& asked, const std::string& id, KeywordInsertions& sum) {
    ValidateRequest request = asked.insertion.with;
    request.instances.clear();
    std::vector<Expected> truths;
    for (std::size_t i = 0; i < asked.size(); ++i) {
      const Expected right = opinion(asked.right_with, i);
      if (right == Expected::unknown) continue;
      ++(right == Expected::valid ? sum.valid : sum.invalid);
      ++(right == Expected::valid ? outcome_.suite.valid : outcome_.suite.invalid);
      request.instances.push_back(asked.insertion.with.instances[i]);
      truths.push_back(right);
    }
    if (!audit_ || truths.empty() || request.assert_formats) return;
    audit_->add(request, truths, std::vector<std::string>(truths.size(), id));
  }

  void conclude() {
    std::set<std::string> split;
    for (const AuditedTriple& triple : outcome_.suite.audit.triples) {
      if (triple.split) split.insert(triple.label);
    }
    for (reports::Case& one : outcome_.suite.cases) {
      if (split.contains(one.id)) {
        one.verdict = name(Verdict::split_vote);
        one.detail = "an independent validator disagrees";
      }
      outcome_.suite.tally.add(*verdict_named(one.verdict));
    }
    outcome_.suite.exit = exit_of(outcome_.suite.tally, outcome_.suite.cancelled);
    if (outcome_.suite.exit == reports::ExitCode::pass && !outcome_.too_few.empty())
      outcome_.suite.exit = reports::ExitCode::self_check_failed;
  }

  const AskInsertion& subject_;
  Subject& truth_;
  InsertionRun run_;
  std::optional<Audit> audit_;
  InsertionOutcome outcome_;
};

}  // namespace

InsertionOutcome run_insertions(const AskInsertion& subject, Subject& truth, InsertionRun run) {
  return Runner(subject, truth, std::move(run)).run();
}

}  // namespace lockstep::conformance
