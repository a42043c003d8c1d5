// What one piece of work may cost, and the one place that asks whether the caller wants it to stop.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

#include "lockstep/engine/base/cancellation.h"

namespace lockstep::engine {

// Work is charged in operations of about 10 to 100 ns each: a node of a boolean function, a keyword of a
// subschema, a state of a search. charge() throws Meter::Stop when a budget is spent or the caller asked to
// stop, so that no half-made answer is ever taken for an answer; whoever opened the budget catches it.
// A Stop never leaves the engine: who gave the meter away catches it. Thread rules: one thread at a time.
class Meter {
 public:
  // Between two looks at the cancellation: far less than a millisecond of work.
  static constexpr std::uint64_t kBetweenPolls = 4096;

  // `outer`: work is not charged to it, but it is passed there, and so its cancellation looked at.
  explicit Meter(Meter* outer = nullptr)
      : outer_(outer), between_looks_(outer != nullptr ? outer->between_looks_ : kBetweenPolls) {}
  // Limits::between_looks.
  void set_between_looks(std::uint64_t operations) { between_looks_ = operations; }

  class Budget;
  struct Stop {
    std::string_view limit;          // as error codes have it ("limit_search_steps"); empty: the caller asked
    const Budget* budget = nullptr;  // the one that ended
    bool whole = false;              // nothing can go on: the caller asked, or memory is full
  };

  // While it lives, at most so many operations more. A budget within another ends with that one too.
  class Budget {
   public:
    Budget(Meter& meter, std::uint64_t operations, std::string_view limit)
        : meter_(meter), outer_(meter.budget_), limit_(limit) {
      const std::uint64_t left = std::numeric_limits<std::uint64_t>::max() - meter.spent_;
      end_ = meter.spent_ + (operations < left ? operations : left);
      meter.budget_ = this;
    }
    ~Budget() { meter_.budget_ = outer_; }
    Budget(const Budget&) = delete;
    Budget& operator=(const Budget&) = delete;

   private:
    friend class Meter;
    Meter& meter_;
    const Budget* outer_;
    std::string_view limit_;
    std::uint64_t end_ = 0;
  };

  // Bytes kept from now on; more than the limit stops (limit_constraint_bytes).
  void hold(std::size_t bytes) { held_ += bytes; }
  std::size_t held() const { return held_; }
  void give_back(std::size_t bytes) { held_ -= bytes; }
  void set_memory_limit(std::size_t bytes) { most_held_ = bytes; }

  void set_cancellation(const Cancellation* cancellation) { cancellation_ = cancellation; }

  void charge(std::uint64_t operations = 1) {
    spent_ += operations;
    since_poll_ += operations;
    if (since_poll_ >= between_looks_) poll();
  }
  // Work that no budget pays for, as limits of its own bound it: a byte read, a step of an automaton. Only
  // the cancellation is looked at, so that no answer depends on it.
  void pass(std::uint64_t operations = 1) {
    passed_ += operations;
    if (passed_ >= between_looks_) look();
  }
  // Looks at the cancellation now.
  void look() {
    const std::uint64_t since = since_poll_ + passed_;
    if (since > widest_) widest_ = since;
    passed_ = 0;
    ++polls_;
    if (outer_ != nullptr) outer_->pass(since);
    if (cancellation_ != nullptr && cancellation_->cancelled()) throw Stop{"", nullptr, true};
  }
  // Looks at the cancellation and the budgets now.
  void poll() {
    look();
    since_poll_ = 0;
    if (held_ > most_held_) throw Stop{"limit_constraint_bytes", nullptr, true};
    for (const Budget* budget = budget_; budget != nullptr; budget = budget->outer_) {
      if (spent_ > budget->end_) throw Stop{budget->limit_, budget, false};
    }
  }

  std::uint64_t spent() const { return spent_; }
  std::uint64_t polls() const { return polls_; }
  // No more operations than that ever came between two looks at the cancellation.
  std::uint64_t widest() const { return widest_; }

 private:
  Meter* outer_;
  std::uint64_t between_looks_;
  const Cancellation* cancellation_ = nullptr;
  const Budget* budget_ = nullptr;
  std::size_t held_ = 0;
  std::size_t most_held_ = std::numeric_limits<std::size_t>::max();
  std::uint64_t spent_ = 0;
  std::uint64_t since_poll_ = 0;
  std::uint64_t passed_ = 0;
  std::uint64_t polls_ = 0;
  std::uint64_t widest_ = 0;
};

// For work that is not always measured.
inline void pass(Meter* meter, std::uint64_t operations = 1) {
  if (meter != nullptr) meter->pass(operations);
}

// Bytes that are read, copied or compared one after the other: a few operations for each kilobyte.
inline void pass_bytes(Meter* meter, std::size_t bytes) { pass(meter, 1 + bytes / 64); }

// For sort_once() (sorted.h).
struct LookAtTexts {
  Meter* meter = nullptr;
  void operator()(std::string_view a, std::string_view b) const {
    pass_bytes(meter, std::min(a.size(), b.size()));
  }
};

}  // namespace lockstep::engine
