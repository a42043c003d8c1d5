#include "lockstep/engine/lexical/code_point_set.h"

#include <algorithm>

namespace lockstep::engine {

CodePointSet::CodePointSet(std::vector<CodePointSpan> spans) {
  std::erase_if(spans, [](const CodePointSpan& span) { return span.first > span.last; });
  std::sort(spans.begin(), spans.end(),
            [](const CodePointSpan& a, const CodePointSpan& b) { return a.first < b.first; });
  for (const CodePointSpan& span : spans) {
    if (!spans_.empty() && span.first <= spans_.back().last + 1) {
      spans_.back().last = std::max(spans_.back().last, span.last);
    } else {
      spans_.push_back(span);
    }
  }
}

bool CodePointSet::contains(std::uint32_t code_point) const {
  const auto after =
      std::upper_bound(spans_.begin(), spans_.end(), code_point,
                       [](std::uint32_t c, const CodePointSpan& span) { return c < span.first; });
  return after != spans_.begin() && code_point <= std::prev(after)->last;
}

std::uint64_t CodePointSet::size() const {
  std::uint64_t count = 0;
  for (const CodePointSpan& span : spans_) count += std::uint64_t{span.last} - span.first + 1;
  return count;
}

CodePointSet CodePointSet::united(const CodePointSet& other) const {
  std::vector<CodePointSpan> both = spans_;
  both.insert(both.end(), other.spans_.begin(), other.spans_.end());
  return CodePointSet(std::move(both));
}

CodePointSet CodePointSet::complement() const {
  std::vector<CodePointSpan> gaps;
  std::uint32_t next = 0;
  for (const CodePointSpan& span : spans_) {
    if (span.first > next) gaps.push_back({next, span.first - 1});
    next = span.last + 1;
  }
  if (next <= kLastCodePoint) gaps.push_back({next, kLastCodePoint});
  return CodePointSet(std::move(gaps));
}

CodePointSet CodePointSet::common(const CodePointSet& other) const {
  std::vector<CodePointSpan> shared;
  auto a = spans_.begin();
  auto b = other.spans_.begin();
  while (a != spans_.end() && b != other.spans_.end()) {
    const CodePointSpan overlap{std::max(a->first, b->first), std::min(a->last, b->last)};
    if (overlap.first <= overlap.last) shared.push_back(overlap);
    if (a->last < b->last) {
      ++a;
    } else {
      ++b;
    }
  }
  return CodePointSet(std::move(shared));
}

}  // namespace lockstep::engine
