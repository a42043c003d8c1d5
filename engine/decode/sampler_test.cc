// What the cases of the norm cannot say: the policy mask, faults of masks and settings, that no number is
// drawn.
#include "lockstep/engine/decode/sampler.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "lockstep/engine/vocabulary/builtin.h"

namespace lockstep::engine {
namespace {

const auto kNoDraw = []() -> double {
  ADD_FAILURE() << "nothing may be drawn";
  return 0;
};

TEST(Sampler, ThePolicyMaskLeavesTextAndStops) {
  const Vocabulary& vocabulary = builtin_vocabulary();
  const std::vector<std::uint32_t> forbidden = forbidden_by_kind(vocabulary);
  ASSERT_EQ(forbidden.size() * 32, 640U);
  std::size_t allowed = 0;
  for (TokenId id = 0; id < 640; ++id) {
    const bool is_forbidden = ((forbidden[id / 32] >> (id % 32)) & 1U) != 0;
    const bool usable = id < vocabulary.size() && (vocabulary.is_text(id) || vocabulary.is_stop(id));
    EXPECT_EQ(is_forbidden, !usable) << id;
    allowed += usable ? 1 : 0;
  }
  EXPECT_EQ(allowed, vocabulary.size() - 1U) << "all but <|pad|>";
}

TEST(Sampler, ThePaddedTailIsNeverChosenUnderThePolicyMask) {
  const Vocabulary& vocabulary = builtin_vocabulary();
  std::vector<float> logits(640, 0);
  for (std::size_t id = vocabulary.size(); id < 640; ++id) logits[id] = 50;
  logits[65] = 1;
  const std::vector<std::uint32_t> forbidden = forbidden_by_kind(vocabulary);
  SamplerSettings greedy;
  greedy.temperature = 0;
  const Result<Choice> choice = choose({logits, std::nullopt, forbidden, nullptr}, greedy, kNoDraw);
  ASSERT_TRUE(choice.ok());
  EXPECT_EQ(choice->token, 65U);
  EXPECT_EQ(choose({logits, std::nullopt, {}, nullptr}, greedy, kNoDraw)->token, vocabulary.size());
}

TEST(Sampler, AMaskMustCoverTheRow) {
  const std::vector<float> logits(33, 0);
  const std::vector<std::uint32_t> one = {1};
  EXPECT_EQ(choose({logits, one, {}, nullptr}, {}, kNoDraw).error().code, "mask_too_short");
  const std::vector<std::uint32_t> beyond = {1, 2};
  EXPECT_EQ(choose({logits, beyond, {}, nullptr}, {}, kNoDraw).error().code, "mask_too_wide");
}

TEST(Sampler, SettingsThatAreNoNumbersAreNamed) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInf = std::numeric_limits<double>::infinity();
  std::size_t faults = 0;
  const auto names = [&](const SamplerSettings& settings, const std::string& setting) {
    const std::optional<Error> fault = fault_of(settings);
    ASSERT_TRUE(fault.has_value()) << setting;
    EXPECT_EQ(fault->code, "bad_setting");
    EXPECT_EQ(fault->message.substr(0, setting.size()), setting);
    ++faults;
  };
  for (const double wrong : {kNan, kInf, -kInf}) {
    SamplerSettings s;
    s.repetition_penalty = wrong;
    names(s, "repetition_penalty");
    s = {};
    s.frequency_penalty = wrong;
    names(s, "frequency_penalty");
    s = {};
    s.presence_penalty = wrong;
    names(s, "presence_penalty");
    s = {};
    s.temperature = wrong;
    names(s, "temperature");
    s = {};
    s.min_p = wrong;
    names(s, "min_p");
    s = {};
    s.top_p = wrong;
    names(s, "top_p");
  }
  EXPECT_EQ(faults, 18U);
  EXPECT_FALSE(fault_of({}).has_value());
}

}  // namespace
}  // namespace lockstep::engine
