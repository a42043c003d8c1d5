// The byte machine of one constraint: a lazily grown deterministic stack machine whose every state can be
// finished. Theory and rules: JSON is a visibly pushdown language; frames are hash-consed, so a state is one
// number.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "lockstep/engine/base/cancellation.h"
#include "lockstep/engine/base/limits.h"
#include "lockstep/engine/base/meter.h"
#include "lockstep/engine/lexical/string_automaton.h"
#include "lockstep/engine/machine/answers.h"
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
  // A way to the end: bytes that lead to a state that can stop, all of them allowed. Short, but not always
  // the shortest; asked again after some of them, it may say another way. Never fails for a live state while
  // the memory limits are lifted, whatever the budgets are.
  virtual std::string finish(StateId state) = 0;
  // The subschemas that the byte at this state is judged by, for explain: JSON pointers, a sentence each.
  virtual std::string describe(StateId state) = 0;

  // Inside a string or a name, between its quotes: the automaton that alone decides up to the closing quote,
  // and where it stands. A quote that it lets close the string is the machine's own business.
  struct StringSpot {
    const StringLanguage* language = nullptr;
    Escapes escapes = Escapes::json;
    StringState state;
    std::shared_ptr<const void> owner{};  // keeps the language, where the machine may drop it
    // Where it is set: whatever text this string is closed with, save those that the language lists and those
    // that go on by one of `apart`, the futures behind the quote are equal, of a name up to the next name of
    // the same object. Equal numbers: the same futures, as long as the state of the spot is one.
    std::optional<std::array<std::uint32_t, 4>> closed{};
    bool name = false;
    std::vector<std::string> apart{};  // decoded
  };
  // nullopt: the state is not inside a string. For mask walks: no state is interned for the bytes of a
  // string. Valid until the next call.
  virtual std::optional<StringSpot> in_string(StateId state) = 0;
  // Where `closed` is set: a state with those futures.
  virtual StateId after_quote(StateId state) = 0;

  // A call that cannot be answered gives the answer of a dead state (kDeadState, false, nothing) and leaves
  // here why: "cancelled", "limit_constraint_bytes", "limit_states". Who sees a dead state looks here before
  // taking it for one; until resume() every call is answered so. Empty: nothing happened.
  virtual std::string_view interrupted() const = 0;
  virtual void resume() = 0;
  // Memory without limit, for calls that need little of it and must not fail: the way out of a text.
  virtual void lift_memory_limits(bool lifted) = 0;
  // Looked at by every long loop of the calls that follow; nullptr: none.
  virtual void set_cancellation(const Cancellation* cancellation) = 0;
  // Work of the caller's over languages of this machine (in_string), which charges this meter: a Stop ends it
  // and interrupts the machine, as one within a call does.
  virtual void metered(const std::function<void(Meter&)>& work) = 0;

  // What is interned after a mark can be given back: those states are none any more. What was found out
  // about the schema meanwhile is kept, what holds for their texts alone is not, and the answers stay the
  // same: what a limit refused since is kept too.
  struct Mark {
    std::size_t states = 0, frames = 0, texts = 0, numbers = 0, names = 0, used = 0;
    AnswersMark answers;
  };
  virtual Mark mark() const = 0;
  virtual void release(const Mark& mark) = 0;
  // Estimated memory of everything but the schema's text, in bytes (Limits::constraint_bytes).
  virtual std::size_t memory_bytes() const = 0;

  struct Counters {
    std::uint64_t states = 0;     // frames interned
    std::uint64_t questions = 0;  // satisfiability questions asked
    std::uint64_t overruns = 0;   // events answered "no" by budget: counted as `limit`
    std::uint64_t largest_question = 0;
  };
  virtual Counters counters() const = 0;
};

// How far a machine goes on with some bytes, and where it stands then.
struct Reading {
  std::size_t taken = 0;
  StateId state = kDeadState;  // after the bytes taken
};
Reading read(Machine& machine, StateId from, std::string_view bytes);

}  // namespace lockstep::engine
