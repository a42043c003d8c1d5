// The process around the program: streams, terminal, SIGINT.
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <iostream>

#include "lockstep/cli/commands.h"
#include "lockstep/cli/program.h"

namespace {

std::atomic<bool> stop_asked{false};
static_assert(std::atomic<bool>::is_always_lock_free);

// The first SIGINT asks the command to stop at its next case, a second one ends the process.
void on_interrupt(int) { stop_asked.store(true, std::memory_order_relaxed); }

void watch_for_interrupt() {
  struct sigaction action{};
  action.sa_handler = on_interrupt;
  action.sa_flags = SA_RESETHAND | SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  // A reader that went away is an error of the write, not the end of the process.
  std::signal(SIGPIPE, SIG_IGN);
}

std::string own_path(const char* fallback) {
  std::string path(4096, '\0');
  const ssize_t length = readlink("/proc/self/exe", path.data(), path.size());
  if (length <= 0) return fallback;
  path.resize(static_cast<std::size_t>(length));
  return path;
}

}  // namespace

int main(int argc, char** argv) {
  watch_for_interrupt();
  std::ios::sync_with_stdio(false);
  const char* deps = std::getenv("LOCKSTEP_DEPS");
  lockstep::cli::Context context{.in = std::cin, .out = std::cout, .err = std::cerr};
  context.err_is_terminal = isatty(STDERR_FILENO) == 1;
  context.out_is_terminal = isatty(STDOUT_FILENO) == 1;
  context.program = own_path(argv[0]);
  context.deps = deps != nullptr && *deps != '\0' ? deps : LOCKSTEP_DEPS_DIR;
  context.stop = &stop_asked;
  return lockstep::cli::run_program({argv + 1, argv + argc}, context, lockstep::cli::all_commands());
}
