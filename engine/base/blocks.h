// A list that grows without moving what is in it, in blocks of memory for many: what is made in great numbers
// is given back fast, and whoever stops the work that made it does not wait for that.
#pragma once

#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

#include "lockstep/engine/base/check.h"

namespace lockstep::engine {

// References are valid as long as the list is. `kInBlock`: values in one block.
template <typename T, std::size_t kInBlock = 64>
class Blocks {
 public:
  Blocks() = default;
  Blocks(const Blocks& other) {
    for (const T& one : other) push_back(one);
  }
  Blocks& operator=(const Blocks& other) {
    Blocks copy(other);
    blocks_.swap(copy.blocks_);
    return *this;
  }
  Blocks(Blocks&&) noexcept = default;
  Blocks& operator=(Blocks&&) noexcept = default;
  ~Blocks() = default;

  template <typename... Arguments>
  T& emplace_back(Arguments&&... arguments) {
    if (blocks_.empty() || blocks_.back().size() == kInBlock) blocks_.emplace_back().reserve(kInBlock);
    return blocks_.back().emplace_back(std::forward<Arguments>(arguments)...);
  }
  void push_back(T value) { emplace_back(std::move(value)); }

  T& operator[](std::size_t index) { return blocks_[index / kInBlock][index % kInBlock]; }
  const T& operator[](std::size_t index) const { return blocks_[index / kInBlock][index % kInBlock]; }
  const T& at(std::size_t index) const {
    LOCKSTEP_CHECK(index < size());
    return (*this)[index];
  }
  std::size_t size() const {
    return blocks_.empty() ? 0 : (blocks_.size() - 1) * kInBlock + blocks_.back().size();
  }

  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using pointer = const T*;
    using reference = const T&;
    Iterator() = default;
    Iterator(const Blocks* list, std::size_t index) : list_(list), index_(index) {}
    const T& operator*() const { return (*list_)[index_]; }
    const T* operator->() const { return &(*list_)[index_]; }
    Iterator& operator++() {
      ++index_;
      return *this;
    }
    Iterator operator++(int) {
      const Iterator before = *this;
      ++index_;
      return before;
    }
    bool operator==(const Iterator&) const = default;

   private:
    const Blocks* list_ = nullptr;
    std::size_t index_ = 0;
  };
  Iterator begin() const { return {this, 0}; }
  Iterator end() const { return {this, size()}; }

 private:
  std::vector<std::vector<T>> blocks_;
};

}  // namespace lockstep::engine
