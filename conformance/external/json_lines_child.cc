// The conversation with a long-lived child: writes and reads interleave, so that neither side can block the
// other.
#include "lockstep/conformance/external/json_lines_child.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <utility>

namespace lockstep::conformance {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t kErrorTail = 4096;
constexpr int kDyingTicks = 50;  // of 10 ms

// The last line that is not blank, for messages.
std::string last_line(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.remove_suffix(1);
  const std::size_t newline = text.rfind('\n');
  if (newline != std::string_view::npos) text.remove_prefix(newline + 1);
  return std::string(text.substr(0, 500));
}

// Keeps the tail of a stream that is read only for messages.
bool drain(int descriptor, std::string& tail) {
  std::string more;
  const bool open = read_available(descriptor, more, std::size_t{1} << 20U);
  tail += more;
  if (tail.size() > kErrorTail) tail.erase(0, tail.size() - kErrorTail);
  return open;
}

}  // namespace

JsonLinesChild::JsonLinesChild(Command command, JsonLinesOptions options)
    : command_(std::move(command)), options_(options) {}

Asked JsonLinesChild::failed(AskEnd end, std::string message) {
  // A child that has just closed its streams is still on its way out: how it ends belongs into the message.
  for (int i = 0; end == AskEnd::crashed && i < kDyingTicks && !child_.exited(); ++i) ::poll(nullptr, 0, 10);
  if (child_.running()) drain(child_.err(), err_);
  const bool was_running = child_.running();
  const bool died_alone = child_.exited();
  const int status = child_.kill_and_reap();
  if (was_running && died_alone) message += ": " + describe_status(status);
  const std::string line = last_line(err_);
  if (!line.empty()) message += "; " + line;
  out_.clear();
  err_.clear();
  Asked asked;
  asked.end = end;
  asked.message = std::move(message);
  return asked;
}

void JsonLinesChild::stop() {
  child_.kill_and_reap();
  out_.clear();
  err_.clear();
}

Asked JsonLinesChild::ask(nlohmann::json request) {
  const std::uint64_t id = next_id_++;
  request["id"] = id;
  if (!child_.running() || child_.exited()) {
    out_.clear();
    err_.clear();
    const std::string why = child_.start(command_);
    if (!why.empty()) return failed(AskEnd::not_started, command_.argv.front() + ": " + why);
    ++starts_;
  }
  return converse(request.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace) + "\n", id);
}

Asked JsonLinesChild::converse(const std::string& line, std::uint64_t id) {
  std::string_view rest = line;
  std::size_t scanned = 0;
  bool err_open = true;
  const auto deadline = Clock::now() + options_.time;
  while (true) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0)
      return failed(AskEnd::hung, "no answer within " + std::to_string(options_.time.count()) + " ms");
    std::array<pollfd, 3> fds{pollfd{rest.empty() ? -1 : child_.in(), POLLOUT, 0},
                              pollfd{child_.out(), POLLIN, 0},
                              pollfd{err_open ? child_.err() : -1, POLLIN, 0}};
    // The tick bounds how late the death of a child is seen whose streams a grandchild keeps open.
    const int ready = ::poll(fds.data(), fds.size(), static_cast<int>(std::min<std::int64_t>(left, 50)));
    if (ready < 0 && errno != EINTR) return failed(AskEnd::protocol_error, "poll failed");
    if (ready == 0 && child_.exited()) return failed(AskEnd::crashed, "the process died");
    if (ready <= 0) continue;
    if (fds[2].revents != 0) err_open = drain(child_.err(), err_);
    bool closed = false;
    if (fds[0].revents != 0) {
      const ssize_t n = ::send(child_.in(), rest.data(), rest.size(), MSG_NOSIGNAL);
      if (n > 0) rest.remove_prefix(static_cast<std::size_t>(n));
      closed = n < 0 && errno != EAGAIN && errno != EINTR;
    }
    // What it said before it closed its input tells more than that it did.
    if (fds[1].revents == 0 && !closed) continue;
    const bool open = read_available(child_.out(), out_, options_.line_bytes + 1);
    const std::size_t newline = out_.find('\n', scanned);
    if (newline == std::string::npos) {
      scanned = out_.size();
      if (out_.size() > options_.line_bytes)
        return failed(AskEnd::protocol_error, "a reply line is too long");
      if (closed) return failed(AskEnd::crashed, "the process closed its input");
      if (!open) return failed(AskEnd::crashed, "the process closed its output");
      continue;
    }
    Asked asked;
    asked.reply = nlohmann::json::parse(out_.substr(0, newline), nullptr, false);
    if (!asked.reply.is_object() || !asked.reply.contains("id") || asked.reply["id"] != id) {
      return failed(AskEnd::protocol_error,
                    "no reply to request " + std::to_string(id) + ": " + out_.substr(0, 200));
    }
    out_.erase(0, newline + 1);
    asked.end = AskEnd::answered;
    return asked;
  }
}

}  // namespace lockstep::conformance
