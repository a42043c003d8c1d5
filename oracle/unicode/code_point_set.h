// A set of code points as sorted, disjoint, non-adjacent ranges.
#pragma once

#include <vector>

namespace lockstep::oracle {

inline constexpr char32_t kLastCodePoint = 0x10FFFF;

// Inclusive at both ends.
struct CodePointRange {
  char32_t first = 0;
  char32_t last = 0;
  bool operator==(const CodePointRange&) const = default;
};

// Thread rules: a plain value.
class CodePointSet {
 public:
  CodePointSet() = default;
  // Ranges in any order, overlapping or not; each with first <= last <= 0x10FFFF.
  explicit CodePointSet(std::vector<CodePointRange> ranges);

  // Logarithmic in the number of ranges.
  bool contains(char32_t code_point) const;
  // All of 0..0x10FFFF that is not in this set; surrogates count as code points, as in ECMA-262.
  CodePointSet complement() const;
  const std::vector<CodePointRange>& ranges() const { return ranges_; }
  bool operator==(const CodePointSet&) const = default;

 private:
  std::vector<CodePointRange> ranges_;
};

}  // namespace lockstep::oracle
