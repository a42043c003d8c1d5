// Runs work on a thread with a stack of a given size, for recursive code over deep documents.
#pragma once

#include <cstddef>
#include <functional>

namespace lockstep::conformance {

// Calls `work` once on a fresh thread and waits. False, without having called it, when no such thread can be
// made. An exception of `work` is thrown again here. Cost: one thread; the stack is mapped, and used only as
// far as touched.
[[nodiscard]] bool run_on_stack(std::size_t bytes, const std::function<void()>& work);

}  // namespace lockstep::conformance
