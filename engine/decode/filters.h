// Steps 7 to 11 of the norm: what min-p, top-k and top-p leave, and the draw from it.
#pragma once

#include <cstdint>
#include <vector>

#include "lockstep/engine/decode/sampler.h"

namespace lockstep::engine {

struct Candidate {
  TokenId id = 0;
  double logit = 0;   // after penalties
  double weight = 0;  // exp((logit - greatest) / temperature), above 0
};

// Each removes candidates and leaves the rest in ascending order of the ids. Where a setting is off it does
// nothing.
void keep_min_p(std::vector<Candidate>& candidates, double min_p);
void keep_top_k(std::vector<Candidate>& candidates, std::int64_t top_k);
void keep_top_p(std::vector<Candidate>& candidates, double top_p);

struct Drawn {
  TokenId id = 0;
  double q = 0;
};
// From ascending ids, not empty.
Drawn draw_from(const std::vector<Candidate>& candidates, double u);

}  // namespace lockstep::engine
