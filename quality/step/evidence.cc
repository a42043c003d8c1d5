#include "lockstep/quality/step/evidence.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "lockstep/engine/base/check.h"
#include "lockstep/engine/base/sha256.h"

namespace lockstep::quality {
namespace {

constexpr double kMinus = -std::numeric_limits<double>::infinity();

// Logarithm of the sum of exp over those that `takes`, by the greatest one.
template <typename Takes>
double log_sum_exp(std::span<const float> logits, const Takes& takes) {
  double greatest = kMinus;
  for (std::size_t id = 0; id < logits.size(); ++id) {
    if (takes(id)) greatest = std::max(greatest, static_cast<double>(logits[id]));
  }
  if (greatest == kMinus) return kMinus;
  double sum = 0;
  for (std::size_t id = 0; id < logits.size(); ++id) {
    if (takes(id)) sum += std::exp(static_cast<double>(logits[id]) - greatest);
  }
  return greatest + std::log(sum);
}

// -sum of p log p, of the distribution whose logarithm of the sum is `whole`.
template <typename Takes>
double entropy(std::span<const float> logits, double whole, const Takes& takes) {
  double sum = 0;
  for (std::size_t id = 0; id < logits.size(); ++id) {
    if (!takes(id)) continue;
    const double log_p = static_cast<double>(logits[id]) - whole;
    const double p = std::exp(log_p);
    if (p > 0) sum -= p * log_p;
  }
  return sum;
}

template <typename Takes>
engine::TokenId greatest_of(std::span<const float> logits, const Takes& takes) {
  std::optional<std::size_t> best;
  for (std::size_t id = 0; id < logits.size(); ++id) {
    if (takes(id) && (!best || logits[id] > logits[*best])) best = id;
  }
  LOCKSTEP_CHECK(best.has_value());
  return static_cast<engine::TokenId>(*best);
}

}  // namespace

std::vector<bool> set_of(std::size_t width, std::optional<std::span<const std::uint32_t>> allowed,
                         std::span<const std::uint32_t> forbidden) {
  const auto has = [](std::span<const std::uint32_t> words, std::size_t id) {
    return id / 32 < words.size() && ((words[id / 32] >> (id % 32)) & 1U) != 0;
  };
  std::vector<bool> set(width, false);
  for (std::size_t id = 0; id < width; ++id) set[id] = (!allowed || has(*allowed, id)) && !has(forbidden, id);
  return set;
}

StepEvidence evidence_of(std::span<const float> logits, const std::vector<bool>& set,
                         const engine::Choice& choice) {
  LOCKSTEP_CHECK(set.size() == logits.size() && choice.token < logits.size());
  const auto all = [&](std::size_t id) { return std::isfinite(logits[id]); };
  const auto inside = [&](std::size_t id) { return set[id] && std::isfinite(logits[id]); };
  const double whole = log_sum_exp(logits, all);
  const double kept = log_sum_exp(logits, inside);
  const auto logit = [&](engine::TokenId id) { return static_cast<double>(logits[id]); };

  StepEvidence out;
  out.chosen = choice.token;
  out.forced = choice.forced;
  out.set_size = choice.set_size;
  out.nan_count = choice.nan_count;
  out.u = choice.u;
  out.top = greatest_of(logits, all);
  out.best = greatest_of(logits, inside);
  out.top_blocked = !set[out.top];
  for (std::size_t id = 0; id < logits.size(); ++id) {
    if (all(id) && (logits[id] > logits[out.chosen] || (logits[id] == logits[out.chosen] && id < out.chosen)))
      ++out.rank;
  }
  out.log_kept = kept - whole;
  out.kept = std::exp(out.log_kept);
  out.divergence = -out.log_kept;
  out.variation = -std::expm1(out.log_kept);
  out.log_p = logit(out.chosen) - whole;
  out.log_q = logit(out.chosen) - kept;
  out.pressure = logit(out.top) - logit(out.chosen);
  out.by_mask = logit(out.top) - logit(out.best);
  out.by_sampling = logit(out.best) - logit(out.chosen);
  out.entropy_p = entropy(logits, whole, all);
  out.entropy_q = entropy(logits, kept, inside);
  out.infinite = std::exp(out.log_p) == 0 || out.kept == 0;
  return out;
}

std::string mask_digest(std::optional<std::span<const std::uint32_t>> allowed) {
  engine::Sha256 hash;
  if (allowed) {
    for (const std::uint32_t word : *allowed) hash.update_u32(word);
  }
  return hash.hex();
}

}  // namespace lockstep::quality
