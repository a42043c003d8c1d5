#include "lockstep/engine/lexical/length_ranges.h"

#include <algorithm>

namespace lockstep::engine {

std::vector<LengthRange> merged_ranges(std::vector<LengthRange> ranges) {
  std::erase_if(ranges, [](const LengthRange& range) { return range.low > range.high; });
  std::sort(ranges.begin(), ranges.end(),
            [](const LengthRange& a, const LengthRange& b) { return a.low < b.low; });
  std::vector<LengthRange> out;
  for (const LengthRange& range : ranges) {
    const bool touches = !out.empty() && (out.back().high == kNoLimit || range.low <= out.back().high + 1);
    if (touches) {
      out.back().high = std::max(out.back().high, range.high);
    } else {
      out.push_back(range);
    }
  }
  return out;
}

bool holds_length(const std::vector<LengthRange>& ranges, std::uint64_t length) {
  return std::any_of(ranges.begin(), ranges.end(), [length](const LengthRange& range) {
    return range.low <= length && length <= range.high;
  });
}

}  // namespace lockstep::engine
