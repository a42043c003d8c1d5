// The syntax tree of a regular expression, nodes in one array so that no depth of nesting needs recursion.
// Names follow ECMA-262 (2024) section 22.2.1.
#pragma once

#include <cstdint>
#include <vector>

#include "lockstep/oracle/unicode/code_point_set.h"

namespace lockstep::oracle {

inline constexpr std::uint32_t kUnbounded = 0xFFFFFFFF;  // a quantifier's max: no upper bound
inline constexpr std::uint32_t kLargestBound =
    kUnbounded - 1;  // larger bounds count as this; no subject is so long

enum class NodeKind : std::uint8_t {
  disjunction,     // children: the alternatives
  alternative,     // children: the terms, in source order; none: the empty pattern
  quantifier,      // children[0] repeated; greedy, min, max, group, group_count
  capture,         // children[0] captured as `group`
  look,            // children[0] as lookahead, or lookbehind where that child is `backward`; negative
  line_start,      // ^
  line_end,        // $
  word_boundary,   // \b, or \B where negative
  character,       // `character`
  character_set,   // sets[set]
  back_reference,  // one of `groups`
};

struct Node {
  NodeKind kind = NodeKind::alternative;
  bool backward = false;  // inside a lookbehind: terms are matched from right to left
  bool negative = false;
  bool greedy = true;
  char32_t character = 0;
  std::uint32_t set = 0;
  std::uint32_t min = 0;
  std::uint32_t max = 0;
  std::uint32_t group = 0;  // capture: its number, from 1; quantifier: groups to the left of it (parenIndex)
  std::uint32_t group_count = 0;  // quantifier: groups inside it (parenCount)
  std::vector<std::uint32_t> children;
  std::vector<std::uint32_t>
      groups;  // back_reference: more than one where a name is used in several alternatives
};

// Thread rules: a plain value.
struct Syntax {
  std::vector<Node> nodes;
  std::vector<CodePointSet> sets;
  std::uint32_t root = 0;
  std::uint32_t group_count = 0;
  bool unicode_mode = true;  // subjects are code points; else UTF-16 code units
  bool has_back_reference = false;
};

}  // namespace lockstep::oracle
