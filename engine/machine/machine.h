// The byte machine of one constraint: a lazily grown deterministic stack machine whose every state can be
// finished. Theory and rules: JSON is a visibly pushdown language; frames are hash-consed, so a state is one
// number.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "lockstep/engine/base/cancellation.h"
#include "lockstep/engine/base/limits.h"
#include "lockstep/engine/lexical/string_automaton.h"
#include "lockstep/engine/policy/policy.h"
#include "lockstep/engine/schema/schema.h"

namespace lockstep::engine {

using StateId = std::uint32_t;
inline constexpr StateId kDeadState = 0;

// Thread rules: one thread at a time (engine/session guards it). States are numbers that stay valid for the
// machine's life; equal numbers mean equal futures.
class Machine {
 public:
  // Asks the root and every named slot of every start state under the budget, so that nothing the schema's
  // text decides is left for later. Faults: empty (pointers of an irreducible conflict), limit (names the
  // limit), cancelled.
  static std::variant<std::unique_ptr<Machine>, CompileFault> create(std::shared_ptr<const Schema> schema,
                                                                     const Policy& policy,
                                                                     const Limits& limits,
                                                                     const Cancellation* cancellation);
  virtual ~Machine() = default;

  virtual StateId start() const = 0;
  // The state after one more byte, or kDeadState when no text of the language continues so.
  virtual StateId step(StateId state, std::uint8_t byte) = 0;
  // Is the text so far a complete text of the language?
  virtual bool can_stop(StateId state) = 0;
  // A shortest-effort completion from here: bytes that lead to a state that can stop. Never fails for a live
  // state.
  virtual std::string finish(StateId state) = 0;
  // The subschemas that the byte at this state is judged by, for explain: JSON pointers, a sentence each.
  virtual std::string describe(StateId state) = 0;

  // Inside a string or a name, between its quotes: the automaton that alone decides up to the closing quote,
  // and where it stands. A quote that it lets close the string is the machine's own business. The language
  // lives as long as the machine.
  struct StringSpot {
    const StringLanguage* language = nullptr;
    Escapes escapes = Escapes::json;
    StringState state;
  };
  // nullopt: the state is not inside a string. For mask walks: no state is interned for the bytes of a
  // string.
  virtual std::optional<StringSpot> in_string(StateId state) = 0;

  struct Counters {
    std::uint64_t states = 0;     // frames interned
    std::uint64_t questions = 0;  // satisfiability questions asked
    std::uint64_t overruns = 0;   // answered "no" by budget: counted as `limit`
    std::uint64_t largest_question = 0;
  };
  virtual Counters counters() const = 0;
};

}  // namespace lockstep::engine
