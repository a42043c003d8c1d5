// The tokens that stay inside a string which patterns tell apart: a walk of the whole trie, as fast as tables
// can make it.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "lockstep/engine/base/meter.h"
#include "lockstep/engine/machine/machine.h"
#include "lockstep/engine/mask/token_trie.h"

namespace lockstep::engine {

struct InsideString;

// Every answer is the automaton's. Points between two characters, away from listed texts, get a number and a
// row of what follows each ASCII byte, filled as bytes are met; where all characters beyond ASCII lead to one
// point, their bytes are followed as UTF-8 alone. For one walk: rows are not kept. Thread rules: one thread
// at a time.
class PatternWalk {
 public:
  PatternWalk(const Machine::StringSpot& spot, const TokenTrie& trie);
  // Adds to `inside`, whose words are all there. An operation a node is passed to the meter.
  void run(InsideString& inside, Meter& meter);

 private:
  static constexpr std::int32_t kDead = -1;
  static constexpr std::int32_t kUnknown = -2;
  static constexpr std::int32_t kNone = -3;  // no point has a number for it
  struct Point {
    StringState state;
    bool closes = false;
    std::int32_t beyond = kUnknown;  // after any one character beyond ASCII
    std::array<std::int32_t, 128> after{};
  };
  // Where the walk stands: a point and bytes of a character after it, or, with kNone, a state of the
  // automaton.
  struct Spot {
    std::int32_t point = kNone;
    std::uint8_t utf8 = 0;
    StringState state;  // for kNone
  };

  std::int32_t point_of(const StringState& state);
  void set_spot(Spot& spot, const StringState& state);
  bool step(const Spot& from, std::uint8_t byte, Spot& to);
  bool step_slowly(const StringState& from, std::uint8_t byte, Spot& to);
  bool step_ascii(std::int32_t from, std::uint8_t byte, Spot& to);
  bool step_beyond(const Spot& from, std::uint8_t byte, Spot& to);
  std::int32_t beyond(std::int32_t from);
  bool closes(const Spot& spot) const;

  const StringLanguage& language_;
  StringAutomaton automaton_;
  const TokenTrie& trie_;
  std::deque<Point> points_;
  std::map<StringState, std::int32_t> index_;
  std::vector<Spot> path_;  // path_[d]: after d bytes
};

}  // namespace lockstep::engine
