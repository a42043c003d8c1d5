// One subject in a process of its own, over the JSON-lines protocol of conformance/subject/README.md, for one
// case.
#pragma once

#include <chrono>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "lockstep/adversarial/case_file.h"
#include "lockstep/conformance/external/json_lines_child.h"
#include "lockstep/conformance/walk/walk_subject.h"

namespace lockstep::adversarial {

// Starts the process with the first request and kills it at the end. The limits hold for the conversation as
// a whole. Thread rules: one thread at a time.
class Conversation {
 public:
  // `command_line` goes to /bin/sh. No memory limit where `limit_memory` is false: sanitizers reserve more
  // address space than any limit.
  Conversation(const std::string& command_line, const CaseLimits& limits, bool limit_memory);

  // The reply, an object that may hold `error`; null after trouble, at once.
  nlohmann::json ask(const nlohmann::json& request);

  // Why there are no more answers: the process died (crash), was too slow (hang), talked what the protocol
  // does not know (inconsistent).
  const std::optional<conformance::Trouble>& trouble() const { return trouble_; }
  // The reply is none that the protocol knows. Returns null.
  nlohmann::json not_understood(const nlohmann::json& reply);

 private:
  nlohmann::json fail(conformance::Verdict verdict, std::string message);

  CaseLimits limits_;
  bool limit_memory_;
  std::chrono::steady_clock::time_point deadline_;
  conformance::JsonLinesChild child_;
  std::optional<conformance::Trouble> trouble_;
};

}  // namespace lockstep::adversarial
