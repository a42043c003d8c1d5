// One text, token by token: model, mask, sampler, and the evidence of every step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/conformance/walk/walk_subject.h"
#include "lockstep/engine/decode/counter_random.h"
#include "lockstep/engine/decode/sampler.h"
#include "lockstep/quality/model/model.h"
#include "lockstep/quality/step/evidence.h"
#include "lockstep/quality/step/self_check.h"

namespace lockstep::quality {

// Thread rules: plain values.
struct StepRecord {
  StepEvidence evidence{};
  std::string logits_sha256{};
  std::string mask_sha256{};
  std::uint32_t after_min_p = 0;
  std::uint32_t after_top_k = 0;
  std::uint32_t after_top_p = 0;
  std::string_view region{};  // where the token begins: "first", "structure", "value"
};

enum class Ending : std::uint8_t {
  stopped,    // by a stop token
  truncated,  // the budget
  constraint_empty_set,
  sampling_failure,
  model_error,
  engine_error,  // the mask is none, or contradicts what the session says: `contradiction`
  cancelled,
};

struct Generation {
  Ending ending = Ending::cancelled;
  std::string reason{};         // of sampling_failure and model_error
  std::string contradiction{};  // of engine_error: what it said and what it did
  std::vector<engine::TokenId> tokens{};
  std::string output{};
  bool utf8_complete = false;
  std::vector<StepRecord> steps{};
  SelfCheckCounts checks{};
};

// For tests of the checks: edits what the sampler chose before it is recorded.
using Tamper = std::function<void(engine::Choice&)>;

struct GenerationRequest {
  const Model& model;
  std::span<const engine::TokenId> prompt;
  conformance::WalkSession* session = nullptr;  // null: no grammar mask
  std::span<const std::uint32_t> forbidden;     // policy mask
  engine::SamplerSettings sampler{};
  engine::DrawKey key{};  // its step is counted from 0
  std::size_t max_new_tokens = 0;
  std::function<bool()> stop_requested{};  // may be empty
  Tamper tamper{};                         // may be empty
};

// Deterministic. The session must be fresh. What a session must not do ends the text with engine_error: a
// mask of another size, a bit for what is neither text nor stop, stop bits that say other than can_stop(), a
// token that the mask allows and accept() refuses.
Generation generate(const GenerationRequest& request);

}  // namespace lockstep::quality
