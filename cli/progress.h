// The progress line: on a terminal only, on standard error, gone when the work is done.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "lockstep/cli/command.h"

namespace lockstep::cli {

// "conform  1200/4800  25 %  2 min 5 s left"; without an end while nothing is known. `total` 0: not known.
std::string progress_line(const std::string& label, std::size_t done, std::size_t total, double seconds);

// Writes at most ten times a second; nothing at all into a pipe or a file. Thread rules: one thread at a
// time.
class Progress {
 public:
  Progress(Context& context, std::string label, std::size_t total);
  ~Progress();  // clears the line
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void step(std::size_t cases = 1);

 private:
  using Clock = std::chrono::steady_clock;
  std::ostream* err_;  // null where it is no terminal
  std::string label_;
  std::size_t total_;
  std::size_t done_ = 0;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point shown_;
  bool any_ = false;
};

}  // namespace lockstep::cli
