#include "lockstep/adversarial/conversation.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "lockstep/conformance/walk/process_walk_subject.h"

namespace lockstep::adversarial {

using conformance::AskEnd;
using conformance::Verdict;
using nlohmann::json;

Conversation::Conversation(const std::string& command_line, const CaseLimits& limits, bool limit_memory)
    : limits_(limits),
      limit_memory_(limit_memory),
      deadline_(std::chrono::steady_clock::now() + std::chrono::seconds(limits.seconds)),
      child_(conformance::shell_command(command_line, limit_memory ? limits.mib << 20U : 0),
             {.time = std::chrono::seconds(limits.seconds)}) {}

json Conversation::fail(Verdict verdict, std::string message) {
  if (!trouble_) trouble_ = conformance::Trouble{verdict, std::move(message)};
  return nullptr;
}

json Conversation::not_understood(const json& reply) {
  return fail(Verdict::inconsistent,
              "a reply that the protocol does not know: " +
                  reply.dump(-1, ' ', true, json::error_handler_t::replace).substr(0, 300));
}

json Conversation::ask(const json& request) {
  if (trouble_) return nullptr;
  const auto left =
      std::chrono::duration_cast<std::chrono::milliseconds>(deadline_ - std::chrono::steady_clock::now());
  const std::string no_end = fmt::format("no end within {} s", limits_.seconds);
  if (left.count() <= 0) return fail(Verdict::hang, no_end);
  const std::size_t before = child_.starts();
  child_.set_time(left);
  conformance::Asked asked = child_.ask(request);
  const std::string memory =
      limit_memory_ ? fmt::format(" (address space limited to {} MiB)", limits_.mib) : "";
  switch (asked.end) {
    case AskEnd::answered:
      if (before > 0 && child_.starts() != before)
        return fail(Verdict::crash, "the process died between two requests" + memory);
      return asked.reply;
    case AskEnd::hung:
      return fail(Verdict::hang, no_end);
    case AskEnd::protocol_error:
      return fail(Verdict::inconsistent, asked.message);
    case AskEnd::crashed:
    case AskEnd::not_started:
      break;
  }
  return fail(Verdict::crash, asked.message + memory);
}

}  // namespace lockstep::adversarial
