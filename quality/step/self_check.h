// The algebra that every step must obey, by another way than the evidence was made: plain sums over p and q.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/engine/decode/sampler.h"
#include "lockstep/quality/step/evidence.h"

namespace lockstep::quality {

inline constexpr double kTolerance = 1e-9;

// One identity, and whether it held. Those that need a probability that is 0 in binary64 are not asked then;
// whoever counts sees it in the number of the results.
struct SelfCheck {
  std::string_view name{};
  bool held = false;
  double off = 0;  // by how much, where it is a number
};

// The names, in the order of the results.
const std::vector<std::string_view>& self_check_names();

// `settings`: of the sampler that chose. The results stand in a fixed order. Cost: two passes over the row.
std::vector<SelfCheck> self_checks(std::span<const float> logits, const std::vector<bool>& set,
                                   const engine::SamplerSettings& settings, const engine::Choice& choice,
                                   const StepEvidence& evidence);

// What a run counts. Thread rules: a plain value.
struct SelfCheckCounts {
  std::size_t asked = 0;
  std::size_t failed = 0;
  std::string first_failure{};  // "divergence_by_sum off by 0.001"

  void add(const std::vector<SelfCheck>& checks);
  void add(const SelfCheckCounts& other);
};

}  // namespace lockstep::quality
