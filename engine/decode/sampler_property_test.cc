// choose() against a second reading of the norm that sorts everything and knows no shortcut, over random
// rows.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <random>
#include <set>
#include <vector>

#include "lockstep/engine/decode/sampler.h"

namespace lockstep::engine {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kMinus = -std::numeric_limits<float>::infinity();

// One random question. Few distinct logits, so that ties are common.
struct Question {
  std::vector<float> logits;
  std::vector<std::uint32_t> allowed;
  std::vector<std::uint32_t> forbidden;
  TokenCounts history;
  SamplerSettings settings;
  double u = 0;
};

std::size_t below(std::mt19937_64& random, std::size_t end) { return random() % end; }

std::vector<std::uint32_t> random_bits(std::mt19937_64& random, std::size_t width, std::size_t one_in) {
  std::vector<std::uint32_t> words((width + 31) / 32, 0);
  for (std::size_t id = 0; id < width; ++id) {
    if (below(random, one_in) == 0) words[id / 32] |= std::uint32_t{1} << (id % 32);
  }
  return words;
}

Question random_question(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Question q;
  const std::size_t width = 1 + below(random, 70);
  for (std::size_t id = 0; id < width; ++id) {
    const std::size_t kind = below(random, 12);
    const auto value = static_cast<float>(below(random, 9)) - 4;
    q.logits.push_back(kind == 0 ? kNan : kind == 1 ? kMinus : value);
  }
  q.allowed = random_bits(random, width, 1 + below(random, 3));
  q.forbidden = random_bits(random, width, 4);
  for (std::size_t i = below(random, 6); i > 0; --i) {
    const auto id = static_cast<TokenId>(below(random, width));
    q.history[id] += 1 + static_cast<std::uint32_t>(below(random, 3));
  }
  if (below(random, 2) == 0) q.settings.repetition_penalty = 1.25;
  if (below(random, 2) == 0) q.settings.frequency_penalty = 0.5;
  if (below(random, 2) == 0) q.settings.presence_penalty = 0.25;
  q.settings.temperature = static_cast<double>(below(random, 4)) / 2;
  if (below(random, 2) == 0) q.settings.min_p = 0.05 * static_cast<double>(below(random, 8));
  if (below(random, 2) == 0) q.settings.top_k = static_cast<std::int64_t>(below(random, 8));
  if (below(random, 2) == 0) q.settings.top_p = 0.1 + 0.1 * static_cast<double>(below(random, 9));
  q.u = static_cast<double>(random() >> 11U) * 0x1p-53;
  return q;
}

bool has(const std::vector<std::uint32_t>& words, std::size_t id) {
  return ((words[id / 32] >> (id % 32)) & 1U) != 0;
}

struct Plain {
  ChoiceStatus status = ChoiceStatus::token;
  std::size_t token = 0;
  bool drew = false;
  std::vector<TokenId> left;
};

Plain plainly(const Question& q) {
  std::vector<std::size_t> set;
  for (std::size_t id = 0; id < q.logits.size(); ++id) {
    if (has(q.allowed, id) && !has(q.forbidden, id)) set.push_back(id);
  }
  Plain out;
  if (set.empty()) {
    out.status = ChoiceStatus::constraint_empty_set;
    return out;
  }
  const std::size_t size = set.size();
  std::erase_if(set, [&](std::size_t id) { return !std::isfinite(q.logits[id]); });
  if (set.empty()) {
    out.status = ChoiceStatus::sampling_failure;
    return out;
  }
  out.token = set.front();
  if (size == 1) return out;
  std::vector<double> logit(q.logits.begin(), q.logits.end());
  for (const std::size_t id : set) {
    const auto found = q.history.find(static_cast<TokenId>(id));
    if (found == q.history.end()) continue;
    const double r = q.settings.repetition_penalty;
    logit[id] = logit[id] > 0 ? logit[id] / r : logit[id] * r;
    logit[id] -= q.settings.frequency_penalty * found->second;
    logit[id] -= q.settings.presence_penalty;
  }
  std::stable_sort(set.begin(), set.end(), [&](std::size_t a, std::size_t b) { return logit[a] > logit[b]; });
  out.token = set.front();
  if (q.settings.temperature == 0) return out;
  const double top = logit[set.front()];
  const auto weight = [&](std::size_t id) { return std::exp((logit[id] - top) / q.settings.temperature); };
  std::erase_if(set, [&](std::size_t id) { return weight(id) < q.settings.min_p; });
  if (q.settings.top_k > 0) set.resize(std::min(set.size(), static_cast<std::size_t>(q.settings.top_k)));
  if (q.settings.top_p < 1) {
    std::vector<std::size_t> ascending = set;
    std::sort(ascending.begin(), ascending.end());
    double whole = 0;
    for (const std::size_t id : ascending) whole += weight(id);
    double running = 0;
    std::size_t kept = 0;
    while (kept < set.size() && running < q.settings.top_p * whole) running += weight(set[kept++]);
    set.resize(std::max<std::size_t>(kept, 1));
  }
  std::sort(set.begin(), set.end());
  double whole = 0;
  for (const std::size_t id : set) whole += weight(id);
  double running = 0;
  out.token = set.back();
  for (const std::size_t id : set) {
    running += weight(id);
    if (running > q.u * whole) {
      out.token = id;
      break;
    }
  }
  out.drew = true;
  out.left.assign(set.begin(), set.end());
  return out;
}

TEST(SamplerProperty, EqualsAPlainReading) {
  std::size_t drawn = 0;
  std::size_t forced = 0;
  std::size_t empty = 0;
  std::size_t failed = 0;
  for (std::uint64_t seed = 1; seed <= 40'000; ++seed) {
    const Question q = random_question(seed);
    int draws = 0;
    std::vector<TokenId> left;
    const Result<Choice> got = choose(
        {q.logits, q.allowed, q.forbidden, &q.history}, q.settings,
        [&] {
          ++draws;
          return q.u;
        },
        &left);
    ASSERT_TRUE(got.ok()) << "seed " << seed;
    const Plain want = plainly(q);
    ASSERT_EQ(got->status, want.status) << "seed " << seed;
    ASSERT_EQ(draws, want.drew ? 1 : 0) << "seed " << seed;
    ASSERT_EQ(got->u.has_value(), want.drew) << "seed " << seed;
    ASSERT_EQ(left, want.left) << "seed " << seed;
    if (want.status == ChoiceStatus::token) {
      ASSERT_EQ(got->token, want.token) << "seed " << seed;
    }
    drawn += want.drew ? 1 : 0;
    forced += got->forced ? 1 : 0;
    empty += want.status == ChoiceStatus::constraint_empty_set ? 1 : 0;
    failed += want.status == ChoiceStatus::sampling_failure ? 1 : 0;
  }
  EXPECT_GT(drawn, 20'000U);
  EXPECT_GT(forced, 300U);
  EXPECT_GT(empty, 300U);
  EXPECT_GT(failed, 50U);
}

// Whatever the settings, the token is one of the set A.
RC_GTEST_PROP(SamplerProperty, TheTokenIsAllowed, (std::uint64_t seed)) {
  const Question q = random_question(seed);
  const Result<Choice> got =
      choose({q.logits, q.allowed, q.forbidden, &q.history}, q.settings, [&] { return q.u; });
  RC_ASSERT(got.ok());
  if (got->status != ChoiceStatus::token) return;
  RC_ASSERT(has(q.allowed, got->token) && !has(q.forbidden, got->token));
  RC_ASSERT(std::isfinite(q.logits[got->token]));
}

// Over all u the tokens come as often as q says: equal steps of u, counted.
TEST(SamplerProperty, TheDrawFollowsTheDistribution) {
  const std::vector<float> logits = {0, 1, 2, -1};
  std::vector<double> counted(4, 0);
  std::vector<double> told(4, 0);
  constexpr int kSteps = 10'000;
  for (int i = 0; i < kSteps; ++i) {
    const Result<Choice> got =
        choose({logits, std::nullopt, {}, nullptr}, {}, [&] { return (i + 0.5) / kSteps; });
    ASSERT_TRUE(got.ok());
    counted[got->token] += 1.0 / kSteps;
    told[got->token] = got->q;
  }
  for (std::size_t id = 0; id < 4; ++id) EXPECT_NEAR(counted[id], told[id], 2.0 / kSteps) << id;
  EXPECT_NEAR(std::accumulate(told.begin(), told.end(), 0.0), 1, 1e-12);
}

}  // namespace
}  // namespace lockstep::engine
