// The syntax tree of one regular expression (ECMA-262 section 22.2.1 and Annex B.1.2), reduced to what
// decides membership: greedy and lazy are one, groups leave only their contents.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/engine/base/limits.h"
#include "lockstep/engine/base/meter.h"
#include "lockstep/engine/base/result.h"
#include "lockstep/engine/lexical/code_point_set.h"

namespace lockstep::engine {

inline constexpr std::uint64_t kUnbounded = ~std::uint64_t{0};

struct PatternNode {
  enum class Kind : std::uint8_t {
    set,       // one symbol of PatternSyntax::sets[set]
    sequence,  // of children, none: the empty text
    choice,    // of children
    repeat,    // children[0], at least `least` and at most `most` times
    start,     // ^
    end,       // $
    boundary,  // \b; negated: \B
    look,      // children[0] from here on (ahead) or up to here; negated
  } kind = Kind::sequence;
  bool ahead = false;
  bool negated = false;
  std::uint32_t set = 0;
  std::uint64_t least = 0;
  std::uint64_t most = 0;  // kUnbounded: no bound; bounds of 2^64 - 1 and more are that
  std::vector<std::uint32_t> children;
};

// Thread rules: a plain value.
struct PatternSyntax {
  // Only the grammar without the `u` flag takes it: symbols are UTF-16 code units then, else code points.
  bool without_u = false;
  bool back_reference = false;
  std::vector<PatternNode> nodes;
  std::vector<CodePointSet> sets;
  std::uint32_t root = 0;
};

// Reads `text` (well-formed UTF-8) with the `u` flag, or where that fails without it. Errors: pattern_syntax
// with a byte offset, what the more lenient grammar says; limit_pattern_depth. Cost: linear.
Result<PatternSyntax> parse_pattern(std::string_view text, const Limits& limits, Meter* meter = nullptr);

}  // namespace lockstep::engine
