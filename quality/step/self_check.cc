#include "lockstep/quality/step/self_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace lockstep::quality {
namespace {

// p and q as plain numbers: exp of the distance to the greatest logit, divided by the sum.
struct Distributions {
  std::vector<double> p;
  std::vector<double> q;  // 0 outside the set
  double kept = 0;        // sum of p on the set
};

Distributions distributions(std::span<const float> logits, const std::vector<bool>& set) {
  Distributions out;
  double greatest = -std::numeric_limits<double>::infinity();
  for (const float logit : logits) {
    if (std::isfinite(logit)) greatest = std::max(greatest, static_cast<double>(logit));
  }
  double sum = 0;
  for (const float logit : logits) {
    out.p.push_back(std::isfinite(logit) ? std::exp(static_cast<double>(logit) - greatest) : 0);
    sum += out.p.back();
  }
  for (std::size_t id = 0; id < out.p.size(); ++id) {
    out.p[id] /= sum;
    if (set[id]) out.kept += out.p[id];
  }
  for (std::size_t id = 0; id < out.p.size(); ++id)
    out.q.push_back(set[id] && out.kept > 0 ? out.p[id] / out.kept : 0);
  return out;
}

class Checks {
 public:
  void holds(std::string_view name, bool held) { out_.push_back({name, held, 0}); }
  // Equal up to the tolerance, relative where the numbers are large.
  void equal(std::string_view name, double a, double b) {
    const double off = std::abs(a - b);
    out_.push_back({name, off <= kTolerance * std::max({1.0, std::abs(a), std::abs(b)}), off});
  }
  std::vector<SelfCheck> take() { return std::move(out_); }

 private:
  std::vector<SelfCheck> out_;
};

struct Sums {
  double divergence = 0;  // sum of q log(q / p)
  double variation = 0;   // half the sum of |q - p|
  double entropy_p = 0;
  double entropy_q = 0;
  std::size_t above = 0;  // tokens that stand before the chosen one
};

Sums sums_of(const Distributions& d, std::span<const float> logits, engine::TokenId chosen) {
  Sums out;
  for (std::size_t id = 0; id < d.p.size(); ++id) {
    if (d.q[id] > 0) out.divergence += d.q[id] * std::log(d.q[id] / d.p[id]);
    if (d.q[id] > 0) out.entropy_q -= d.q[id] * std::log(d.q[id]);
    if (d.p[id] > 0) out.entropy_p -= d.p[id] * std::log(d.p[id]);
    out.variation += std::abs(d.q[id] - d.p[id]) / 2;
    const bool greater = std::isfinite(logits[id]) && logits[id] > logits[chosen];
    if (greater || (id < chosen && logits[id] == logits[chosen])) ++out.above;
  }
  return out;
}

bool plain(const engine::SamplerSettings& s) {
  return s.repetition_penalty == 1 && s.frequency_penalty == 0 && s.presence_penalty == 0;
}

bool unfiltered(const engine::SamplerSettings& s) {
  return plain(s) && s.temperature == 1 && s.min_p == 0 && s.top_k == 0 && s.top_p == 1;
}

}  // namespace

const std::vector<std::string_view>& self_check_names() {
  static const std::vector<std::string_view> kNames = {
      "chosen_in_set",      "chosen_is_the_choice",   "forced_is_alone",  "drawn_once",    "pressure_adds_up",
      "mask_pressure_sign", "sampling_pressure_sign", "blocked_top",      "rank_by_count", "greedy_is_best",
      "kept_by_sum",        "divergence_by_sum",      "variation_by_sum", "p_by_sum",      "q_by_sum",
      "entropy_p_by_sum",   "entropy_q_by_sum",       "entropy_q_bound",  "sampler_q"};
  return kNames;
}

std::vector<SelfCheck> self_checks(std::span<const float> logits, const std::vector<bool>& set,
                                   const engine::SamplerSettings& settings, const engine::Choice& choice,
                                   const StepEvidence& e) {
  Checks checks;
  const auto size = static_cast<std::size_t>(std::count(set.begin(), set.end(), true));
  const bool in_row = e.chosen < set.size();
  checks.holds("chosen_in_set", in_row && set[e.chosen]);
  checks.holds("chosen_is_the_choice", e.chosen == choice.token);
  checks.holds("forced_is_alone", e.set_size == size && e.forced == (size == 1));
  const bool must_draw = size > 1 && settings.temperature > 0;
  checks.holds("drawn_once", e.u.has_value() == must_draw && (!e.u || (*e.u >= 0 && *e.u < 1)));
  checks.equal("pressure_adds_up", e.by_mask + e.by_sampling, e.pressure);
  checks.holds("mask_pressure_sign", e.by_mask >= 0 && (e.top_blocked || e.by_mask == 0));
  checks.holds("sampling_pressure_sign", e.by_sampling >= 0);
  checks.holds("blocked_top", e.top < set.size() && e.top_blocked == !set[e.top]);
  if (!in_row) return checks.take();
  const Distributions d = distributions(logits, set);
  const Sums sums = sums_of(d, logits, e.chosen);
  checks.holds("rank_by_count", e.rank == sums.above + 1);
  if (settings.temperature == 0 && plain(settings))
    checks.holds("greedy_is_best", e.chosen == e.best && e.by_sampling == 0);
  if (e.infinite || d.kept == 0 || d.p[e.chosen] == 0) return checks.take();
  checks.equal("kept_by_sum", d.kept, e.kept);
  checks.equal("divergence_by_sum", sums.divergence, e.divergence);
  checks.equal("variation_by_sum", sums.variation, e.variation);
  checks.equal("p_by_sum", std::log(d.p[e.chosen]), e.log_p);
  checks.equal("q_by_sum", std::log(d.q[e.chosen]), e.log_q);
  checks.equal("entropy_p_by_sum", sums.entropy_p, e.entropy_p);
  checks.equal("entropy_q_by_sum", sums.entropy_q, e.entropy_q);
  checks.holds("entropy_q_bound", e.entropy_q <= std::log(static_cast<double>(size)) + kTolerance);
  // What the sampler itself divided by, where nothing but the masks stood between row and draw.
  if (must_draw && unfiltered(settings)) checks.equal("sampler_q", choice.q, d.q[e.chosen]);
  return checks.take();
}

void SelfCheckCounts::add(const std::vector<SelfCheck>& checks) {
  for (const SelfCheck& one : checks) {
    ++asked;
    if (one.held) continue;
    if (failed == 0) first_failure = fmt::format("{} off by {}", one.name, one.off);
    ++failed;
  }
}

void SelfCheckCounts::add(const SelfCheckCounts& other) {
  if (failed == 0) first_failure = other.first_failure;
  asked += other.asked;
  failed += other.failed;
}

}  // namespace lockstep::quality
