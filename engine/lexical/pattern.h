// One regular expression of ECMA-262, compiled: a program over sets of symbols. What `pattern` of JSON Schema
// asks: is there a match somewhere in the text (search semantics).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/engine/base/limits.h"
#include "lockstep/engine/base/meter.h"
#include "lockstep/engine/base/result.h"
#include "lockstep/engine/lexical/code_point_set.h"

namespace lockstep::engine {

// An instruction; `next` and `other` are instructions too.
struct PatternStep {
  enum class Kind : std::uint8_t { symbol, split, start, end, boundary, look, accept } kind = Kind::accept;
  bool negated = false;    // boundary: \B; look
  std::uint32_t what = 0;  // symbol: of PatternProgram::sets; look: of PatternProgram::looks
  std::uint32_t next = 0;
  std::uint32_t other = 0;  // split: the second way
};

struct PatternProgram {
  // The body of a look-around, at whose end stands an accept of its own. Nested ones come before.
  struct Look {
    bool ahead = false;
    std::uint32_t start = 0;
  };
  bool without_u = false;
  bool has_boundary = false;
  std::vector<PatternStep> steps;
  std::vector<Look> looks;
  std::vector<CodePointSet> sets;  // of code points, or without `u` of UTF-16 code units
  std::uint32_t start = 0;
};

// Thread rules: immutable; copies share the program.
class Pattern {
 public:
  // `source`: well-formed UTF-8. Errors: pattern_syntax (byte offset: where in `source`); back_reference,
  // which no finite automaton follows; limit_pattern_depth, limit_pattern_steps,
  // limit_pattern_look_steps: too large when its bounded repetitions are written out; limit_pattern_classes.
  // Cost: linear in the program. Passes an operation for each step and symbol.
  static Result<Pattern> compile(std::string_view source, const Limits& limits, Meter* meter = nullptr);

  const std::string& source() const { return source_; }
  // Valid only without the `u` flag, and so read: symbols are UTF-16 code units.
  bool without_u() const { return program_->without_u; }
  const PatternProgram& program() const { return *program_; }

 private:
  Pattern(std::string_view source, PatternProgram program)
      : source_(source), program_(std::make_shared<const PatternProgram>(std::move(program))) {}

  std::string source_;
  std::shared_ptr<const PatternProgram> program_;
};

}  // namespace lockstep::engine
