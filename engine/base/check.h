// LOCKSTEP_CHECK always runs; LOCKSTEP_DCHECK runs in debug builds, which define LOCKSTEP_DEBUG
// (cmake/flags.cmake). Both are for bugs, never for bad input.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace lockstep::engine {

[[noreturn]] inline void check_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: check failed: %s\n", file, line, condition);
  std::abort();
}

}  // namespace lockstep::engine

#define LOCKSTEP_CHECK(condition) \
  ((condition) ? static_cast<void>(0) : ::lockstep::engine::check_failed(#condition, __FILE__, __LINE__))

#ifdef LOCKSTEP_DEBUG
#define LOCKSTEP_DCHECK(condition) LOCKSTEP_CHECK(condition)
#else
#define LOCKSTEP_DCHECK(condition) static_cast<void>(sizeof(!(condition)))
#endif
