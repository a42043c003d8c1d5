// Values numbered in the order of their first appearance; equal values have one number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "lockstep/engine/base/hash.h"

namespace lockstep::engine {

// `Hash` gives a std::uint64_t; numbers do not depend on it. `Hash::heap(value)` is what a value holds
// outside itself, in bytes. Number 0 is the value given at the start and is never found by intern(). Memory:
// the values and 8 bytes each. References are valid until the next intern() or release(). Thread rules: one
// thread at a time.
template <typename T, typename Hash>
class Interned {
 public:
  explicit Interned(T zero) { values_.push_back(std::move(zero)); }

  std::uint32_t intern(const T& value) {
    if (2 * values_.size() >= slots_.size()) grow();
    std::size_t slot = Hash{}(value) & (slots_.size() - 1);
    for (; slots_[slot] != 0; slot = (slot + 1) & (slots_.size() - 1)) {
      if (values_[slots_[slot]] == value) return slots_[slot];
    }
    slots_[slot] = static_cast<std::uint32_t>(values_.size());
    values_.push_back(value);
    heap_ += Hash::heap(values_.back());  // a copy may hold less than what it was made of
    return slots_[slot];
  }

  // Forgets the values from number `size` on, the last first: what linear probing did is undone by that.
  // Where most of many go, whoever waits does not wait for each: those that stay are put in again.
  void release(std::size_t size) {
    if (values_.size() <= size) return;
    const std::size_t gone = values_.size() - size;
    if (gone > size && gone > slots_.size() / 8) {
      for (std::size_t number = size; number < values_.size(); ++number) heap_ -= Hash::heap(values_[number]);
      values_.erase(values_.begin() + static_cast<std::ptrdiff_t>(size), values_.end());
      index(slots_.size());
      return;
    }
    while (values_.size() > size) {
      const auto last = static_cast<std::uint32_t>(values_.size() - 1);
      std::size_t slot = Hash{}(values_.back()) & (slots_.size() - 1);
      while (slots_[slot] != last) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = 0;
      heap_ -= Hash::heap(values_.back());
      values_.pop_back();
    }
  }

  const T& operator[](std::uint32_t number) const { return values_[number]; }
  std::size_t size() const { return values_.size(); }
  std::size_t memory_bytes() const { return values_.size() * (sizeof(T) + 8) + heap_; }

 private:
  void grow() { index(slots_.empty() ? 64 : 2 * slots_.size()); }

  void index(std::size_t slots) {
    slots_.assign(slots, 0);
    for (std::uint32_t number = 1; number < values_.size(); ++number) {
      std::size_t slot = Hash{}(values_[number]) & (slots_.size() - 1);
      while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = number;
    }
  }

  std::vector<T> values_;
  std::size_t heap_ = 0;
  std::vector<std::uint32_t> slots_;  // open addressing; 0 is a free slot
};

}  // namespace lockstep::engine
