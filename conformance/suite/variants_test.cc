// Other spellings and tokens: counted, the same in every run; a subject that takes one spelling only is
// convicted.
#include "lockstep/conformance/suite/variants.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lockstep/conformance/subject/engine_subject.h"
#include "lockstep/conformance/suite/run_suite.h"
#include "lockstep/conformance/vocabulary/vocabulary_pins.h"
#include "lockstep/engine/vocabulary/builtin.h"

namespace lockstep::conformance {
namespace {

using engine::TokenId;
using testing::HasSubstr;

// The engine, until a certain byte is in the text: from then on it takes everything, or never stops.
class Fussy final : public Subject {
 public:
  Fussy(char byte, bool wild) : byte_(byte), wild_(wild), engine_(make_engine_subject()) {}
  std::string name() const override { return "fussy"; }
  std::string version() const override { return "1"; }
  Capabilities capabilities() const override { return engine_->capabilities(); }
  ValidateReply validate(const ValidateRequest& request) override { return engine_->validate(request); }
  MaskStart start(const ValidateRequest& request) override {
    MaskStart started = engine_->start(request);
    if (started.session)
      started.session = std::make_unique<Session>(std::move(started.session), *this, false);
    return started;
  }

 private:
  class Session final : public MaskSession {
   public:
    Session(std::unique_ptr<MaskSession> session, const Fussy& fussy, bool seen)
        : session_(std::move(session)), fussy_(fussy), seen_(seen) {}
    std::vector<std::uint32_t> mask() override {
      std::vector<std::uint32_t> words = session_->mask();
      if (seen_ && fussy_.wild_) return std::vector<std::uint32_t>(words.size(), ~std::uint32_t{0});
      for (const TokenId stop : engine::builtin_vocabulary().stop_ids()) {
        words[stop / 32] &= ~(1U << stop % 32);
        if (can_stop()) words[stop / 32] |= 1U << stop % 32;
      }
      return words;
    }
    bool accept(std::uint32_t token) override {
      if (seen_ && fussy_.wild_) return true;
      if (!session_->accept(token)) return false;
      seen_ = seen_ || engine::builtin_vocabulary().bytes(token).find(fussy_.byte_) != std::string_view::npos;
      return true;
    }
    bool can_stop() override { return seen_ ? fussy_.wild_ : session_->can_stop(); }
    bool rollback(std::size_t) override { return false; }
    std::unique_ptr<MaskSession> fork() override {
      return std::make_unique<Session>(session_->fork(), fussy_, seen_);
    }
    std::string forced() override { return ""; }

   private:
    std::unique_ptr<MaskSession> session_;
    const Fussy& fussy_;
    bool seen_;
  };

