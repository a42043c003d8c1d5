#include "lockstep/engine/decode/sampler.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "lockstep/engine/base/check.h"
#include "lockstep/engine/decode/filters.h"

namespace lockstep::engine {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool bit(std::span<const std::uint32_t> words, std::size_t id) {
  return id / 32 < words.size() && ((words[id / 32] >> (id % 32)) & 1U) != 0;
}

Error bad(const char* setting, const char* range) {
  return {"bad_setting", std::string(setting) + " must be " + range, std::nullopt, ""};
}

// A set bit beyond the row means a mask of another model.
std::optional<Error> mask_fault(const Step& step) {
  if (!step.allowed) return std::nullopt;
  const std::size_t width = step.logits.size();
  if (step.allowed->size() * 32 < width)
    return Error{"mask_too_short", "the grammar mask has fewer bits than the row has logits", std::nullopt,
                 ""};
  for (std::size_t id = width; id < step.allowed->size() * 32; ++id) {
    if (bit(*step.allowed, id))
      return Error{"mask_too_wide", "the grammar mask allows an id that has no logit", std::nullopt, ""};
  }
  return std::nullopt;
}

double penalised(double logit, std::uint32_t times, const SamplerSettings& settings) {
  if (times == 0) return logit;
  logit = logit > 0 ? logit / settings.repetition_penalty : logit * settings.repetition_penalty;
  return logit - settings.frequency_penalty * times - settings.presence_penalty;
}

// Steps 1 to 4. The finite members of A by id; the choice is decided where they do not go on.
std::vector<Candidate> members(const Step& step, Choice& choice, bool& decided) {
  std::vector<Candidate> finite;
  TokenId last = 0;
  bool infinite = false;
  for (std::size_t id = 0; id < step.logits.size(); ++id) {
    const double logit = static_cast<double>(step.logits[id]);
    if (std::isnan(logit)) ++choice.nan_count;
    if (logit == kInfinity) infinite = true;
    if ((step.allowed && !bit(*step.allowed, id)) || bit(step.forbidden, id)) continue;
    ++choice.set_size;
    last = static_cast<TokenId>(id);
    if (std::isfinite(logit)) finite.push_back({last, logit, 0});
  }
  decided = true;
  if (infinite) {
    choice.status = ChoiceStatus::sampling_failure;
    choice.reason = "positive_infinity";
  } else if (choice.set_size == 0) {
    choice.status = ChoiceStatus::constraint_empty_set;
  } else if (finite.empty()) {
    choice.status = ChoiceStatus::sampling_failure;
    choice.reason = "no_finite_logit";
  } else if (choice.set_size == 1) {
    choice.forced = true;
    choice.token = last;
  } else {
    decided = false;
  }
  return finite;
}

// Step 5. False: a logit overflowed.
bool apply_penalties(std::vector<Candidate>& candidates, const TokenCounts* history,
                     const SamplerSettings& settings) {
  if (history == nullptr) return true;
  for (Candidate& one : candidates) {
    const auto found = history->find(one.id);
    if (found != history->end()) one.logit = penalised(one.logit, found->second, settings);
    if (!std::isfinite(one.logit)) return false;
  }
  return true;
}

// Steps 6 to 11 for a temperature above 0.
void sample(std::vector<Candidate>& candidates, double greatest, const SamplerSettings& settings,
            const std::function<double()>& draw, Choice& choice, std::vector<TokenId>* survivors) {
  for (Candidate& one : candidates) one.weight = std::exp((one.logit - greatest) / settings.temperature);
  std::erase_if(candidates, [](const Candidate& one) { return one.weight == 0; });
  keep_min_p(candidates, settings.min_p);
  choice.after_min_p = static_cast<std::uint32_t>(candidates.size());
  keep_top_k(candidates, settings.top_k);
  choice.after_top_k = static_cast<std::uint32_t>(candidates.size());
  keep_top_p(candidates, settings.top_p);
  choice.after_top_p = static_cast<std::uint32_t>(candidates.size());
  choice.u = draw();
  const Drawn drawn = draw_from(candidates, *choice.u);
  choice.token = drawn.id;
  choice.q = drawn.q;
  if (survivors == nullptr) return;
  for (const Candidate& one : candidates) survivors->push_back(one.id);
}

}  // namespace

std::string_view name(ChoiceStatus status) {
  switch (status) {
    case ChoiceStatus::token:
      return "token";
    case ChoiceStatus::constraint_empty_set:
      return "constraint_empty_set";
    case ChoiceStatus::sampling_failure:
      return "sampling_failure";
  }
  return "sampling_failure";
}

std::optional<Error> fault_of(const SamplerSettings& settings) {
  const auto is_finite = [](double value) { return std::isfinite(value); };
  if (!is_finite(settings.repetition_penalty) || settings.repetition_penalty <= 0)
    return bad("repetition_penalty", "finite and above 0");
  if (!is_finite(settings.frequency_penalty)) return bad("frequency_penalty", "finite");
  if (!is_finite(settings.presence_penalty)) return bad("presence_penalty", "finite");
  if (!is_finite(settings.temperature) || settings.temperature < 0)
    return bad("temperature", "finite and at least 0");
  if (!(settings.min_p >= 0 && settings.min_p <= 1)) return bad("min_p", "from 0 to 1");
  if (settings.top_k < 0) return bad("top_k", "at least 0");
  if (!(settings.top_p > 0 && settings.top_p <= 1)) return bad("top_p", "above 0 and at most 1");
  return std::nullopt;
}

Result<Choice> choose(const Step& step, const SamplerSettings& settings, const std::function<double()>& draw,
                      std::vector<TokenId>* survivors) {
  if (std::optional<Error> fault = fault_of(settings)) return *std::move(fault);
  if (std::optional<Error> fault = mask_fault(step)) return *std::move(fault);
  Choice choice;
  bool decided = false;
  std::vector<Candidate> candidates = members(step, choice, decided);
  if (decided) return choice;
  if (!apply_penalties(candidates, step.history, settings)) {
    choice.status = ChoiceStatus::sampling_failure;
    choice.reason = "penalty_overflow";
    return choice;
  }
  // Ascending ids and a strict comparison: of equals the smallest id.
  const Candidate* greatest = &candidates.front();
  for (const Candidate& one : candidates) {
    if (one.logit > greatest->logit) greatest = &one;
  }
  if (settings.temperature == 0) {
    choice.token = greatest->id;
    return choice;
  }
  sample(candidates, greatest->logit, settings, draw, choice, survivors);
  return choice;
}

std::vector<std::uint32_t> forbidden_by_kind(const Vocabulary& vocabulary) {
  std::vector<std::uint32_t> words((std::size_t{vocabulary.logit_width()} + 31) / 32, 0xFFFFFFFFU);
  for (TokenId id = 0; id < vocabulary.size(); ++id) {
    if (vocabulary.is_text(id) || vocabulary.is_stop(id)) words[id / 32] &= ~(std::uint32_t{1} << (id % 32));
  }
  return words;
}

}  // namespace lockstep::engine
