// Child processes: every way to end, floods in both directions, nothing left behind.
#include "lockstep/conformance/external/process.h"

#include <dirent.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <string>

namespace lockstep::conformance {
namespace {

Command shell(const std::string& script) { return {{"/bin/sh", "-c", script}, "", 0}; }

std::size_t open_descriptors() {
  std::size_t count = 0;
  DIR* folder = ::opendir("/proc/self/fd");
  while (::readdir(folder) != nullptr) ++count;
  ::closedir(folder);
  return count;
}

TEST(Process, GivesExitCodeAndBothStreams) {
  const ProcessResult result = run_process(shell("cat; echo problem >&2; exit 3"), "in\n");
  EXPECT_EQ(result.end, ProcessEnd::exited);
  EXPECT_EQ(result.code, 3);
  EXPECT_EQ(result.out, "in\n");
  EXPECT_EQ(result.err, "problem\n");
}

TEST(Process, TellsASignalFromAnExit) {
  const ProcessResult result = run_process(shell("kill -SEGV $$"), "");
  EXPECT_EQ(result.end, ProcessEnd::signalled);
  EXPECT_EQ(result.code, SIGSEGV);
  EXPECT_EQ(result.message, "signal 11 (Segmentation fault)");
}

TEST(Process, SaysThatAProgramIsNotThere) {
  const ProcessResult result = run_process({{"/no/such/program"}, "", 0}, "");
  EXPECT_EQ(result.end, ProcessEnd::not_started);
  EXPECT_EQ(result.message, "No such file or directory");
}

TEST(Process, StopsAHangAndItsGrandchildren) {
  const ProcessResult result =
      run_process(shell("sleep 300 & echo $!; wait"), "", {std::chrono::milliseconds{300}, 1U << 20U});
  EXPECT_EQ(result.end, ProcessEnd::timed_out);
  const pid_t grandchild = std::stoi(result.out);
  bool gone = false;  // a killed orphan may stay a zombie until init has reaped it: wait for either
  for (int i = 0; i < 200 && !gone; ++i) {
    gone = ::kill(grandchild, 0) != 0 && errno == ESRCH;
    if (!gone) {
      const ProcessResult state = run_process(
          {{"/bin/cat", "/proc/" + result.out.substr(0, result.out.find('\n')) + "/stat"}, "", 0}, "");
      gone = state.out.find(") Z ") != std::string::npos || state.code != 0;
    }
    ::usleep(5000);
  }
  EXPECT_TRUE(gone) << "grandchild " << grandchild << " outlived the time limit";
}

TEST(Process, DoesNotWaitForAGrandchildThatHoldsTheStreams) {
  const ProcessResult result =
      run_process(shell("sleep 300 & echo done"), "", {std::chrono::seconds{100}, 1000});
  EXPECT_EQ(result.end, ProcessEnd::exited);
  EXPECT_EQ(result.out, "done\n");
}

TEST(Process, SurvivesAFloodOfOutput) {
  const ProcessResult result = run_process(shell("yes"), "", {std::chrono::seconds{60}, 1U << 20U});
  EXPECT_EQ(result.end, ProcessEnd::output_limit);
  EXPECT_EQ(result.out.size(), (1U << 20U) + 1);
}

TEST(Process, WritesAndReadsMoreThanThePipesHold) {
  const std::string megabytes(8U << 20U, 'x');
  const ProcessResult result = run_process(shell("cat; cat /dev/null >&2"), megabytes);
  EXPECT_EQ(result.end, ProcessEnd::exited);
  EXPECT_EQ(result.out, megabytes);
}

TEST(Process, IsNotKilledByAChildThatClosesItsInput) {
  const ProcessResult result =
      run_process(shell("exec 0<&-; sleep 0.2; exit 7"), std::string(8U << 20U, 'x'));
  EXPECT_EQ(result.end, ProcessEnd::exited);
  EXPECT_EQ(result.code, 7);
}

TEST(Process, LimitsMemory) {
  Command command = {{"/usr/bin/env", "python3", "-c", "x = bytearray(600 << 20); print(len(x))"}, "", 0};
  const ProcessResult free = run_process(command, "");
  ASSERT_EQ(free.out, std::to_string(600U << 20U) + "\n");
  command.memory_bytes = 400U << 20U;
  const ProcessResult limited = run_process(command, "");
  EXPECT_NE(limited.code, 0);
  EXPECT_NE(limited.err.find("MemoryError"), std::string::npos) << limited.err;
}

TEST(Process, LeavesNoDescriptorAndNoZombie) {
  run_process(shell("true"), "");
  const std::size_t before = open_descriptors();
  for (int i = 0; i < 20; ++i) {
    run_process(shell("exit 1"), "x");
    run_process({{"/no/such/program"}, "", 0}, "");
    run_process(shell("sleep 100"), "", {std::chrono::milliseconds{1}, 10});
  }
  EXPECT_EQ(open_descriptors(), before);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST(Process, GivesAChildNoDescriptorButTheThreeStreams) {
  Child other;  // its pipes are open in this process while the next child starts
  ASSERT_EQ(other.start(shell("cat")), "");
  const ProcessResult result = run_process({{"/bin/ls", "/proc/self/fd"}, "", 0}, "");
  EXPECT_EQ(result.out, "0\n1\n2\n3\n") << "3 is the folder that ls itself reads";
}

TEST(Process, RunsInTheGivenFolder) {
  Command command = shell("pwd");
  command.directory = "/usr";
  EXPECT_EQ(run_process(command, "").out, "/usr\n");
}

}  // namespace
}  // namespace lockstep::conformance
