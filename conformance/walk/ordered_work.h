// Work that threads do in any order and one of them takes over in the order in which it was claimed.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace lockstep::conformance {

// claim(): the next task, nullopt when there are no more. work(task): done outside the lock. take(task,
// result): false when no more results are wanted; those that are done already are dropped then. claim and
// take are called by one thread at a time. So what take sees does not depend on the number of threads, if
// work depends on its task alone. An exception of any of them ends the work and is thrown again here. Cost:
// at most `threads` * 8 results wait for an earlier one.
template <typename Task, typename Done, typename Claim, typename Work, typename Take>
void do_in_order(std::size_t threads, const Claim& claim, const Work& work, const Take& take) {
  std::mutex lock;
  std::condition_variable taken;
  std::map<std::size_t, std::pair<Task, Done>> waiting;
  std::size_t claimed = 0;
  std::size_t next = 0;  // to be taken
  bool over = false;
  std::exception_ptr failure;
  const auto run = [&] {
    std::unique_lock<std::mutex> guard(lock);
    try {
      for (;;) {
        taken.wait(guard, [&] { return over || claimed < next + threads * 8; });
        if (over) return;
        std::optional<Task> task = claim();
        if (!task) return;
        const std::size_t number = claimed++;
        guard.unlock();
        Done done = work(*task);
        guard.lock();
        waiting.emplace(number, std::pair<Task, Done>(std::move(*task), std::move(done)));
        for (auto first = waiting.begin(); !over && first != waiting.end() && first->first == next;
             first = waiting.begin()) {
          over = !take(first->second.first, std::move(first->second.second));
          waiting.erase(first);
          ++next;
        }
        taken.notify_all();
      }
    } catch (...) {
      if (!guard.owns_lock()) guard.lock();
      if (!failure) failure = std::current_exception();
      over = true;
      taken.notify_all();
    }
  };
  std::vector<std::thread> others;
  for (std::size_t i = 1; i < threads; ++i) others.emplace_back(run);
  run();
  for (std::thread& other : others) other.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace lockstep::conformance
