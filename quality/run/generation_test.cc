// Every way in which a text can end, and everything that a session must not do.
#include "lockstep/quality/run/generation.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <map>
#include <string>

#include "lockstep/engine/vocabulary/builtin.h"
#include "lockstep/quality/model/table_model.h"
#include "lockstep/quality/run/permissive.h"

namespace lockstep::quality {
namespace {

const engine::Vocabulary& vocabulary() { return engine::builtin_vocabulary(); }
engine::TokenId stop() { return vocabulary().stop_ids().front(); }

// Writes "ab" and stops.
TableModel writes_ab() {
  return TableModel(vocabulary(),
                    {{"", {{'a', 5.0F}}, -5}, {"a", {{'b', 5.0F}}, -5}, {"ab", {{stop(), 5.0F}}, -5}});
}

// A session whose answers can be bent.
class BentSession final : public conformance::WalkSession {
 public:
  BentSession() : inner_(make_permissive_session(vocabulary())) {}
  std::vector<bool> allowed_bytes() override { return inner_->allowed_bytes(); }
  bool accept_bytes(std::string_view bytes) override { return inner_->accept_bytes(bytes); }
  bool can_stop() override { return stops; }
  std::string finish() override { return ""; }
  std::string forced() override { return ""; }
  std::vector<std::uint32_t> mask() override {
    std::vector<std::uint32_t> words = inner_->mask();
    if (edit) edit(words);
    return words;
  }
  bool accept(std::uint32_t) override { return accepts; }
  bool rollback(std::size_t) override { return false; }
  std::unique_ptr<conformance::WalkSession> fork() override { return nullptr; }
  std::uint64_t overruns() override { return 0; }

  std::function<void(std::vector<std::uint32_t>&)> edit;
  bool stops = true;
  bool accepts = true;

 private:
  std::unique_ptr<conformance::WalkSession> inner_;
};

void set_bit(std::vector<std::uint32_t>& words, std::size_t id, bool value) {
  const std::uint32_t bit = std::uint32_t{1} << (id % 32);
  words[id / 32] = value ? words[id / 32] | bit : words[id / 32] & ~bit;
}

class GenerationTest : public testing::Test {
 protected:
  Generation made(const Model& model, conformance::WalkSession* session = nullptr,
                  const Tamper& tamper = nullptr, double temperature = 0,
                  std::function<bool()> stop_requested = nullptr) {
    engine::SamplerSettings sampler;
    sampler.temperature = temperature;
    return generate(
        {model, {}, session, forbidden_, sampler, {1, 2, 0, 0}, 12, std::move(stop_requested), tamper});
  }
  const std::vector<std::uint32_t> forbidden_ = engine::forbidden_by_kind(vocabulary());
};

TEST_F(GenerationTest, WritesAndStops) {
  const Generation text = made(writes_ab());
  EXPECT_EQ(text.ending, Ending::stopped);
  EXPECT_EQ(text.output, "ab");
  EXPECT_EQ(text.tokens, (std::vector<engine::TokenId>{'a', 'b', stop()}));
  EXPECT_EQ(text.steps.size(), 3U) << "the stop token is a step";
  EXPECT_EQ(text.steps[0].region, "first");
  EXPECT_GE(text.checks.asked, 3 * 15U);
  EXPECT_EQ(text.checks.failed, 0U);
  EXPECT_TRUE(text.utf8_complete);
}

TEST_F(GenerationTest, TheBudgetTruncates) {
  const TableModel model(vocabulary(), {{"", {{0xC3, 5.0F}}, -5}});
  const Generation text = made(model);
  EXPECT_EQ(text.ending, Ending::truncated);
  EXPECT_EQ(text.steps.size(), 12U);
  EXPECT_FALSE(text.utf8_complete);
}

TEST_F(GenerationTest, AnEmptySetIsNotRepaired) {
  BentSession session;
  session.stops = false;
  session.edit = [](std::vector<std::uint32_t>& words) { std::fill(words.begin(), words.end(), 0); };
  const Generation text = made(writes_ab(), &session);
  EXPECT_EQ(text.ending, Ending::constraint_empty_set);
  EXPECT_EQ(text.output, "");
}

TEST_F(GenerationTest, ARowWithoutNumbersIsASamplingFailure) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const Generation text = made(TableModel(vocabulary(), {{"", {}, nan}}));
  EXPECT_EQ(text.ending, Ending::sampling_failure);
  EXPECT_EQ(text.reason, "no_finite_logit");
}

// A model that gives rows of another width, or takes no token.
class BadModel final : public Model {
 public:
  BadModel(std::size_t width, bool feeds) : width_(width), feeds_(feeds) {}
  const ModelIdentity& identity() const override { return identity_; }
  const engine::Vocabulary& vocabulary() const override { return engine::builtin_vocabulary(); }
  std::vector<engine::TokenId> spell(const Prompt&) const override { return {}; }
  std::unique_ptr<ModelState> open(std::span<const engine::TokenId>) const override {
    return std::make_unique<State>(width_, feeds_);
  }

