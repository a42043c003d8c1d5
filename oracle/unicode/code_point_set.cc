// Sorting and merging of ranges, membership by binary search.
#include "lockstep/oracle/unicode/code_point_set.h"

#include <algorithm>
#include <utility>

namespace lockstep::oracle {

CodePointSet::CodePointSet(std::vector<CodePointRange> ranges) {
  std::sort(ranges.begin(), ranges.end(), [](const CodePointRange& a, const CodePointRange& b) {
    return std::pair(a.first, a.last) < std::pair(b.first, b.last);
  });
  for (const CodePointRange& range : ranges) {
    if (!ranges_.empty() && range.first <= ranges_.back().last + 1) {
      ranges_.back().last = std::max(ranges_.back().last, range.last);
    } else {
      ranges_.push_back(range);
    }
  }
}

bool CodePointSet::contains(char32_t code_point) const {
  const auto after =
      std::upper_bound(ranges_.begin(), ranges_.end(), code_point,
                       [](char32_t value, const CodePointRange& r) { return value < r.first; });
  return after != ranges_.begin() && code_point <= std::prev(after)->last;
}

CodePointSet CodePointSet::complement() const {
  CodePointSet result;
  char32_t next = 0;
  for (const CodePointRange& range : ranges_) {
    if (range.first > next) result.ranges_.push_back({next, range.first - 1});
    next = range.last + 1;
  }
  if (next <= kLastCodePoint) result.ranges_.push_back({next, kLastCodePoint});
  return result;
}

}  // namespace lockstep::oracle
