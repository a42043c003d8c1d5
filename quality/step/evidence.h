// What one step tells about the mask: how much of the model's distribution it took away, and what that did to
// the choice. Definitions: README.md of this folder. All in binary64 from the raw row, before any penalty or
// temperature.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/engine/decode/sampler.h"
#include "lockstep/engine/vocabulary/vocabulary.h"

namespace lockstep::quality {

// p: softmax of the raw row over its finite logits, padding and markers included. A: what grammar and policy
// mask leave. q: p on A, divided by its sum m. x: the chosen token; top: argmax of p; best: argmax of p on A;
// of equals the smallest id. Nats. Thread rules: a plain value.
struct StepEvidence {
  engine::TokenId chosen = 0;
  engine::TokenId top = 0;
  engine::TokenId best = 0;
  bool forced = false;       // A has one member
  bool top_blocked = false;  // top is not in A
  bool infinite = false;  // p(x) is 0 in binary64, or so is m: the numbers below are of the logarithms alone
  std::uint32_t set_size = 0;
  std::uint32_t rank = 1;  // of x in p, 1 is the top; of equals the smaller id first
  std::uint32_t nan_count = 0;
  double kept = 0;         // m
  double log_kept = 0;     // log m
  double divergence = 0;   // KL(q || p) = -log m
  double variation = 0;    // total variation of q and p = 1 - m
  double log_p = 0;        // log p(x)
  double log_q = 0;        // log q(x)
  double pressure = 0;     // I = log p(top) - log p(x)
  double by_mask = 0;      // I_mask = log p(top) - log p(best)
  double by_sampling = 0;  // I_sample = log p(best) - log p(x)
  double entropy_p = 0;
  double entropy_q = 0;
  std::optional<double> u{};  // drawn
};

// The set A as one bit an id. `allowed`: the grammar mask, none where the arm has none.
std::vector<bool> set_of(std::size_t width, std::optional<std::span<const std::uint32_t>> allowed,
                         std::span<const std::uint32_t> forbidden);

// Of a step that chose a token. `set` has one bit a logit; the chosen token must be finite and within the
// row. Cost: three passes over the row.
StepEvidence evidence_of(std::span<const float> logits, const std::vector<bool>& set,
                         const engine::Choice& choice);

// SHA-256 of the mask's words, little endian; of no words where there is no mask.
std::string mask_digest(std::optional<std::span<const std::uint32_t>> allowed);

}  // namespace lockstep::quality
