// A request to stop, checked by every long loop (compile, mask, walk).
#pragma once

#include <atomic>
#include <cstdint>

namespace lockstep::engine {

// Thread rules: cancel() and cancel_after() from any thread; cancelled() from any thread. Cost of a look: one
// relaxed load.
class Cancellation {
 public:
  void cancel() { looks_left_.store(0, std::memory_order_relaxed); }
  // As if cancel() were called just before the look after so many more: the same moment in every run, so that
  // a test can stop a loop at each of its looks.
  void cancel_after(std::uint64_t looks) { looks_left_.store(looks, std::memory_order_relaxed); }
  // A look.
  bool cancelled() const {
    const std::uint64_t left = looks_left_.load(std::memory_order_relaxed);
    return left != kNever && (left == 0 || count_down());
  }
  // Looks that are left of those given to cancel_after().
  std::uint64_t looks_left() const { return looks_left_.load(std::memory_order_relaxed); }

 private:
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};
  // Not below 0 when several threads look.
  bool count_down() const {
    std::uint64_t left = looks_left_.load(std::memory_order_relaxed);
    while (left != 0 && left != kNever &&
           !looks_left_.compare_exchange_weak(left, left - 1, std::memory_order_relaxed)) {
    }
    return left == 0;
  }

  mutable std::atomic<std::uint64_t> looks_left_{kNever};
};

}  // namespace lockstep::engine
