// Sequences of words numbered in the order of their first appearance; equal sequences have one number.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lockstep/engine/base/hash.h"

namespace lockstep::engine {

// One block of memory for all of them, so that a million are given back at once: whoever stops the work that
// made them does not wait for it. Number 0 is the empty sequence and is never found. Spans are valid until
// the next add(). Thread rules: one thread at a time.
class InternedWords {
 public:
  InternedWords() : ends_{0} {}

  // 0: not there.
  std::uint32_t find(std::span<const std::uint32_t> words) const {
    if (slots_.empty()) return 0;
    return slots_[slot_of(words)];
  }

  // Of a sequence that is not there yet.
  std::uint32_t add(std::span<const std::uint32_t> words) {
    if (2 * ends_.size() >= slots_.size()) grow();
    const auto number = static_cast<std::uint32_t>(ends_.size());
    slots_[slot_of(words)] = number;
    words_.insert(words_.end(), words.begin(), words.end());
    ends_.push_back(words_.size());
    return number;
  }

  std::span<const std::uint32_t> operator[](std::uint32_t number) const {
    const std::size_t begin = number == 0 ? 0 : ends_[number - 1];
    return {words_.data() + begin, ends_[number] - begin};
  }
  std::size_t size() const { return ends_.size(); }

 private:
  // Where the sequence is, or the free slot for it.
  std::size_t slot_of(std::span<const std::uint32_t> words) const {
    std::uint64_t hash = words.size();
    for (const std::uint32_t word : words) hash = mixed(hash, word);
    std::size_t slot = hash & (slots_.size() - 1);
    while (slots_[slot] != 0 && !std::ranges::equal((*this)[slots_[slot]], words))
      slot = (slot + 1) & (slots_.size() - 1);
    return slot;
  }

  void grow() {
    slots_.assign(slots_.empty() ? 64 : 2 * slots_.size(), 0);
    for (std::uint32_t number = 1; number < ends_.size(); ++number) slots_[slot_of((*this)[number])] = number;
  }

  std::vector<std::uint32_t> words_;
  std::vector<std::size_t> ends_;     // by number
  std::vector<std::uint32_t> slots_;  // open addressing; 0 is a free slot
};

}  // namespace lockstep::engine
