// Can a value still be completed? The least fixpoint over slots that keeps every state of the machine
// finishable.
//
// A question is (obligations, goal): is there a value whose vector of satisfied obligations makes the goal
// true? Truth and falsity are both in the vector, so the answer is monotone in depth even under negation and
// a least fixpoint is legal. A yes is final at once; a no found while an enclosing question is open is
// provisional until a whole round finds no new yes.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "lockstep/engine/base/cancellation.h"
#include "lockstep/engine/base/limits.h"
#include "lockstep/engine/lexical/number_language.h"
#include "lockstep/engine/lexical/string_language.h"
#include "lockstep/engine/machine/container.h"
#include "lockstep/engine/machine/key_order.h"
#include "lockstep/engine/machine/scalars.h"

namespace lockstep::engine {

// A text with holes: pieces of text, and slots to be filled with some value that satisfies them.
struct Plan {
  struct Piece {
    std::string text;
    std::optional<std::uint32_t> slot;
  };
  std::vector<Piece> pieces;
};

// Thread rules: one thread at a time.
class Satisfiability {
 public:
  Satisfiability(Booleans& booleans, Containers& containers, Scalars& scalars, KeyOrders& orders,
                 const Policy& policy, const Limits& limits);

  // Interned (obligations, goal, applied schemas).
  using Slot = std::uint32_t;
  Slot slot(const std::vector<Obligation>& obligations, Function goal, std::uint32_t applied);
  const std::vector<Obligation>& obligations(Slot slot) const { return slots_[slot].obligations; }
  Function goal(Slot slot) const { return slots_[slot].goal; }

  bool satisfiable(Slot slot);
  bool finishable(const ContainerState& state);

  const StringLanguage& strings(Slot slot);
  const NumberLanguage& numbers(Slot slot);
  bool allows_literal(Slot slot, Literal literal);
  ContainerState opened(Slot slot, ContainerType type);

  // The slot of a child at `key`: its obligations and the vectors after which the container can still be
  // finished.
  Slot child_slot(const ContainerState& state, const Key& key);
  // May a child at `key` begin: is there a value for it after which the container can be finished?
  bool child_possible(const ContainerState& state, const Key& key) {
    return satisfiable(child_slot(state, key));
  }

  // Is `name` one that may still come, as far as its order goes? `declared` as the state has it.
  bool available(const ContainerState& state, const std::string& name) const;
  // The state with its place in the order moved past `key`.
  void pass_order(ContainerState& state, const Key& key) const;

  // Some value of a satisfiable slot; some rest of a finishable container, closing bracket included.
  std::string value_of(Slot slot);
  std::string rest_of(const ContainerState& state);

  std::uint64_t questions() const { return questions_; }
  std::uint64_t largest_question() const { return largest_; }
  // Steps that the questions so far took; a compile compares them with its budget.
  std::uint64_t steps() const { return steps_; }
  // Did a question run into Limits::search_depth? Its "no" was for that once and is not remembered.
  std::uint64_t overruns() const { return overruns_; }
  // The same for questions about the strings of patterns.
  std::uint64_t pattern_overruns() const;
  void set_cancellation(const Cancellation* cancellation) { cancellation_ = cancellation; }
  bool cancelled() const { return cancellation_ != nullptr && cancellation_->cancelled(); }

 private:
  enum class Known : std::uint8_t { no, yes, open };
  struct SlotData {
    std::vector<Obligation> obligations;
    Function goal = kTrue;
    std::uint32_t applied = 0;
    Known known = Known::open;
    Plan plan;  // where known is yes
    std::unique_ptr<StringLanguage> strings;
    std::unique_ptr<NumberLanguage> numbers;
  };
  struct Walk;

  bool ask(Slot slot);  // within a round
  bool ask_finishable(const ContainerState& state, Plan* plan);
  bool object_finishable(const ContainerState& state, Plan* plan);
  bool array_finishable(const ContainerState& state, Plan* plan);
  bool object_from(Walk& walk, std::size_t place, Function goal);
  bool scalar_of(Slot slot, Plan& plan);
  std::string expand(const Plan& plan, std::size_t depth);
  std::string fresh_name(const ContainerState& state, std::set<std::string>& used) const;
  template <typename Question>
  bool settle(const Question& question);

  Booleans& booleans_;
  Containers& containers_;
  Scalars& scalars_;
  KeyOrders& orders_;
  Policy policy_;
  Limits limits_;
  const Cancellation* cancellation_ = nullptr;
  std::vector<SlotData> slots_;
  std::map<std::tuple<std::vector<Obligation>, Function, std::uint32_t>, Slot> slot_index_;
  std::map<ContainerState, std::pair<Known, Plan>> finishable_;  // reports left out of the key
  std::map<std::tuple<ContainerState, std::string, bool>, Slot> child_slots_;
  std::set<Slot> round_slots_;  // asked in this round, no yes yet
  std::set<ContainerState> round_states_;
  bool in_round_ = false;
  bool new_yes_ = false;
  std::size_t depth_ = 0;
  bool overrun_ = false;
  std::uint64_t questions_ = 0;
  std::uint64_t steps_ = 0;
  std::uint64_t largest_ = 0;
  std::uint64_t overruns_ = 0;
};

}  // namespace lockstep::engine
