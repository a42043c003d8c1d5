#include "lockstep/conformance/subject/big_stack.h"

#include <pthread.h>

#include <exception>

namespace lockstep::conformance {
namespace {

struct Work {
  const std::function<void()>& function;
  std::exception_ptr thrown;
};

void* enter(void* argument) {
  Work& work = *static_cast<Work*>(argument);
  try {
    work.function();
  } catch (...) {
    work.thrown = std::current_exception();
  }
  return nullptr;
}

}  // namespace

bool run_on_stack(std::size_t bytes, const std::function<void()>& work) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return false;
  Work frame{work, nullptr};
  pthread_t thread{};
  const bool started = pthread_attr_setstacksize(&attributes, bytes) == 0 &&
                       pthread_create(&thread, &attributes, enter, &frame) == 0;
  pthread_attr_destroy(&attributes);
  if (!started) return false;
  pthread_join(thread, nullptr);
  if (frame.thrown) std::rethrow_exception(frame.thrown);
  return true;
}

}  // namespace lockstep::conformance
