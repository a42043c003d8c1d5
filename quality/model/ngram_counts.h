// Counts of what followed which ending of a text, and the smoothing that makes a distribution of them.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/engine/vocabulary/vocabulary.h"

namespace lockstep::quality {

// Thread rules: const calls from any thread.
class NgramCounts {
 public:
  // Endings of 0 to `order` bytes.
  explicit NgramCounts(std::size_t order) : order_(order) {}

  // `token` followed a text that ends with `context`. Weights below 1 are for what counts less.
  void add(std::string_view context, engine::TokenId token, double weight = 1);

  // Witten-Bell interpolation (Witten and Bell 1991) over `row`, which is the distribution to fall back on,
  // from the shortest ending of `context` to the longest one that was ever seen; none shorter than `shortest`
  // bytes.
  void interpolate(std::string_view context, std::vector<double>& row, std::size_t shortest = 0) const {
    interpolate_all({this}, context, row, shortest);
  }
  // Of several tables, the later ones over the earlier at each length, and a longer ending over all shorter
  // ones.
  static void interpolate_all(const std::vector<const NgramCounts*>& tables, std::string_view context,
                              std::vector<double>& row, std::size_t shortest = 0);

  std::size_t order() const { return order_; }
  std::size_t contexts() const { return by_context_.size(); }

 private:
  struct Followers {
    double total = 0;
    std::map<engine::TokenId, double> weights;
  };
  // False: never seen.
  bool interpolate_one(std::string_view ending, std::vector<double>& row) const;

  std::size_t order_;
  std::map<std::string, Followers, std::less<>> by_context_;
};

}  // namespace lockstep::quality
