// Values with a verdict of their own: under `uniqueItems` the items that came before.
#pragma once

#include <compare>
#include <cstddef>
#include <utility>
#include <vector>

#include "lockstep/engine/base/boolean.h"
#include "lockstep/engine/machine/values.h"

namespace lockstep::engine {

// A value, and what must come true for it instead of the goal.
using Exception = std::pair<ValueId, Function>;

// The exceptions of a slot, where one value is due. Thread rules: a plain value.
struct Table {
  ListId base = 0;  // each of these values has the goal `base_goal`
  Function base_goal = kFalse;
  std::vector<Exception> own;  // sorted; they come first

  bool empty() const { return base == 0 && own.empty(); }
  auto operator<=>(const Table&) const = default;
};

// Those of an open container that begin as it does: what is left of each, and its goal, a function of the
// container's atoms.
struct Exceptions {
  ListId base = 0;  // before the first member: those of a slot, of whatever kind they are
  Function base_goal = kFalse;
  bool array = false;
  std::vector<Exception> left;  // sorted
  bool operator==(const Exceptions&) const = default;
};

struct ExceptionsHash {
  std::uint64_t operator()(const Exceptions& exceptions) const {
    std::uint64_t hash = mixed(exceptions.base, exceptions.base_goal);
    hash = mixed(hash, exceptions.array ? 1U : 0U);
    for (const auto& [value, goal] : exceptions.left) hash = mixed(hash, std::uint64_t{value} << 32U | goal);
    return hash;
  }
  static std::size_t heap(const Exceptions& exceptions) {
    return exceptions.left.capacity() * sizeof(Exception);
  }
};

}  // namespace lockstep::engine
