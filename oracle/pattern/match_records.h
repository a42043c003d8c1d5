// The two records of the matcher: a continuation (what comes after a match) and a choice (what else could be
// tried).
#pragma once

#include <cstdint>

#include "lockstep/oracle/pattern/failure_memo.h"

namespace lockstep::oracle {

using Position = std::uint32_t;  // in characters of the subject
using NodeIndex = std::uint32_t;
using ContinuationIndex = std::uint32_t;

inline constexpr std::uint32_t kNoLook = 0xFFFFFFFF;
inline constexpr Position kUndefined = 0xFFFFFFFF;

struct Captured {
  Position start = kUndefined;
  Position end = kUndefined;
};

struct Continuation {
  enum class Kind : std::uint8_t {
    accept,       // the pattern has matched, or, unless `look` is kNoLook, the body of a look-around
    terms,        // match the terms of an alternative, of which `done` are done
    end_capture,  // store the capture that began at `start`
    repeat,       // the body of a quantifier, begun at `start`, has matched; min and max as at its beginning
  } kind = Kind::accept;
  NodeIndex node = 0;
  ContinuationIndex next = 0;
  std::uint32_t look = kNoLook;  // accept: the marker on the stack of choices
  std::uint32_t done = 0;
  Position start = 0;
  std::uint32_t min = 0;
  std::uint32_t max = 0;
  // For the memo: the shape of the chain from here on, and how many of its innermost rounds began at
  // round_start.
  std::uint32_t shape = kNoShape;
  std::uint32_t rounds = 0;
  Position round_start = 0;
};

struct Choice {
  enum class Kind : std::uint8_t {
    alternative,  // try alternative `index` of the disjunction
    leave,        // greedy: go on without another round
    another,      // lazy: try another round
    restore,      // give capture `index` its former value
    failed,       // everything above this entry failed: so did `key`
    look,         // marker: below it the outer match, above it the body of a look-around
  } kind = Kind::failed;
  NodeIndex node = 0;
  Position position = 0;
  ContinuationIndex next = 0;
  std::uint32_t continuations = 0;  // how many there were: the rest is garbage when this entry surfaces
  std::uint32_t index = 0;
  std::uint32_t min = 0;
  std::uint32_t max = 0;
  Captured former;
  FailureKey key;
};

}  // namespace lockstep::oracle
