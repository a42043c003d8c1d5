// Child processes that cannot hurt the harness: a process group of its own, limits on time, memory and
// output, and a death that is always told apart: exit, signal, time limit, output limit. Nothing is inherited
// but the three streams.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::conformance {

struct Command {
  std::vector<std::string> argv;  // argv[0] is a path, or a name looked up in PATH
  std::string directory;          // working directory; "" is the caller's
  std::size_t memory_bytes = 0;   // RLIMIT_AS; 0 is no limit (Node reserves far more than it uses: give it
                                  // --max-old-space-size instead)
};

// A running child with non-blocking pipes. Its standard input is a socket, so that writing to a dead child is
// an error and never a SIGPIPE. Thread rules: one thread at a time. Not copyable; the destructor kills the
// group and reaps.
class Child {
 public:
  Child() = default;
  ~Child() { kill_and_reap(); }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // Starts the command; "" when it runs, else why not ("No such file or directory").
  std::string start(const Command& command);

  bool running() const { return pid_ > 0; }
  pid_t pid() const { return pid_; }
  int in() const { return in_; }    // write end, -1 once closed
  int out() const { return out_; }  // read end of standard output
  int err() const { return err_; }  // read end of standard error
  void close_in();

  bool exited() const;  // true once the child itself is dead, even while a grandchild holds its streams

  // SIGKILL to the whole group, then waits. The wait status, as from waitpid; -1 when there was no child.
  int kill_and_reap();

 private:
  pid_t pid_ = -1;
  int in_ = -1;
  int out_ = -1;
  int err_ = -1;
};

// Reads what is there, at most until `text` holds `limit` bytes. False at end of file or on an error.
bool read_available(int descriptor, std::string& text, std::size_t limit);

// How a wait status reads: "exit 3", "signal 11 (Segmentation fault)".
std::string describe_status(int status);

enum class ProcessEnd { exited, signalled, timed_out, output_limit, not_started };

struct ProcessResult {
  ProcessEnd end = ProcessEnd::not_started;
  int code = -1;        // exit code, or the signal's number
  std::string out;      // standard output
  std::string err;      // standard error
  std::string message;  // for a person, when end is not exited
};

struct ProcessLimits {
  std::chrono::milliseconds time{10'000};
  std::size_t output_bytes = std::size_t{64} << 20U;  // of standard output and of standard error, each
};

// Runs a command to its end with `input` on its standard input. Reads both streams while it writes, so
// neither side can block the other. Afterwards no process of its group is left.
ProcessResult run_process(const Command& command, std::string_view input, const ProcessLimits& limits = {});

}  // namespace lockstep::conformance
