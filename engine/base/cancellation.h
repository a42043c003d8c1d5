// A request to stop, checked by every long loop (compile, mask, walk).
#pragma once

#include <atomic>

namespace lockstep::engine {

// Thread rules: cancel() from any thread; cancelled() from any thread. Cost of a check: one relaxed load.
class Cancellation {
 public:
  void cancel() { flag_.store(true, std::memory_order_relaxed); }
  bool cancelled() const { return flag_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> flag_{false};
};

}  // namespace lockstep::engine