  char byte_;
  bool wild_;
  std::unique_ptr<Subject> engine_;
};

Suite small_suite() {
  Suite suite;
  suite.draft = "2020-12";
  suite.dialect = dialect_of("2020-12");
  SuiteGroup group;
  group.schema = R"({"properties":{"a":{"type":"integer"}},"required":["a"]})";
  group.keywords = {"properties"};
  group.tests = {{"valid", R"({"b":[1,"\u00e9"],"a":1})", Expected::valid},
                 {"invalid", R"({"b":[1],"a":"x"})", Expected::invalid},
                 {"changed", R"({"a":1,"c":0.1234567890123456789012})", Expected::valid}};
  SuiteGroup empty;
  empty.schema = "false";
  empty.keywords = {"boolean_schema"};
  empty.tests = {{"empty", "1", Expected::invalid}};
  suite.groups = {group, empty};
  return suite;
}

class VariantsTest : public testing::Test {
 protected:
  SuiteOutcome run(Subject& subject, std::uint64_t seed = 1, std::vector<reports::Case> done = {},
                   const Suite& suite = small_suite()) {
    std::string error;
    const auto python = PythonSpeller::make(LOCKSTEP_DEPS_DIR, error);
    EXPECT_NE(python, nullptr) << error;
    const engine::Vocabulary& vocabulary = engine::builtin_vocabulary();
    const auto encoder = Encoder::open("builtin", LOCKSTEP_DEPS_DIR, vocabulary);
    EXPECT_TRUE(encoder.ok());
    VariantJudge judge(subject, vocabulary, *encoder, *python, 6, seed);
    SuiteRun run;
    run.variants = &judge;
    run.done = std::move(done);
    return run_suite(subject, suite, run);
  }
};

TEST_F(VariantsTest, OfARightSubjectAgreeAndAreCounted) {
  const auto engine = make_engine_subject();
  const SuiteOutcome outcome = run(*engine);
  EXPECT_EQ(outcome.tally[Verdict::agree], 4U);
  EXPECT_EQ(outcome.cases.size(), 4U);
  EXPECT_GE(outcome.variants, 50U);
  EXPECT_LE(outcome.variants, 3U * 13 * 2);
  EXPECT_EQ(outcome.without,
            (std::map<std::string, std::size_t>{{"json.dumps number_changed", 1}, {"masks empty", 1}}));
}

// In draft 4 a spelling tells what is an integer: others of the text are left out, and told.
TEST_F(VariantsTest, OfDraft4SpellTheSameIntegers) {
  Suite suite = small_suite();
  suite.draft = "4";
  suite.dialect = dialect_of("4");
  suite.groups = {suite.groups[0]};
  const auto engine = make_engine_subject();
  const SuiteOutcome outcome = run(*engine, 1, {}, suite);
  EXPECT_EQ(outcome.tally[Verdict::agree], 3U);
  EXPECT_GE(outcome.variants, 12U);
  EXPECT_EQ(outcome.without.at("spellings that make other numbers integers"), 3U);
  Fussy fussy(' ', true);
  EXPECT_GT(run(fussy, 1, {}, suite).tally[Verdict::over_accept], 0U) << "some are left";
}

TEST_F(VariantsTest, AreTheSameInEveryRunAndAfterResumption) {
  const auto engine = make_engine_subject();
  const SuiteOutcome first = run(*engine, 7);
  EXPECT_EQ(run(*engine, 7).cases, first.cases);
  const SuiteOutcome resumed = run(*engine, 7, {first.cases[0], first.cases[2]});
  EXPECT_EQ(resumed.cases, first.cases);
  EXPECT_EQ(resumed.variants, first.variants);
  EXPECT_EQ(resumed.without, first.without);
}

TEST_F(VariantsTest, ASubjectThatRejectsASpellingIsConvicted) {
  Fussy fussy('\n', false);
  const SuiteOutcome outcome = run(fussy);
  EXPECT_EQ(outcome.exit, reports::ExitCode::conformance_failure);
  EXPECT_EQ(outcome.cases[0].verdict, "over_reject");
  EXPECT_EQ(outcome.cases[0].got, "valid");
  EXPECT_THAT(outcome.cases[0].detail, HasSubstr("said invalid, expected valid"));
  EXPECT_THAT(outcome.cases[0].detail, HasSubstr("tokens: "));
}

TEST_F(VariantsTest, ASubjectThatAcceptsASpellingIsConvicted) {
  Fussy wild('\n', true);
  const SuiteOutcome outcome = run(wild);
  EXPECT_EQ(outcome.cases[0].verdict, "agree");
  EXPECT_EQ(outcome.cases[1].verdict, "over_accept");
  EXPECT_EQ(outcome.cases[1].got, "invalid");
  EXPECT_THAT(outcome.cases[1].detail, HasSubstr("said valid, expected invalid"));
}

TEST(VariantText, IsReadBack) {
  VariantResult result;
  result.fed = 12;
  result.without = {"json.dumps number_changed", "canonical tokens text_changed"};
  result.detail = "said invalid: x; without y";
  const std::string text = variant_text(result);
  EXPECT_EQ(variants_in(text), 12U);
  EXPECT_EQ(without_in(text), result.without);
  EXPECT_EQ(variants_in("votes: variants: 3"), 0U);
  EXPECT_TRUE(without_in("").empty());
}

}  // namespace
}  // namespace lockstep::conformance
