// From a row of logits to one token. Norm: conformance/spec/sampling.md; the order of its steps is the order
// here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "lockstep/engine/base/result.h"
#include "lockstep/engine/vocabulary/vocabulary.h"

namespace lockstep::engine {

// Thread rules: a plain value. The default draws from the whole distribution.
struct SamplerSettings {
  double repetition_penalty = 1;
  double frequency_penalty = 0;
  double presence_penalty = 0;
  double temperature = 1;  // 0: greedy
  double min_p = 0;
  std::int64_t top_k = 0;  // 0: off
  double top_p = 1;

  bool operator==(const SamplerSettings&) const = default;
};

// Error code: bad_setting; the message begins with the name of the setting.
std::optional<Error> fault_of(const SamplerSettings& settings);

// How often each token came. Ordered, so that nothing depends on a hash.
using TokenCounts = std::map<TokenId, std::uint32_t>;

enum class ChoiceStatus : std::uint8_t { token, constraint_empty_set, sampling_failure };
std::string_view name(ChoiceStatus status);

// What one step gave, and what a record of it needs.
struct Choice {
  ChoiceStatus status = ChoiceStatus::token;
  std::string_view reason{};      // of sampling_failure: positive_infinity, no_finite_logit, penalty_overflow
  TokenId token = 0;              // status token
  bool forced = false;            // the set A had one member
  std::optional<double> u{};      // drawn
  std::uint32_t nan_count = 0;    // over the whole row
  std::uint32_t set_size = 0;     // of A: after both masks
  std::uint32_t after_min_p = 0;  // where something was drawn
  std::uint32_t after_top_k = 0;
  std::uint32_t after_top_p = 0;
  double q = 1;  // of the token among those that were left; 1 where nothing was drawn
};

struct Step {
  std::span<const float> logits;                          // logit width
  std::optional<std::span<const std::uint32_t>> allowed;  // grammar mask; none: every id
  std::span<const std::uint32_t> forbidden;  // policy mask; words that are missing forbid nothing
  const TokenCounts* history = nullptr;      // what the penalties count; null: nothing
};

// `draw` is called at most once, where a number is needed. Ids that were left after all filters, ascending,
// are put into `survivors` where it is not null (only where something was drawn). Error codes: bad_setting,
// mask_too_wide, mask_too_short (fewer words than the row has ids). Cost: one pass over the row; filters sort
// what they must. Thread rules: pure but for `draw`.
Result<Choice> choose(const Step& step, const SamplerSettings& settings, const std::function<double()>& draw,
                      std::vector<TokenId>* survivors = nullptr);

// The policy mask that every decoder needs: all that is neither text nor a stop token, and the padding of the
// logit width.
std::vector<std::uint32_t> forbidden_by_kind(const Vocabulary& vocabulary);

}  // namespace lockstep::engine
