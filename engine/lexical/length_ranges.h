// Sets of lengths, in code points.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace lockstep::engine {

inline constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

// Lengths from `low` to `high`, both included; kNoLimit for no upper bound.
struct LengthRange {
  std::uint64_t low = 0;
  std::uint64_t high = kNoLimit;
  bool operator==(const LengthRange&) const = default;
};

// The same set, sorted, disjoint, not adjacent; empty ranges are dropped.
std::vector<LengthRange> merged_ranges(std::vector<LengthRange> ranges);
bool holds_length(const std::vector<LengthRange>& ranges, std::uint64_t length);

}  // namespace lockstep::engine
