#include "lockstep/quality/model/ngram_counts.h"

#include <algorithm>

namespace lockstep::quality {

void NgramCounts::add(std::string_view context, engine::TokenId token, double weight) {
  for (std::size_t length = 0; length <= std::min(order_, context.size()); ++length) {
    Followers& followers = by_context_[std::string(context.substr(context.size() - length))];
    followers.total += weight;
    followers.weights[token] += weight;
  }
}

bool NgramCounts::interpolate_one(std::string_view ending, std::vector<double>& row) const {
  const auto found = by_context_.find(ending);
  if (found == by_context_.end()) return false;
  const Followers& followers = found->second;
  const auto novel = static_cast<double>(followers.weights.size());
  const double scale = novel / (followers.total + novel);
  for (double& p : row) p *= scale;
  for (const auto& [token, weight] : followers.weights) row[token] += weight / (followers.total + novel);
  return true;
}

void NgramCounts::interpolate_all(const std::vector<const NgramCounts*>& tables, std::string_view context,
                                  std::vector<double>& row, std::size_t shortest) {
  bool seen = true;  // whoever saw a longer ending saw the shorter ones
  for (std::size_t length = shortest; seen && length <= context.size(); ++length) {
    const std::string_view ending = context.substr(context.size() - length);
    seen = false;
    for (const NgramCounts* table : tables)
      seen = (length <= table->order_ && table->interpolate_one(ending, row)) || seen;
  }
}

}  // namespace lockstep::quality
