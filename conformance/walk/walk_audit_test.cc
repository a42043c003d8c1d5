// The audit of a walk: which texts go to the validators, what a split vote does, resuming, an audit that
// audits nothing.
#include "lockstep/conformance/walk/walk_audit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lockstep/conformance/subject/oracle_subject.h"
#include "lockstep/conformance/walk/agreed_texts.h"
#include "lockstep/conformance/walk/mask_walk.h"
#include "lockstep/conformance/walk/truth.h"
#include "lockstep/engine/vocabulary/builtin.h"

namespace lockstep::conformance {
namespace {

using testing::HasSubstr;

// What voters were asked, over all of a run.
struct Asked {
  std::mutex lock;
  std::vector<std::pair<std::string, std::string>> pairs;  // schema, text
};

// The oracle behind another name, that says the contrary, or nothing, where it is told to.
class Voter final : public Subject {
 public:
  using Lies = std::function<bool(const std::string& text)>;
  Voter(Asked& asked, Lies lies, bool mute = false) : asked_(asked), lies_(std::move(lies)), mute_(mute) {}

  std::string name() const override { return "voter"; }
  std::string version() const override { return "1"; }
  Capabilities capabilities() const override { return oracle_->capabilities(); }

  ValidateReply validate(const ValidateRequest& request) override {
    ValidateReply reply = oracle_->validate(request);
    if (!std::exchange(seen_smoke_, true)) return reply;
    const std::lock_guard guard(asked_.lock);
    for (std::size_t i = 0; i < reply.instances.size(); ++i) {
      asked_.pairs.emplace_back(request.schema, request.instances[i]);
      Validity& validity = reply.instances[i].validity;
      if (mute_) validity = Validity::crash;
      if (!mute_ && lies_ && lies_(request.instances[i]))
        validity = validity == Validity::valid ? Validity::invalid : Validity::valid;
    }
    return reply;
  }

