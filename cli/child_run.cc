// Child runs of the program.
#include "lockstep/cli/child_run.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>

#include <csignal>

#include "lockstep/conformance/external/process.h"

namespace lockstep::cli {
namespace {

constexpr std::size_t kOutputLimit = std::size_t{64} << 20U;
constexpr std::chrono::milliseconds kTick{200};
// How long a child may take to stop after it was asked to.
constexpr std::chrono::seconds kGrace{30};

using Clock = std::chrono::steady_clock;

// Waits a tick for output and takes what is there.
void take_output(const conformance::Child& child, ChildRun& run, bool& out_open, bool& err_open) {
  pollfd waits[2] = {{out_open ? child.out() : -1, POLLIN, 0}, {err_open ? child.err() : -1, POLLIN, 0}};
  ::poll(waits, 2, static_cast<int>(kTick.count()));
  if (waits[0].revents != 0) out_open = conformance::read_available(child.out(), run.out, kOutputLimit + 1);
  if (waits[1].revents != 0) err_open = conformance::read_available(child.err(), run.err, kOutputLimit + 1);
}

}  // namespace

ChildRun run_child(Context& context, const std::vector<std::string>& arguments,
                   std::chrono::seconds time_limit, const std::function<void()>& tick) {
  ChildRun run;
  conformance::Command command;
  command.argv = {context.program};
  command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
  conformance::Child child;
  const Clock::time_point begin = Clock::now();
  run.problem = child.start(command);
  if (!run.problem.empty()) return run;
  child.close_in();
  Clock::time_point deadline = begin + time_limit;
  bool asked_to_stop = false;
  bool out_open = true;
  bool err_open = true;
  for (bool dead = false; !dead;) {
    dead = child.exited();  // before the reading: then everything that it wrote is read
    take_output(child, run, out_open, err_open);
    tick();
    if (context.stop_requested() && !asked_to_stop) {
      asked_to_stop = true;
      ::kill(child.pid(), SIGINT);
      deadline = std::min(deadline, Clock::now() + kGrace);
    }
    if (run.out.size() > kOutputLimit || run.err.size() > kOutputLimit) {
      run.problem = fmt::format("more than {} bytes of output", kOutputLimit);
    } else if (!dead && Clock::now() >= deadline) {
      run.problem = "no end within its time";
    }
    if (!run.problem.empty()) break;
  }
  const int status = child.kill_and_reap();
  run.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  if (!run.problem.empty()) return run;
  if (WIFEXITED(status)) {
    run.exit = WEXITSTATUS(status);
  } else {
    run.problem = conformance::describe_status(status);
  }
  return run;
}

}  // namespace lockstep::cli
