// Sets of code points as sorted ranges: what a character class, an escape or a Unicode property stands for.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lockstep/engine/lexical/code_points.h"

namespace lockstep::engine {

// Both ends included.
struct CodePointSpan {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  bool operator==(const CodePointSpan&) const = default;
};

// Surrogates are code points like any other here. Thread rules: a plain value. Costs: linear in the spans of
// the operands, `contains` logarithmic.
class CodePointSet {
 public:
  CodePointSet() = default;
  // In any order, overlapping or not; an empty span (first > last) adds nothing.
  explicit CodePointSet(std::vector<CodePointSpan> spans);
  static CodePointSet all() { return CodePointSet({{0, kLastCodePoint}}); }

  // Sorted, disjoint, not adjacent: equal sets have equal spans.
  const std::vector<CodePointSpan>& spans() const { return spans_; }
  bool empty() const { return spans_.empty(); }
  bool contains(std::uint32_t code_point) const;
  std::uint64_t size() const;

  CodePointSet united(const CodePointSet& other) const;
  CodePointSet complement() const;  // within 0 to kLastCodePoint
  CodePointSet common(const CodePointSet& other) const;
  bool operator==(const CodePointSet&) const = default;

 private:
  std::vector<CodePointSpan> spans_;
};

}  // namespace lockstep::engine
