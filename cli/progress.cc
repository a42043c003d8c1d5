// The progress line.
#include "lockstep/cli/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <utility>

namespace lockstep::cli {

std::string progress_line(const std::string& label, std::size_t done, std::size_t total, double seconds) {
  if (total == 0) return fmt::format("{}  {}", label, done);
  const std::size_t shown = std::min(done, total);
  std::string line = fmt::format("{}  {}/{}  {} %", label, shown, total, shown * 100 / total);
  if (shown == 0 || seconds < 1) return line;
  const double left = seconds / static_cast<double>(shown) * static_cast<double>(total - shown);
  const auto whole = static_cast<std::size_t>(left + 0.5);
  if (whole >= 60) return line + fmt::format("  {} min {} s left", whole / 60, whole % 60);
  return line + fmt::format("  {} s left", whole);
}

Progress::Progress(Context& context, std::string label, std::size_t total)
    : err_(context.err_is_terminal ? &context.err : nullptr), label_(std::move(label)), total_(total) {}

Progress::~Progress() {
  if (any_) *err_ << "\r\x1b[K" << std::flush;
}

void Progress::step(std::size_t cases) {
  done_ += cases;
  if (err_ == nullptr) return;
  const Clock::time_point now = Clock::now();
  if (any_ && now - shown_ < std::chrono::milliseconds(100)) return;
  any_ = true;
  shown_ = now;
  const double seconds = std::chrono::duration<double>(now - begin_).count();
  *err_ << "\r\x1b[K" << progress_line(label_, done_, total_, seconds) << std::flush;
}

}  // namespace lockstep::cli
