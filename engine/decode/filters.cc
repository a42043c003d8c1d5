#include "lockstep/engine/decode/filters.h"

#include <algorithm>

#include "lockstep/engine/base/check.h"

namespace lockstep::engine {
namespace {

bool greater_first(const Candidate& a, const Candidate& b) {
  return a.logit != b.logit ? a.logit > b.logit : a.id < b.id;
}

void sort_by_id(std::vector<Candidate>& candidates) {
  std::sort(candidates.begin(), candidates.end(),
            [](const Candidate& a, const Candidate& b) { return a.id < b.id; });
}

double sum_of(const std::vector<Candidate>& candidates) {
  double sum = 0;
  for (const Candidate& one : candidates) sum += one.weight;
  return sum;
}

}  // namespace

void keep_min_p(std::vector<Candidate>& candidates, double min_p) {
  std::erase_if(candidates, [&](const Candidate& one) { return one.weight < min_p; });
}

void keep_top_k(std::vector<Candidate>& candidates, std::int64_t top_k) {
  if (top_k == 0 || static_cast<std::int64_t>(candidates.size()) <= top_k) return;
  const auto end = candidates.begin() + static_cast<std::ptrdiff_t>(top_k);
  std::nth_element(candidates.begin(), end - 1, candidates.end(), greater_first);
  candidates.erase(end, candidates.end());
  sort_by_id(candidates);
}

void keep_top_p(std::vector<Candidate>& candidates, double top_p) {
  if (top_p >= 1) return;
  const double enough = top_p * sum_of(candidates);
  std::sort(candidates.begin(), candidates.end(), greater_first);
  double running = 0;
  std::size_t kept = 0;
  while (kept < candidates.size()) {
    running += candidates[kept++].weight;
    if (running >= enough) break;
  }
  candidates.resize(kept);
  sort_by_id(candidates);
}

Drawn draw_from(const std::vector<Candidate>& candidates, double u) {
  LOCKSTEP_CHECK(!candidates.empty() && u >= 0 && u < 1);
  const double whole = sum_of(candidates);
  double running = 0;
  for (const Candidate& one : candidates) {
    running += one.weight;
    if (running > u * whole) return {one.id, one.weight / whole};
  }
  return {candidates.back().id, candidates.back().weight / whole};  // rounding left none
}

}  // namespace lockstep::engine
