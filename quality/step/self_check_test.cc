// Over random steps every identity holds; and each one convicts an evidence that is wrong in what it watches.
#include "lockstep/quality/step/self_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace lockstep::quality {
namespace {

struct Made {
  std::vector<float> logits;
  std::vector<std::uint32_t> allowed;
  engine::SamplerSettings settings;
  engine::Choice choice;
  std::vector<bool> set;
};

// Nullopt where the step has no token.
std::optional<Made> random_step(std::uint64_t seed, double temperature) {
  std::mt19937_64 random(seed);
  Made made;
  const std::size_t width = 2 + random() % 60;
  for (std::size_t id = 0; id < width; ++id)
    made.logits.push_back(static_cast<float>(random() % 2000) / 100 - 10 -
                          (random() % 50 == 0 ? 1500.0F : 0.0F));
  made.allowed.resize((width + 31) / 32, 0);
  for (std::size_t id = 0; id < width; ++id) {
    if (random() % 3 != 0) made.allowed[id / 32] |= std::uint32_t{1} << (id % 32);
  }
  made.settings.temperature = temperature;
  const double u = static_cast<double>(random() >> 11U) * 0x1p-53;
  const engine::Result<engine::Choice> choice =
      engine::choose({made.logits, made.allowed, {}, nullptr}, made.settings, [&] { return u; });
  if (!choice.ok() || choice->status != engine::ChoiceStatus::token) return std::nullopt;
  made.choice = *choice;
  made.set = set_of(width, made.allowed, {});
  return made;
}

std::set<std::string> failed(const Made& made, const StepEvidence& evidence) {
  std::set<std::string> names;
  for (const SelfCheck& one : self_checks(made.logits, made.set, made.settings, made.choice, evidence)) {
    if (!one.held) names.emplace(one.name);
  }
  return names;
}

TEST(SelfCheck, HoldsOnRandomSteps) {
  std::map<std::string, std::size_t> asked;
  std::size_t steps = 0;
  for (const double temperature : {0.0, 1.0, 0.7}) {
    for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
      const std::optional<Made> made = random_step(seed, temperature);
      if (!made) continue;
      ++steps;
      const StepEvidence evidence = evidence_of(made->logits, made->set, made->choice);
      EXPECT_EQ(failed(*made, evidence), std::set<std::string>()) << "seed " << seed << " at " << temperature;
      for (const SelfCheck& one :
           self_checks(made->logits, made->set, made->settings, made->choice, evidence))
        ++asked[std::string(one.name)];
    }
  }
  EXPECT_GT(steps, 10'000U);
  EXPECT_EQ(asked.size(), self_check_names().size());
  for (const std::string_view name : self_check_names()) EXPECT_GT(asked[std::string(name)], 1000U) << name;
}

// One field wrong by a little: the check that watches it says so.
TEST(SelfCheck, EveryCheckConvicts) {
  using Wrong = std::function<void(Made&, StepEvidence&)>;
  constexpr double kLittle = 1e-6;
  const std::map<std::string, Wrong> wrongs = {
      {"chosen_in_set", [](Made& m, StepEvidence& e) { m.set[e.chosen] = false; }},
      {"chosen_is_the_choice", [](Made& m, StepEvidence&) { ++m.choice.token; }},
      {"forced_is_alone", [](Made&, StepEvidence& e) { ++e.set_size; }},
      {"drawn_once", [](Made&, StepEvidence& e) { e.u.reset(); }},
      {"pressure_adds_up", [](Made&, StepEvidence& e) { e.pressure += kLittle; }},
      {"mask_pressure_sign", [](Made&, StepEvidence& e) { e.by_mask = -kLittle; }},
      {"sampling_pressure_sign", [](Made&, StepEvidence& e) { e.by_sampling = -kLittle; }},
      {"blocked_top", [](Made&, StepEvidence& e) { e.top_blocked = !e.top_blocked; }},
      {"rank_by_count", [](Made&, StepEvidence& e) { ++e.rank; }},
      {"greedy_is_best",
       [](Made& m, StepEvidence& e) {
         m.settings.temperature = 0;
         e.by_sampling += kLittle;
       }},
      {"kept_by_sum", [](Made&, StepEvidence& e) { e.kept += kLittle; }},
      {"divergence_by_sum", [](Made&, StepEvidence& e) { e.divergence += kLittle; }},
      {"variation_by_sum", [](Made&, StepEvidence& e) { e.variation += kLittle; }},
      {"p_by_sum", [](Made&, StepEvidence& e) { e.log_p += 2e-6 * std::max(1.0, -e.log_p); }},
      {"q_by_sum", [](Made&, StepEvidence& e) { e.log_q += 2e-6 * std::max(1.0, -e.log_q); }},
      {"entropy_p_by_sum", [](Made&, StepEvidence& e) { e.entropy_p += 1e-5; }},
      {"entropy_q_by_sum", [](Made&, StepEvidence& e) { e.entropy_q += 1e-5; }},
      {"entropy_q_bound", [](Made&, StepEvidence& e) { e.entropy_q = 50; }},
      {"sampler_q", [](Made& m, StepEvidence&) { m.choice.q += kLittle; }},
  };
  for (const auto& [name, wrong] : wrongs) {
    std::size_t convicted = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
      std::optional<Made> made = random_step(seed, 1);
      if (!made) continue;
      StepEvidence evidence = evidence_of(made->logits, made->set, made->choice);
      if (evidence.infinite || evidence.forced) continue;
      wrong(*made, evidence);
      convicted += failed(*made, evidence).contains(name) ? 1 : 0;
    }
    EXPECT_GE(convicted, 10U) << name;
  }
  EXPECT_EQ(wrongs.size(), self_check_names().size());
}

// A sampler that used another mask than the one that is recorded.
TEST(SelfCheck, AnotherMaskThanTheRecordedOneIsConvicted) {
  std::size_t convicted = 0;
  std::size_t tried = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    std::optional<Made> made = random_step(seed, 1);
    if (!made || made->choice.forced) continue;
    StepEvidence evidence = evidence_of(made->logits, made->set, made->choice);
    if (evidence.infinite) continue;
    std::size_t other = 0;
    while (other < made->set.size() && (made->set[other] || made->logits[other] < -9)) ++other;
    if (other == made->set.size()) continue;
    ++tried;
    made->set[other] = true;
    convicted += failed(*made, evidence).empty() ? 0 : 1;
  }
  EXPECT_GT(tried, 150U);
  EXPECT_EQ(convicted, tried);
}

TEST(SelfCheck, CountsAndNamesTheFirst) {
  SelfCheckCounts counts;
  counts.add({{"a", true, 0}, {"b", false, 0.5}, {"c", false, 2}});
  EXPECT_EQ(counts.asked, 3U);
  EXPECT_EQ(counts.failed, 2U);
  EXPECT_EQ(counts.first_failure, "b off by 0.5");
}

}  // namespace
}  // namespace lockstep::quality
