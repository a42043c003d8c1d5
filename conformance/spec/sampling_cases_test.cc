// Every case of sampling_cases.json through the engine's sampler.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "lockstep/engine/base/file.h"
#include "lockstep/engine/decode/counter_random.h"
#include "lockstep/engine/decode/sampler.h"

namespace lockstep::conformance {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostBytes = std::size_t{1} << 24U;  // of the file of cases

const Json& document() {
  static const Json parsed = [] {
    const auto text =
        engine::read_file(LOCKSTEP_SOURCE_DIR "/conformance/spec/sampling_cases.json", kMostBytes);
    return Json::parse(text.value());
  }();
  return parsed;
}

float logit_of(const Json& value) {
  if (value.is_number()) return value.get<float>();
  if (value == "nan") return std::numeric_limits<float>::quiet_NaN();
  return value == "inf" ? std::numeric_limits<float>::infinity() : -std::numeric_limits<float>::infinity();
}

// As many words as the ids and the row need.
std::vector<std::uint32_t> words_of(const Json& ids, std::size_t width) {
  std::vector<std::uint32_t> words((width + 31) / 32, 0);
  for (const Json& one : ids) {
    const std::size_t id = one;
    if (words.size() <= id / 32) words.resize(id / 32 + 1, 0);
    words[id / 32] |= std::uint32_t{1} << (id % 32);
  }
  return words;
}

engine::SamplerSettings settings_of(const Json& c) {
  const Json given = c.value("settings", Json::object());
  engine::SamplerSettings s;
  s.repetition_penalty = given.value("repetition_penalty", s.repetition_penalty);
  s.frequency_penalty = given.value("frequency_penalty", s.frequency_penalty);
  s.presence_penalty = given.value("presence_penalty", s.presence_penalty);
  s.temperature = given.value("temperature", s.temperature);
  s.min_p = given.value("min_p", s.min_p);
  s.top_k = given.value("top_k", s.top_k);
  s.top_p = given.value("top_p", s.top_p);
  return s;
}

// What the sampler says, in the words of the data.
Json answer(const Json& c) {
  std::vector<float> logits;
  for (const Json& one : c.at("logits")) logits.push_back(logit_of(one));
  std::vector<std::uint32_t> allowed;
  engine::Step step{logits, std::nullopt, {}, nullptr};
  if (c.contains("allowed")) step.allowed = allowed = words_of(c["allowed"], logits.size());
  const std::vector<std::uint32_t> forbidden = words_of(c.value("forbidden", Json::array()), logits.size());
  step.forbidden = forbidden;
  engine::TokenCounts history;
  for (const Json& id : c.value("history", Json::array())) ++history[id.get<engine::TokenId>()];
  step.history = &history;
  std::vector<engine::TokenId> left;
  const engine::Result<engine::Choice> got = engine::choose(
      step, settings_of(c),
      [&] {
        EXPECT_TRUE(c.contains("u")) << c.at("id") << ": nothing may be drawn";
        return c.value("u", 0.0);
      },
      &left);
  Json out = Json::object();
  if (!got.ok()) {
    out["outcome"] = got.error().code;
    if (got.error().code == "bad_setting")
      out["reason"] = got.error().message.substr(0, got.error().message.find(' '));
    return out;
  }
  out["outcome"] = std::string(engine::name(got->status));
  if (!got->reason.empty()) out["reason"] = std::string(got->reason);
  if (got->nan_count > 0) out["nan_count"] = got->nan_count;
  if (got->status != engine::ChoiceStatus::token) return out;
  out["token"] = got->token;
  if (got->forced) out["forced"] = true;
  if (got->u) {
    out["u"] = *got->u;
    out["survivors"] = left;
    EXPECT_EQ(got->after_top_p, left.size());
  }
  return out;
}

TEST(SamplingCases, TheSamplerSaysWhatTheNormSays) {
  std::map<std::string, int> outcomes;
  for (const Json& c : document().at("steps")) {
    Json expected = c;
    for (const char* input : {"id", "why", "logits", "allowed", "forbidden", "history", "settings"})
      expected.erase(input);
    EXPECT_EQ(answer(c), expected) << c.at("id");
    ++outcomes[c.at("outcome").get<std::string>()];
  }
  EXPECT_GE(outcomes["token"], 40);
  EXPECT_GE(outcomes["constraint_empty_set"], 3);
  EXPECT_GE(outcomes["sampling_failure"], 6);
  EXPECT_GE(outcomes["bad_setting"], 5);
  EXPECT_EQ(outcomes["mask_too_wide"], 1);
}

TEST(SamplingCases, TheUniformNumbersAreThoseOfTheNorm) {
  std::size_t compared = 0;
  for (const Json& c : document().at("uniforms")) {
    const engine::DrawKey key{std::stoull(c.at("seed").get<std::string>()),
                              engine::item_number(c.at("item").get<std::string>()), c.at("repeat"),
                              c.at("step")};
    const double u = engine::uniform(key);
    EXPECT_EQ(std::to_string(static_cast<std::uint64_t>(std::ldexp(u, 53))),
              c.at("u_times_2_53").get<std::string>())
        << c;
    ++compared;
  }
  EXPECT_GE(compared, 8U);
}

// Every setting and every reason of the page occurs.
TEST(SamplingCases, EveryWordOfThePageOccurs) {
  std::set<std::string> settings;
  std::set<std::string> reasons;
  for (const Json& c : document().at("steps")) {
    const Json set = c.value("settings", Json::object());
    for (const auto& [name, value] : set.items()) settings.insert(name);
    if (c.at("outcome") == "sampling_failure") reasons.insert(c.at("reason").get<std::string>());
  }
  EXPECT_EQ(settings.size(), 7U);
  EXPECT_EQ(reasons, (std::set<std::string>{"no_finite_logit", "penalty_overflow", "positive_infinity"}));
}

}  // namespace
}  // namespace lockstep::conformance