 private:
  class State final : public ModelState {
   public:
    State(std::size_t width, bool feeds) : width_(width), feeds_(feeds) {}
    std::vector<float> logits() override { return std::vector<float>(width_, 0); }
    bool feed(engine::TokenId) override { return feeds_; }

   private:
    std::size_t width_;
    bool feeds_;
  };
  ModelIdentity identity_{"bad", "", ""};
  std::size_t width_;
  bool feeds_;
};

TEST_F(GenerationTest, ModelErrorsAreTheirOwnEnding) {
  EXPECT_EQ(made(BadModel(vocabulary().size(), true)).ending, Ending::model_error) << "without the padding";
  EXPECT_EQ(made(BadModel(0, true)).ending, Ending::model_error);
  EXPECT_EQ(made(BadModel(640, false)).ending, Ending::model_error);
  EXPECT_EQ(made(BadModel(640, true)).ending, Ending::truncated);
}

TEST_F(GenerationTest, StopsWhenAskedTo) {
  int asked = 0;
  const Generation text = made(writes_ab(), nullptr, nullptr, 0, [&] { return ++asked > 1; });
  EXPECT_EQ(text.ending, Ending::cancelled);
  EXPECT_EQ(text.output, "a") << "what was there is reported";
}

TEST_F(GenerationTest, ASessionThatContradictsItselfEndsTheText) {
  using Bend = std::function<void(BentSession&)>;
  const std::map<std::string, Bend> bends = {
      {"the mask has 19 words", [](BentSession& s) { s.edit = [](auto& words) { words.pop_back(); }; }},
      {"the mask has 0 words", [](BentSession& s) { s.edit = [](auto& words) { words.clear(); }; }},
      {"the mask allows id 639, which is neither text nor stop",
       [](BentSession& s) { s.edit = [](auto& words) { set_bit(words, 639, true); }; }},
      {"the mask allows a stop where the text is not complete", [](BentSession& s) { s.stops = false; }},
      {"the mask forbids every stop where the text is complete",
       [](BentSession& s) {
         s.edit = [](auto& words) {
           for (const engine::TokenId id : vocabulary().stop_ids()) set_bit(words, id, false);
         };
       }},
      {"the mask allows id 97, accept refuses it", [](BentSession& s) { s.accepts = false; }},
  };
  for (const auto& [message, bend] : bends) {
    BentSession session;
    bend(session);
    const Generation text = made(writes_ab(), &session);
    EXPECT_EQ(text.ending, Ending::engine_error);
    EXPECT_EQ(text.contradiction, message);
  }
  EXPECT_EQ(bends.size(), 6U);
  BentSession straight;
  EXPECT_EQ(made(writes_ab(), &straight).ending, Ending::stopped);
}

// A sampler that takes another token than its rules say is seen by the checks of the same step.
TEST_F(GenerationTest, AWrongChoiceFailsTheSelfChecks) {
  const Generation greedy = made(writes_ab(), nullptr, [](engine::Choice& choice) { choice.token = 'q'; });
  EXPECT_GE(greedy.checks.failed, greedy.steps.size());
  EXPECT_EQ(greedy.checks.first_failure.substr(0, 14), "greedy_is_best");
  const Generation drawn = made(writes_ab(), nullptr, [](engine::Choice& choice) { choice.q /= 2; }, 1);
  EXPECT_GE(drawn.checks.failed, 1U);
  EXPECT_EQ(drawn.checks.first_failure.substr(0, 9), "sampler_q");
  const Generation twice = made(writes_ab(), nullptr, [](engine::Choice& choice) { choice.u = 0.5; });
  EXPECT_EQ(twice.checks.first_failure.substr(0, 10), "drawn_once");
}

// The same step has the same number in every arm, whatever was forced before it.
TEST_F(GenerationTest, NumbersBelongToSteps) {
  const TableModel flat(vocabulary(), {{"", {}, 0}});
  const Generation free = made(flat, nullptr, nullptr, 1);
  BentSession session;
  int masks = 0;
  session.edit = [&](std::vector<std::uint32_t>& words) {
    if (++masks != 2) return;
    std::fill(words.begin(), words.end(), 0);
    set_bit(words, 'x', true);
    session.stops = false;
  };
  const Generation masked = made(flat, &session, nullptr, 1);
  ASSERT_GE(masked.steps.size(), 2U);
  EXPECT_EQ(masked.steps[0].evidence.u, free.steps[0].evidence.u);
  EXPECT_TRUE(masked.steps[1].evidence.forced);
  EXPECT_FALSE(masked.steps[1].evidence.u.has_value());
  session.stops = true;
  EXPECT_EQ(free.steps[1].evidence.u, engine::uniform({1, 2, 0, 1}));
}

}  // namespace
}  // namespace lockstep::quality