 private:
  std::unique_ptr<Subject> oracle_ = make_oracle_subject();
  Asked& asked_;
  Lies lies_;
  bool mute_;
  bool seen_smoke_ = false;
};

struct Audited {
  MaskWalkOutcome outcome;
  std::vector<std::pair<std::string, std::string>> asked;
  std::vector<reports::Case> written;  // to the stream
};

Audited audited_walk(const std::string& preset, std::uint64_t one_in, const Voter::Lies& lies,
                     std::vector<reports::Case> done = {}, bool mute = false) {
  Asked asked;
  std::vector<std::unique_ptr<Subject>> voters;
  voters.push_back(std::make_unique<Voter>(asked, lies, mute));
  AuditOptions options;
  options.one_in = one_in;
  Audit audit(std::move(voters), options);
  MaskWalkRun run;
  run.schemas = 60;
  run.prefixes = 12;
  run.masks = 2;
  run.full_masks = 0;
  run.audit = &audit;
  run.policy = *oracle::OraclePolicy::preset(preset);
  run.done = std::move(done);
  Audited made;
  run.sink = [&](const reports::Case& one) { made.written.push_back(one); };
  const auto subject = make_engine_walk_subject(
      {engine::policy_named(preset).value(), {}, engine::builtin_vocabulary(), engine::MaskPath::memo});
  const BytePath byte_path(engine::builtin_vocabulary());
  run.floors = {20, 300, 40, 0, 0};
  made.outcome = run_mask_walk(*subject, byte_path, run);
  made.asked = std::move(asked.pairs);
  return made;
}

TEST(WalkAudit, TextsOfBothKindsUnderEveryPresetAreTakenOnceAndTrulyJudged) {
  for (const char* preset : {"spec", "model", "canonical"}) {
    const Audited walk = audited_walk(preset, 1, {});
    const MaskWalkOutcome& outcome = walk.outcome;
    EXPECT_EQ(outcome.exit, reports::ExitCode::pass) << preset << outcome.too_little;
    EXPECT_EQ(outcome.tally.failures(), 0U);
    EXPECT_GE(outcome.figures.valid_texts, 150U) << preset;
    EXPECT_GE(outcome.figures.invalid_texts, 15U) << preset;
    EXPECT_EQ(outcome.audit.audited, outcome.figures.valid_texts + outcome.figures.invalid_texts);
    EXPECT_EQ(walk.asked.size(), outcome.audit.audited);
    const std::set<std::pair<std::string, std::string>> distinct(walk.asked.begin(), walk.asked.end());
    EXPECT_EQ(distinct.size(), walk.asked.size());
    // A voter that is the oracle itself agrees with each of them: what was handed over is the plain truth,
    // whatever the policy.
    EXPECT_EQ(outcome.audit.voters.at(0)[Ballot::agreed], walk.asked.size());
    std::size_t parsed = 0;
    for (const auto& [schema, text] : walk.asked) parsed += read_tree(text) ? 1U : 0U;
    EXPECT_EQ(parsed, walk.asked.size());
  }
}

TEST(WalkAudit, OneInSoManyIsAPartOfAll) {
  const Audited all = audited_walk("spec", 1, {});
  const Audited part = audited_walk("spec", 4, {});
  const std::set<std::pair<std::string, std::string>> whole(all.asked.begin(), all.asked.end());
  EXPECT_GE(part.asked.size() * 8, all.asked.size());
  EXPECT_LE(part.asked.size() * 2, all.asked.size());
  for (const auto& pair : part.asked) EXPECT_TRUE(whole.contains(pair)) << pair.second;
  EXPECT_EQ(part.outcome.figures.valid_texts, all.outcome.figures.valid_texts) << "what there is, is counted";
  EXPECT_EQ(part.outcome.audit.audited, part.asked.size());
}

TEST(WalkAudit, WithoutAnAuditTheCasesAreTheSameButForTheTexts) {
  const Audited walk = audited_walk("spec", 1, {});
  MaskWalkRun run;
  run.schemas = 60;
  run.prefixes = 12;
  run.masks = 2;
  run.full_masks = 0;
  run.floors = {20, 300, 40, 0, 0};
  const auto subject = make_engine_walk_subject(
      {engine::Policy::spec(), {}, engine::builtin_vocabulary(), engine::MaskPath::memo});
  const BytePath byte_path(engine::builtin_vocabulary());
  const MaskWalkOutcome plain = run_mask_walk(*subject, byte_path, run);
  std::vector<std::string> ids;
  for (const reports::Case& one : walk.outcome.cases) {
    if (!one.id.ends_with("/refused")) ids.push_back(one.id);
  }
  ASSERT_EQ(ids.size(), plain.cases.size());
  for (std::size_t i = 0; i < ids.size(); ++i) EXPECT_EQ(ids[i], plain.cases[i].id);
  EXPECT_EQ(plain.figures.valid_texts, 0U);
  EXPECT_EQ(plain.figures.bits, walk.outcome.figures.bits);
}

bool short_text(const std::string& text) { return text.size() == 3; }

TEST(WalkAudit, ASplitVoteIsAVerdictOfItsOwnWithItsText) {
  const Audited walk = audited_walk("spec", 1, short_text);
  std::size_t lies = 0;
  for (const auto& [schema, text] : walk.asked) lies += short_text(text) ? 1U : 0U;
  ASSERT_GE(lies, 5U);
  EXPECT_EQ(walk.outcome.exit, reports::ExitCode::conformance_failure);
  EXPECT_EQ(walk.outcome.tally[Verdict::split_vote], lies);
  EXPECT_EQ(walk.outcome.audit.split_triples, lies);
  EXPECT_EQ(walk.outcome.found_by.at("split_vote by vote"), lies);
  EXPECT_EQ(walk.outcome.tally.failures(), lies) << "and nothing else fails";
  std::size_t cases = 0;
  for (const reports::Case& one : walk.outcome.cases) {
    if (!WalkAudit::is_vote(one)) continue;
    ++cases;
    EXPECT_EQ(one.verdict, "split_vote");
    EXPECT_THAT(one.detail, HasSubstr("voter says "));
    EXPECT_THAT(one.detail, HasSubstr("; schema "));
    EXPECT_FALSE(one.keywords.empty());
  }
  EXPECT_EQ(cases, lies);
  EXPECT_EQ(walk.written, walk.outcome.cases);
}

TEST(WalkAudit, AnInterruptedRunIsAuditedToTheSameEnd) {
  const Audited whole = audited_walk("spec", 1, short_text);
  const std::vector<reports::Case>& cases = whole.outcome.cases;
  ASSERT_TRUE(WalkAudit::is_vote(cases.back()));
  std::size_t checked = 0;
  for (const std::size_t cut :
       {cases.size() / 3, cases.size() / 2, cases.size() - 20, cases.size() - 1, cases.size()}) {
    const std::vector<reports::Case> done(cases.begin(), cases.begin() + static_cast<std::ptrdiff_t>(cut));
    const Audited rest = audited_walk("spec", 1, short_text, done);
    EXPECT_EQ(rest.outcome.cases, cases) << cut;
    EXPECT_EQ(rest.written.size(), cases.size() - cut);
    EXPECT_EQ(rest.outcome.audit.audited, whole.outcome.audit.audited);
    EXPECT_EQ(rest.outcome.too_little, "");
    ++checked;
  }
  EXPECT_EQ(checked, 5U);
}

TEST(WalkAudit, AnAuditOfNothingFailsTheSelfCheck) {
  const Audited none_taken = audited_walk("spec", 1'000'000'000, {});
  EXPECT_EQ(none_taken.outcome.exit, reports::ExitCode::self_check_failed);
  EXPECT_EQ(none_taken.outcome.too_little, "nothing was audited");
  const Audited none_said = audited_walk("spec", 1, {}, {}, true);
  EXPECT_EQ(none_said.outcome.exit, reports::ExitCode::self_check_failed);
  EXPECT_GE(none_said.asked.size(), 100U);
}

// Under plain numbers 2.0 is no `integer`. A validator, which knows no policies, is not asked about a text
// that is valid by that alone; nor is a format asserted for it where the policy only annotates.
TEST(AgreedTexts, WhatOnlyThePolicyMakesValidIsNobodysVote) {
  Asked asked;
  std::vector<std::unique_ptr<Subject>> voters;
  voters.push_back(std::make_unique<Voter>(asked, nullptr));
  const Audit audit(std::move(voters), {});
  const auto settled = [&audit](const char* schema, const oracle::OraclePolicy& policy,
                                std::vector<PrefixFacts::Text> met) {
    AgreedTexts texts(schema, &audit, policy);
    PrefixFacts facts;
    facts.audit = std::move(met);
    texts.settle(facts);
    std::vector<std::string> kept;
    for (const PrefixFacts::Text& text : facts.audit) kept.push_back(text.bytes);
    EXPECT_EQ(kept.size(), facts.valid_texts + facts.invalid_texts) << schema;
    return kept;
  };
  const char* one = R"({"contains":{"type":"integer"},"maxContains":1})";
  using Texts = std::vector<std::string>;
  EXPECT_EQ(
      settled(one, oracle::OraclePolicy::model(), {{"[1,2.0]", true}, {"[1,2.5]", true}, {"[1,2]", false}}),
      (Texts{"[1,2.5]", "[1,2]"}));
  EXPECT_EQ(settled(one, oracle::OraclePolicy::spec(), {{"[1,2.5]", true}, {"[1,2.0]", false}}),
            (Texts{"[1,2.5]", "[1,2.0]"}));
  const char* date = R"({"not":{"format":"date"}})";
  EXPECT_EQ(settled(date, oracle::OraclePolicy::model(), {{"\"x\"", true}, {"\"2026-01-01\"", false}}),
            (Texts{"\"x\"", "\"2026-01-01\""}));
  EXPECT_EQ(settled(date, oracle::OraclePolicy::spec(), {{"\"x\"", false}}), (Texts{"\"x\""}));
}

}  // namespace
}  // namespace lockstep::conformance
