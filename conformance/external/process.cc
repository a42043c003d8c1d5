// Child processes by posix_spawn: no code of ours runs between fork and exec, so any thread may start one.
#include "lockstep/conformance/external/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

extern char** environ;

namespace lockstep::conformance {
namespace {

using Clock = std::chrono::steady_clock;

void close_descriptor(int& descriptor) {
  if (descriptor >= 0) ::close(descriptor);
  descriptor = -1;
}

void set_non_blocking(int descriptor) {
  ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

// The three streams: [0] is ours, [1] the child's. All close on exec.
struct Streams {
  std::array<int, 2> in{-1, -1};
  std::array<int, 2> out{-1, -1};
  std::array<int, 2> err{-1, -1};

  bool open() {
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in.data()) != 0) return false;
    if (::pipe2(out.data(), O_CLOEXEC) != 0) return false;
    return ::pipe2(err.data(), O_CLOEXEC) == 0;
  }
  void close_all() {
    for (auto* pair : {&in, &out, &err}) {
      for (int& descriptor : *pair) close_descriptor(descriptor);
    }
  }
};

// Spawn attributes: its own process group, default signal handling, an empty signal mask.
int spawn(const Command& command, const Streams& streams, pid_t& pid) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, streams.in[1], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, streams.out[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, streams.err[1], STDERR_FILENO);
  posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
  if (!command.directory.empty()) posix_spawn_file_actions_addchdir_np(&actions, command.directory.c_str());

  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigset_t defaults;
  sigemptyset(&none);
  sigemptyset(&defaults);
  for (const int number : {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGCHLD}) sigaddset(&defaults, number);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

  std::vector<char*> argv;
  for (const std::string& word : command.argv) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  const int error = posix_spawnp(&pid, argv[0], &actions, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

// One end of the conversation of run_process: what is still to be written and what was read.
struct Exchange {
  std::string_view input;
  bool out_open = true;
  bool err_open = true;

  void write_some(Child& child) {
    const ssize_t n = ::send(child.in(), input.data(), input.size(), MSG_NOSIGNAL);
    if (n > 0) input.remove_prefix(static_cast<std::size_t>(n));
    const bool broken = n < 0 && errno != EAGAIN && errno != EINTR;
    if (broken || input.empty()) child.close_in();
  }

  // Waits for at most `wait` and moves what can be moved.
  void step(Child& child, ProcessResult& result, std::size_t limit, std::chrono::milliseconds wait) {
    std::array<pollfd, 3> fds{pollfd{child.in(), POLLOUT, 0}, pollfd{out_open ? child.out() : -1, POLLIN, 0},
                              pollfd{err_open ? child.err() : -1, POLLIN, 0}};
    if (::poll(fds.data(), fds.size(), static_cast<int>(wait.count())) <= 0) return;
    if (fds[0].revents != 0) write_some(child);
    if (fds[1].revents != 0) out_open = read_available(child.out(), result.out, limit);
    if (fds[2].revents != 0) err_open = read_available(child.err(), result.err, limit);
  }
};

}  // namespace

std::string Child::start(const Command& command) {
  kill_and_reap();
  if (command.argv.empty()) return "empty command";
  Streams streams;
  if (!streams.open()) {
    const std::string why = std::strerror(errno);
    streams.close_all();
    return why;
  }
  const int error = spawn(command, streams, pid_);
  if (error != 0) {
    pid_ = -1;
    streams.close_all();
    return std::strerror(error);
  }
  if (command.memory_bytes != 0) {
    const rlimit limit{command.memory_bytes, command.memory_bytes};
    ::prlimit(pid_, RLIMIT_AS, &limit, nullptr);
  }
  in_ = std::exchange(streams.in[0], -1);
  out_ = std::exchange(streams.out[0], -1);
  err_ = std::exchange(streams.err[0], -1);
  streams.close_all();
  for (const int descriptor : {in_, out_, err_}) set_non_blocking(descriptor);
  return {};
}

void Child::close_in() { close_descriptor(in_); }

bool Child::exited() const {
  if (pid_ <= 0) return true;
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == pid_;
}

int Child::kill_and_reap() {
  close_descriptor(in_);
  close_descriptor(out_);
  close_descriptor(err_);
  if (pid_ <= 0) return -1;
  ::kill(-pid_, SIGKILL);  // before reaping, so that the group's number cannot have been given away
  int status = -1;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  return status;
}

bool read_available(int descriptor, std::string& text, std::size_t limit) {
  std::array<char, 65536> buffer;
  while (text.size() < limit) {
    const ssize_t n = ::read(descriptor, buffer.data(), std::min(buffer.size(), limit - text.size()));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno == EAGAIN;
    if (n == 0) return false;
    text.append(buffer.data(), static_cast<std::size_t>(n));
  }
  return true;
}

std::string describe_status(int status) {
  if (WIFEXITED(status)) return "exit " + std::to_string(WEXITSTATUS(status));
  if (WIFSIGNALED(status)) {
    return "signal " + std::to_string(WTERMSIG(status)) + " (" + ::strsignal(WTERMSIG(status)) + ")";
  }
  return "status " + std::to_string(status);
}

ProcessResult run_process(const Command& command, std::string_view input, const ProcessLimits& limits) {
  ProcessResult result;
  Child child;
  result.message = child.start(command);
  if (!result.message.empty()) return result;
  const auto deadline = Clock::now() + limits.time;
  constexpr std::chrono::milliseconds kTick{20};
  Exchange exchange{input};
  if (input.empty()) child.close_in();
  while (exchange.out_open || exchange.err_open) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
    const bool dead = child.exited();
    exchange.step(child, result, limits.output_bytes + 1,
                  std::clamp(left, std::chrono::milliseconds{0}, kTick));
    if (result.out.size() > limits.output_bytes || result.err.size() > limits.output_bytes) {
      child.kill_and_reap();
      result.end = ProcessEnd::output_limit;
      result.message = "more than " + std::to_string(limits.output_bytes) + " bytes of output";
      return result;
    }
    if (dead) break;  // everything that it wrote before its death has been read; a grandchild does not count
    if (left.count() <= 0) {
      child.kill_and_reap();
      result.end = ProcessEnd::timed_out;
      result.message = "no end within " + std::to_string(limits.time.count()) + " ms";
      return result;
    }
  }
  while (!child.exited()) {  // closed both streams, yet lives
    if (Clock::now() >= deadline) {
      child.kill_and_reap();
      result.end = ProcessEnd::timed_out;
      result.message = "no end within " + std::to_string(limits.time.count()) + " ms";
      return result;
    }
    ::poll(nullptr, 0, 1);
  }
  const int status = child.kill_and_reap();
  result.end = WIFSIGNALED(status) ? ProcessEnd::signalled : ProcessEnd::exited;
  result.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  if (result.end == ProcessEnd::signalled) result.message = describe_status(status);
  return result;
}

}  // namespace lockstep::conformance
